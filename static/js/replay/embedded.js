// Replays a hand apart from the site: in a frame, where the scenes come from the server, or in a file that has
// them all. The file has every scene's differences from the one before, and the faces of cards once.

const STRETCH = 40;
const SOON = 15;
const SWIPE = 45;
const LONGEST = 15000;

const replay = document.getElementById("replay");
const scene = replay.querySelector(".replay-scene");
const scrub = replay.querySelector("[data-scrub]");
const auto = replay.querySelector("[data-auto]");
const speed = replay.querySelector("[data-speed]");
const whole = replay.querySelector(".replay-open-whole");
const announcement = document.getElementById("announcement");
const steps = document.getElementById("steps");
const inside = document.getElementById("scenes");
const last = Number(scene.dataset.steps);
const opens = numbers(replay.dataset.opens);
const found = numbers(replay.dataset.found);
// By step the parts of the scene, by name. Parts that stay the same from scene to scene are one element.
const scenes = new Map();
const tricks = new Map();
const fetching = new Map();
let wanted = Number(scene.dataset.scene);
let timer = 0;

function numbers(text) {
  return text ? text.split(" ").map(Number) : [];
}

function learn(root, take) {
  let parts = new Map();
  let first = null;
  for (const each of root.querySelectorAll("[data-scene]")) {
    const step = Number(each.dataset.scene);
    first ??= step;
    parts = new Map(parts);
    for (const part of each.querySelectorAll("[data-part]")) parts.set(part.dataset.part, take(part));
    scenes.set(step, parts);
    tricks.set(step, Number(each.dataset.trick ?? 0));
  }
  return first;
}

// A part of the file with the pieces that are named by numbers in their places, then the faces of its cards: one where
// a number is, a column where several are.
function unfolded(part) {
  const pieces = document.getElementById("pieces").content.children;
  const faces = document.getElementById("faces").content.children;
  const face = (number) => document.importNode(faces[Number(number)], true);
  const copy = document.importNode(part, true);
  for (const each of copy.querySelectorAll("i[p]")) each.replaceWith(...document.importNode(pieces[Number(each.getAttribute("p"))], true).childNodes);
  for (const each of copy.querySelectorAll("i[c]")) each.replaceWith(face(each.getAttribute("c")));
  for (const each of copy.querySelectorAll("i[k]")) {
    const column = document.createElement("span");
    column.className = "felt-column";
    column.append(...each.getAttribute("k").split(" ").map(face));
    each.replaceWith(column);
  }
  return copy;
}

function at(path, values) {
  const address = new URL(path, location.href);
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  return address.href;
}

async function load(values) {
  const answer = await fetch(at(replay.dataset.tables, values), { credentials: "omit" });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return learn(page, (part) => document.importNode(part, true));
}

function fetched(step) {
  const first = step - (step % STRETCH);
  if (!fetching.has(first)) {
    fetching.set(first, load({ step: first, count: STRETCH }).catch((failure) => {
      fetching.delete(first);
      throw failure;
    }));
  }
  return fetching.get(first);
}

function show(name, part) {
  const old = replay.querySelector(`[data-part="${name}"]`);
  const fresh = inside ? unfolded(part) : part.cloneNode(true);
  if (old && !old.isEqualNode(fresh)) old.replaceWith(fresh);
}

// The controls stay the same elements, so that focus stays where it is.
function follow(controls) {
  for (const fresh of controls.querySelectorAll("[data-control]")) {
    const kept = scene.querySelector(`[data-control="${fresh.dataset.control}"]`);
    for (const { name } of [...kept.attributes]) kept.removeAttribute(name);
    for (const { name, value } of fresh.attributes) kept.setAttribute(name, value);
  }
  scene.querySelector(".replay-where").replaceChildren(...controls.querySelector(".replay-where").cloneNode(true).childNodes);
}

// The controls of a file, of which the steps are known.
function reckon(step) {
  const before = opens.filter((each) => each < step).at(-1) ?? 0;
  const after = opens.find((each) => each > step) ?? last;
  const targets = { first: 0, "previous-trick": before, previous: step - 1, next: step + 1, "next-trick": after, last };
  for (const [name, target] of Object.entries(targets)) {
    const link = scene.querySelector(`[data-control="${name}"]`);
    link.dataset.step = String(Math.min(Math.max(target, 0), last));
    if (Number(link.dataset.step) === step) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  scene.querySelector(".replay-where strong").textContent = String(step);
  let trick = scene.querySelector(".replay-in-trick");
  if (!trick) {
    trick = document.createElement("span");
    trick.className = "replay-in-trick";
    scene.querySelector(".replay-where").append(" ", trick);
  }
  trick.textContent = tricks.get(step) ? replay.dataset.inTrick.replace("%", tricks.get(step)) : "";
}

// In a file the marks and the list are shown as far as the step.
function tell(step) {
  for (const mark of scene.querySelectorAll(".replay-marks a")) mark.setAttribute("visibility", Number(mark.dataset.step) > step ? "hidden" : "visible");
  if (!steps) return;
  for (const trick of steps.children) {
    let any = false;
    for (const line of trick.querySelectorAll("[data-step]")) {
      const here = Number(line.dataset.step);
      line.hidden = here > step;
      any ||= here <= step;
      if (here === step) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    trick.hidden = !any;
  }
  const current = steps.querySelector("[aria-current]");
  if (current) steps.scrollTop = current.offsetTop - steps.clientHeight / 2;
}

function spoken(part) {
  const copy = part.cloneNode(true);
  for (const each of copy.querySelectorAll("[aria-hidden]")) each.remove();
  for (const each of copy.querySelectorAll("[aria-label]")) each.replaceWith(` ${each.getAttribute("aria-label")}, `);
  return copy.textContent;
}

function draw(step) {
  for (const [name, part] of scenes.get(step)) {
    if (name === "controls") follow(part);
    else if (name !== "after") show(name, part);
  }
  scene.dataset.scene = String(step);
  if (inside) {
    reckon(step);
    tell(step);
  }
  scrub.value = String(step);
  scrub.setAttribute("aria-valuetext", scene.querySelector(".replay-where").textContent);
  document.title = document.title.replace(/^.*?(?= · )/, replay.dataset.title.replace("%", step));
  if (whole) whole.href = at(whole.href, { step });
  const parts = [".replay-happened", ".replay-why-legal", ".felt-scores", ".felt-whose", ".finding .message"];
  const texts = parts.flatMap((part) => [...scene.querySelectorAll(part)].map(spoken));
  announcement.textContent = texts.join(". ").replace(/\s+/g, " ").replace(/[ ,]+\./g, ".").trim();
}

// The steps that come next are fetched before they are asked for.
function prepare() {
  if (!inside) for (const near of [wanted, Math.min(wanted + SOON, last)]) fetched(near).catch(() => {});
}

async function go(step) {
  wanted = Math.min(Math.max(step, 0), last);
  const target = wanted;
  if (!scenes.has(target)) await fetched(target).catch(stop);
  if (target === wanted && scenes.has(target)) draw(target);
  prepare();
}

// Goes to a step that only the server knows: the next trick, the next finding.
async function find(what) {
  const from = wanted;
  if (inside) return what === "finding" ? go(found.find((step) => step > from) ?? from) : go(opens.find((step) => step > from) ?? last);
  const step = await load({ step: from, find: what }).catch(() => null);
  return step !== null && wanted === from ? go(step) : undefined;
}

function control(name) {
  const link = scene.querySelector(`[data-control="${name}"]`);
  return link.dataset.step === undefined ? find("trick") : go(Number(link.dataset.step));
}

function pace() {
  if (speed.value !== "own") return Number(speed.value);
  const seconds = parseFloat(scene.querySelector(".replay-step-said .replay-seconds")?.textContent ?? "");
  return Math.min(Number.isFinite(seconds) ? seconds * 1000 : 1000, LONGEST);
}

async function tick() {
  await go(wanted + 1);
  if (wanted >= last) stop();
  else if (timer) timer = setTimeout(tick, pace());
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  say();
}

function toggle() {
  if (timer) return stop();
  if (wanted >= last) return undefined;
  timer = setTimeout(tick, 150);
  return say();
}

function say() {
  auto.setAttribute("aria-pressed", String(timer !== 0));
  auto.querySelector(".replay-auto-words").textContent = timer ? replay.dataset.playing : replay.dataset.paused;
}

const KEYS = {
  ArrowLeft: () => go(wanted - 1),
  ArrowRight: () => go(wanted + 1),
  ArrowUp: () => control("previous-trick"),
  ArrowDown: () => control("next-trick"),
  Home: () => go(0),
  End: () => go(last),
  n: () => find("finding"),
  " ": toggle,
};

document.addEventListener("keydown", (event) => {
  const move = KEYS[event.key];
  if (!move || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("select") || (event.key === " " && event.target.closest("a, button, input"))) return;
  event.preventDefault();
  if (event.key !== " ") stop();
  move();
});

replay.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  const holder = link?.closest("[data-control], [data-step]");
  if (!holder || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  if (link.getAttribute("aria-disabled") === "true") return;
  if (link.dataset.control) control(link.dataset.control);
  else go(Number(holder.dataset.step));
});

let start = null;
const felt = scene.querySelector(".felt");
felt.addEventListener("touchstart", (event) => {
  start = event.touches.length === 1 ? event.touches[0] : null;
}, { passive: true });
felt.addEventListener("touchend", (event) => {
  if (!start) return;
  const end = event.changedTouches[0];
  const across = end.clientX - start.clientX;
  if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(end.clientY - start.clientY)) go(wanted + (across < 0 ? 1 : -1));
  start = null;
}, { passive: true });
felt.addEventListener("touchcancel", () => {
  start = null;
}, { passive: true });

for (const each of [auto, speed, scrub]) each.hidden = false;
auto.addEventListener("click", toggle);
scrub.addEventListener("input", () => {
  stop();
  go(scrub.valueAsNumber);
});
if (inside) {
  replay.classList.add("replay-playing");
  learn(inside.content, (part) => part);
  draw(wanted);
}
prepare();
