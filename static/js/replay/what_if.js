// A branch of a hand: what the chosen cards would be is asked of the server as they are chosen, and keys lead to
// the same addresses as the links.

const page = document.getElementById("what-if");
const box = document.getElementById("reading");
const picked = document.getElementById("pick");
const typed = document.getElementById("line-form");
const WAIT = 120;
let waiting = 0;
let asked = 0;

function question(form) {
  const values = new URLSearchParams(new FormData(form));
  return `${page.dataset.reading}?${values}`;
}

async function ask(form) {
  const turn = ++asked;
  const answer = await fetch(question(form), { credentials: "same-origin" });
  if (!answer.ok || turn !== asked) return;
  const fragment = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (turn !== asked) return;
  box.replaceChildren(...[...fragment.body.childNodes].map((node) => document.importNode(node, true)));
}

function soon(form) {
  clearTimeout(waiting);
  waiting = setTimeout(() => ask(form).catch(() => {}), WAIT);
}

function click(selector) {
  const link = page.querySelector(selector);
  if (link && link.getAttribute("aria-disabled") !== "true") link.click();
}

const KEYS = {
  ArrowLeft: '[data-control="previous"]',
  ArrowRight: '[data-control="next"]',
  ArrowUp: '[data-control="previous-trick"]',
  ArrowDown: '[data-control="next-trick"]',
  Home: '[data-control="first"]',
  End: '[data-control="last"]',
  u: "[data-undo]",
};

function onKey(event) {
  const target = event.target.closest("input, select, textarea, summary, button");
  if (!KEYS[event.key] || target || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  click(KEYS[event.key]);
}

if (picked) {
  picked.querySelector("[data-clear]").hidden = false;
  picked.querySelector("[data-ask]").hidden = true;
  picked.addEventListener("change", (event) => {
    if (event.target.matches("[data-turns]")) picked.submit();
    else soon(picked);
  });
  picked.addEventListener("reset", () => {
    for (const each of picked.querySelectorAll("input[type=checkbox], .pick-row input")) each.checked = each.defaultChecked = false;
    soon(picked);
  });
}
if (typed) typed.addEventListener("input", () => soon(typed));
document.addEventListener("keydown", onKey);
