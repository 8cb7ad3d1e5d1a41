// The list of tricks beside the table: it tells what was done up to the step, and nothing after it unless results
// are shown.

const list = document.getElementById("steps");
// By number, the tricks as far as the server has sent them.
const known = new Map();
let furthest = 0;

function note(trick) {
  const lines = trick.querySelectorAll("[data-step]");
  furthest = Math.max(furthest, Number(lines[lines.length - 1]?.dataset.step ?? 0));
  known.set(trick.dataset.trick, trick);
}

for (const trick of list.children) {
  const copy = trick.cloneNode(true);
  copy.querySelector("[aria-current]")?.removeAttribute("aria-current");
  note(copy);
}

function stepOf(line) {
  return Number(line.dataset.step);
}

function upTo(trick, step) {
  const copy = trick.cloneNode(true);
  for (const line of copy.querySelectorAll("[data-step]")) if (stepOf(line) > step) line.remove();
  return copy;
}

function firstOf(trick) {
  return stepOf(trick.querySelector("[data-step]"));
}

// Makes the list tell what was done up to a step; false where it does not know what that was.
export function tellUpTo(step, ahead) {
  if (step > furthest) return false;
  if (ahead) return true;
  for (const line of [...list.querySelectorAll("[data-step]")].reverse()) {
    if (stepOf(line) <= step) break;
    const trick = line.closest(".replay-trick");
    line.remove();
    if (!trick.querySelector("[data-step]")) trick.remove();
  }
  const lines = list.querySelectorAll("[data-step]");
  let end = lines.length ? stepOf(lines[lines.length - 1]) : -1;
  for (const trick of known.values()) {
    const first = firstOf(trick);
    const all = trick.querySelectorAll("[data-step]");
    if (first > step || stepOf(all[all.length - 1]) <= end) continue;
    const old = list.querySelector(`[data-trick="${trick.dataset.trick}"]`);
    const fresh = upTo(trick, step);
    if (old) old.replaceWith(fresh);
    else list.append(fresh);
    end = step;
    const shown = fresh.querySelectorAll("[data-step]");
    end = stepOf(shown[shown.length - 1]);
  }
  return true;
}

tellUpTo.learn = (trick) => {
  const old = known.get(trick.dataset.trick);
  if (!old || old.querySelectorAll("[data-step]").length < trick.querySelectorAll("[data-step]").length) note(trick);
};
tellUpTo.known = () => furthest;
tellUpTo.can = (step, ahead) => ahead || step <= furthest;

export function markCurrent(step) {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  list.querySelector(`[data-step="${step}"]`)?.setAttribute("aria-current", "step");
}

// Scrolls to the marked line. It asks where that is, which is dear while a new step is not laid out yet.
export function revealCurrent() {
  const line = list.querySelector("[aria-current]");
  if (!line) return;
  const box = line.getBoundingClientRect();
  const room = list.getBoundingClientRect();
  if (box.top < room.top || box.bottom > room.bottom) list.scrollTop += box.top - room.top - list.clientHeight / 2;
}

// The links to the steps that a line of the score rests on.
export function markFollowing(step, at) {
  for (const each of document.querySelectorAll(".score-following [data-step]")) {
    if (Number(each.dataset.step) === step) each.setAttribute("aria-current", "step");
    else each.removeAttribute("aria-current");
  }
  const unmarked = document.querySelector(".score-following [data-unmarked]");
  unmarked?.setAttribute("href", at(unmarked.dataset.unmarked, { step }));
}

// The first step after one at which a seat plays a card, as far as the list tells.
export function playedAt(seat, label, after) {
  for (const line of list.querySelectorAll("[data-step]")) {
    if (stepOf(line) <= after || line.querySelector("[data-seat]")?.dataset.seat !== seat) continue;
    for (const card of line.querySelectorAll("i.card")) if (card.getAttribute("aria-label") === label) return stepOf(line);
  }
  return null;
}

revealCurrent();
