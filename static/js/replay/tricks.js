// The list of tricks beside the table: it tells what was done up to the step, and nothing after it unless results
// are shown.

const list = document.getElementById("steps");
// The tricks by number and the lines of their actions by step, as far as the server has sent them.
const tricks = new Map();
const lines = new Map();
let shown = -1;
let furthest = -1;

function stepOf(line) {
  return Number(line.dataset.step);
}

export function learn(trick) {
  const number = trick.dataset.trick;
  for (const line of trick.querySelectorAll("[data-step]")) {
    if (!lines.has(stepOf(line))) lines.set(stepOf(line), { number, line });
  }
  if (!tricks.has(number)) tricks.set(number, trick);
  while (lines.has(furthest + 1)) furthest += 1;
}

if (list.firstElementChild) shown = furthest = stepOf(list.querySelector("[data-step]")) - 1;
for (const trick of list.children) learn(trick);
shown = furthest;

// The last step up to which all actions are known.
export function known() {
  return furthest;
}

// Makes the list tell what was done up to a step; false where it does not know what that was.
export function tellUpTo(step, ahead) {
  if (step > furthest) return false;
  if (ahead) return true;
  for (; shown > step; shown -= 1) {
    const { number, line } = lines.get(shown);
    line.removeAttribute("aria-current");
    line.remove();
    if (!tricks.get(number).querySelector("[data-step]")) tricks.get(number).remove();
  }
  for (; shown < step; shown += 1) {
    const { number, line } = lines.get(shown + 1);
    const trick = tricks.get(number);
    const told = trick.querySelector("ol");
    if (!trick.isConnected) {
      told.replaceChildren();
      list.append(trick);
    }
    told.append(line);
  }
  return true;
}

// The first step of the trick after that of a step; undefined where it is not known.
export function nextTrick(step) {
  for (let next = step + 1; next <= furthest; next += 1) {
    const { number } = lines.get(next);
    if (number !== "0" && number !== lines.get(next - 1)?.number) return next;
  }
  return undefined;
}

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
