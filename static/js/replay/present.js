// The presenter's buttons without loading the page again: each form is sent as it would be, and the answer is the page.

const EVERY = 150;
const present = document.getElementById("present");
const lost = document.getElementById("lost");
let sending = Promise.resolve();

// Focus stays on the button that was pressed.
function same(control) {
  if (!control) return null;
  if (control.id) return document.getElementById(control.id);
  return present.querySelector(`[name="${control.name}"][value="${CSS.escape(control.value)}"]`);
}

function show(page) {
  const fresh = page.getElementById("present");
  if (!fresh) return false;
  const focused = present.contains(document.activeElement) ? document.activeElement : null;
  present.replaceChildren(...document.importNode(fresh, true).childNodes);
  prepare();
  same(focused)?.focus({ preventScroll: true });
  return true;
}

async function send(fields) {
  try {
    const answer = await fetch(location.pathname, {
      method: "POST", body: fields, headers: { "Fupan-Part": "1" }, credentials: "same-origin", cache: "no-store",
    });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!show(page)) return void location.reload();
    lost.textContent = "";
  } catch {
    lost.textContent = present.dataset.lost;
  }
}

// One after the other, so that two quick presses are two steps.
function queue(fields) {
  sending = sending.then(() => send(fields));
}

function fieldsWith(values) {
  const fields = new FormData(present.querySelector(".present-moves"));
  for (const [name, value] of Object.entries(values)) fields.set(name, value);
  return fields;
}

const KEYS = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "previous-trick",
  ArrowDown: "next-trick",
  Home: "first",
  End: "last",
  PageUp: "previous-hand",
  PageDown: "next-hand",
};

document.addEventListener("keydown", (event) => {
  const move = KEYS[event.key];
  if (!move || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!present.querySelector(".present-moves") || event.target.closest("input, select, textarea, summary")) return;
  event.preventDefault();
  queue(fieldsWith({ go: move }));
});

present.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-present]")) return;
  event.preventDefault();
  if (event.submitter?.getAttribute("aria-disabled") === "true") return;
  queue(new FormData(event.target, event.submitter));
});

let waiting = 0;
function prepare() {
  const scrub = present.querySelector("[data-scrub]");
  if (!scrub) return;
  scrub.hidden = false;
  scrub.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => queue(fieldsWith({ step: scrub.value })), EVERY);
  });
}

prepare();
