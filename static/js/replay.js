// Steps through a hand without loading the page again. The scenes come from the server, made by the
// template that the page itself is made by; they are fetched in stretches and kept. The first scene of a
// stretch is whole; of each later one come only the parts that differ from the scene before.

const STRETCH = 40;

const replay = document.getElementById("replay");
const scene = replay.querySelector(".scene");
const steps = document.getElementById("steps");
const jump = replay.querySelector(".jump");
const outcome = document.getElementById("outcome");
const views = replay.querySelectorAll(".views a");
const announcement = document.getElementById("announcement");
const view = replay.dataset.view ?? "";

const last = Number(scene.dataset.steps);
// By step the parts of the scene, by name. Parts that stay the same from scene to scene are one element.
const scenes = new Map();
// The parts that are on the page, by name.
const shown = new Map();
const fetching = new Map();
// Where not all hands are shown, the list tells what was done up to the step alone; lines that tell it, by step.
const told = new Map();
let wanted = Number(scene.dataset.scene);

function stretchOf(step) {
  return step - (step % STRETCH);
}

async function load(first) {
  const source = at(replay.dataset.tables, { step: first, count: STRETCH, view });
  const answer = await fetch(source, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${answer.status} for ${source}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  let parts = new Map();
  for (const each of page.querySelectorAll(".scene")) {
    parts = new Map(parts);
    for (const part of each.querySelectorAll("[data-part]")) parts.set(part.dataset.part, document.importNode(part, true));
    scenes.set(Number(each.dataset.scene), parts);
  }
  for (const each of page.querySelectorAll(".line > li")) {
    told.set(Number(each.dataset.step), document.importNode(each, true));
  }
}

function fetched(step) {
  const first = stretchOf(step);
  if (!fetching.has(first)) {
    fetching.set(first, load(first).catch((failure) => {
      fetching.delete(first);
      throw failure;
    }));
  }
  return fetching.get(first);
}

// An address with some arguments beside those that it has, which name rules.
function at(path, values) {
  const found = new URL(path, location.href);
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== "") found.searchParams.set(name, value);
  return found.pathname + found.search;
}

function address(step, name = view) {
  return at(replay.dataset.hand, { step, view: name });
}

// The controls stay the same elements, so that focus stays where it is.
function follow(controls) {
  for (const fresh of controls.querySelectorAll("[data-control]")) {
    const kept = scene.querySelector(`[data-control="${fresh.dataset.control}"]`);
    for (const name of ["href", "aria-disabled", "data-step"]) {
      if (fresh.hasAttribute(name)) kept.setAttribute(name, fresh.getAttribute(name));
      else kept.removeAttribute(name);
    }
  }
  scene.querySelector(".where").replaceChildren(...controls.querySelector(".where").cloneNode(true).childNodes);
}

function show(name, part) {
  if (shown.get(name) === part) return;
  scene.querySelector(`[data-part="${name}"]`).replaceWith(part.cloneNode(true));
  shown.set(name, part);
}

function spoken(said) {
  const copy = said.cloneNode(true);
  for (const each of copy.querySelectorAll("[aria-hidden]")) each.remove();
  for (const each of copy.querySelectorAll("[aria-label]")) each.replaceWith(` ${each.getAttribute("aria-label")}, `);
  return copy.textContent;
}

function announce() {
  const parts = [".happened", ".reading", ".whose"].map((part) => scene.querySelector(part)).filter(Boolean);
  const found = [...scene.querySelectorAll(".finding .message")].map((each) => each.textContent);
  announcement.textContent = [...parts.map(spoken), ...found].join(". ").replace(/\s+/g, " ").trim();
}

function markCurrent(step) {
  steps.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = steps.querySelector(`[data-step="${step}"]`);
  if (!line) return false;
  line.setAttribute("aria-current", "step");
  reveal(line);
  return true;
}

// The links above the table to the steps that a line of the score rests on.
function markFollowing(step) {
  for (const each of document.querySelectorAll(".following [data-step]")) {
    if (Number(each.dataset.step) === step) each.setAttribute("aria-current", "step");
    else each.removeAttribute("aria-current");
  }
  const unmarked = document.querySelector(".following [data-unmarked]");
  unmarked?.setAttribute("href", at(unmarked.dataset.unmarked, { step }));
}

function reveal(line) {
  const above = line.offsetTop;
  if (above < steps.scrollTop || above + line.offsetHeight > steps.scrollTop + steps.clientHeight) {
    steps.scrollTop = above - steps.clientHeight / 2;
  }
}

function unsaid(line) {
  const blank = line.cloneNode(true);
  const words = document.createElement("span");
  words.className = "muted";
  words.textContent = "to come";
  blank.querySelector(".step-what").replaceChildren(words);
  blank.querySelector(".seconds")?.remove();
  blank.dataset.toCome = "";
  return blank;
}

// Makes the list tell what was done up to a step, and nothing after it; false where it does not know what that was.
function tellUpTo(step) {
  if (!view) return true;
  steps.querySelector("[aria-current]")?.removeAttribute("aria-current");
  for (const line of steps.querySelectorAll("li")) {
    const number = Number(line.dataset.step);
    const said = !("toCome" in line.dataset);
    if (said === number <= step) continue;
    if (said) {
      told.set(number, line.cloneNode(true));
      line.replaceWith(unsaid(line));
    } else if (told.has(number)) {
      line.replaceWith(told.get(number).cloneNode(true));
    } else {
      return false;
    }
  }
  return true;
}

function draw(step) {
  const next = scenes.get(step);
  if (!next || !tellUpTo(step) || !markCurrent(step)) {
    location.assign(address(step));
    return;
  }
  for (const [name, part] of next) {
    if (name === "controls") follow(part);
    else show(name, part);
  }
  scene.dataset.scene = String(step);
  outcome.hidden = step < last;
  markFollowing(step);
  jump.elements.step.value = String(step);
  for (const each of views) each.setAttribute("href", address(step, each.dataset.view));
  document.title = document.title.replace(/^(Hand \d+, step )\d+/, `$1${step}`);
  history.replaceState(null, "", address(step));
  announce();
}

async function go(step) {
  wanted = Math.min(Math.max(step, 0), last);
  const target = wanted;
  if (target === Number(scene.dataset.scene)) return;
  try {
    await fetched(target);
  } catch {
    location.assign(address(target));
    return;
  }
  if (target !== wanted) return;
  draw(target);
  prepare(target);
}

// The stretches that come next are fetched before they are asked for.
function prepare(step) {
  for (const near of [step, step + STRETCH, step - STRETCH]) {
    if (near >= 0 && near <= last) fetched(near).catch(() => {});
  }
}

function control(name) {
  return Number(scene.querySelector(`[data-control="${name}"]`).dataset.step);
}

const KEYS = {
  ArrowLeft: () => wanted - 1,
  ArrowRight: () => wanted + 1,
  Home: () => 0,
  End: () => last,
  p: () => control("previous-finding"),
  n: () => control("next-finding"),
};

function plain(event) {
  return !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
}

document.addEventListener("keydown", (event) => {
  const target = KEYS[event.key];
  if (!target || !plain(event) || event.target.closest("input, select, textarea, [contenteditable]")) return;
  event.preventDefault();
  go(target());
});

replay.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.button !== 0 || !plain(event)) return;
  const holder = link.closest("[data-control], .steps [data-step]");
  if (!holder) return;
  event.preventDefault();
  if (link.getAttribute("aria-disabled") !== "true") go(Number(holder.dataset.step));
});

jump.addEventListener("submit", (event) => {
  if (event.submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  go(jump.elements.step.valueAsNumber || 0);
});

jump.querySelector(".keys").hidden = false;
const current = steps.querySelector("[aria-current]");
if (current) reveal(current);
prepare(wanted);
