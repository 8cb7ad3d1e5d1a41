// Steps through a hand without loading the page again. The scenes come from the server, made by the
// templates that the page itself is made by. They are fetched in stretches before they are asked for, and of
// each scene but the first come only the parts that differ from the scene before.

import { cardsBefore, moveCards } from "./moving.js";
import { known, learn, markCurrent, markFollowing, nextTrick, revealCurrent, tellUpTo } from "./tricks.js";
import { listen } from "./moves.js";
import { walking } from "./walking.js";
import "./notes.js";
import "./card_search.js";

const STRETCH = 40;
// A stretch is fetched once this few steps are left before it.
const SOON = 15;
// Where more stretches than this are missing, the page of the step is loaded.
const MOST = 4;
// Milliseconds without a new step after which a reader rests at one.
const RESTED = 120;

const replay = document.getElementById("replay");
const scene = replay.querySelector(".replay-scene");
const jump = document.querySelector(".replay-jump");
const scrub = replay.querySelector("[data-scrub]");
const lost = document.getElementById("lost");
const announcement = document.getElementById("announcement");
const view = replay.dataset.view ?? "";
const ahead = "ahead" in replay.dataset;

const last = Number(scene.dataset.steps);
// By step the parts of the scene, by name. Parts that stay the same from scene to scene are one element.
const scenes = new Map();
// The parts that are on the page, by name.
const shown = new Map();
const fetching = new Map();

// An address with some arguments beside those that it has.
function at(path, values) {
  const found = new URL(path, location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === "") found.searchParams.delete(name);
    else found.searchParams.set(name, value);
  }
  return found.pathname + found.search;
}

function address(step) {
  return at(replay.dataset.hand, { step });
}

async function load(values) {
  const source = at(replay.dataset.tables, values);
  const answer = await fetch(source, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${answer.status} for ${source}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  let parts = new Map();
  let step = here();
  for (const each of page.querySelectorAll(".replay-scene")) {
    parts = new Map(parts);
    step = Number(each.dataset.scene);
    for (const part of each.querySelectorAll("[data-part]")) parts.set(part.dataset.part, document.importNode(part, true));
    scenes.set(step, parts);
  }
  for (const each of page.querySelectorAll(".shown-tricks > .replay-trick")) learn(document.importNode(each, true));
  return step;
}

function firstOf(step) {
  return step - (step % STRETCH);
}

// The stretch that has a step, which is fetched once.
function stretch(step) {
  const first = firstOf(step);
  if (!fetching.has(first)) {
    fetching.set(first, load({ step: first, count: STRETCH }).catch((failure) => {
      fetching.delete(first);
      throw failure;
    }));
  }
  return fetching.get(first);
}

// Fetches the stretch of a step, and those before it whose actions the list of tricks lacks.
function fetched(step) {
  const missing = [firstOf(step)];
  while (!ahead && missing.at(-1) > known() + 1) missing.push(missing.at(-1) - STRETCH);
  if (missing.length <= MOST) return Promise.all(missing.map(stretch));
  location.assign(address(step));
  return new Promise(() => {});
}

function knows(step) {
  return scenes.has(step) && (ahead || step <= known());
}

// The controls stay the same elements, so that focus stays where it is.
function follow(controls) {
  for (const fresh of controls.querySelectorAll("[data-control]")) {
    likeAttributes(scene.querySelector(`[data-control="${fresh.dataset.control}"]`), fresh);
  }
  mend(scene.querySelector(".replay-where"), controls.querySelector(".replay-where"));
}

// Attributes that are as they should be are not set again; they keep the order of the server.
function likeAttributes(old, fresh) {
  const names = (node) => node.getAttributeNames().join(" ");
  // What a reader has opened stays open from step to step.
  if (old.nodeName === "DETAILS") fresh.open = old.open;
  if (names(old) !== names(fresh)) for (const name of old.getAttributeNames()) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

// Only what differs is replaced: the cards that a seat still holds stay as they are.
function show(name, part) {
  if (shown.get(name) === part) return;
  mend(document.querySelector(`[data-part="${name}"]`), part);
  shown.set(name, part);
}

// Makes a node like another one. Of its children those stay that both begin with, and those that both end with.
function mend(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== fresh.nodeName) return void old.replaceWith(fresh.cloneNode(true));
  likeAttributes(old, fresh);
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  while (before.length && after.length && before[0].isEqualNode(after[0])) [before, after].forEach((each) => each.shift());
  let end = null;
  while (before.length && after.length && before.at(-1).isEqualNode(after.at(-1))) {
    end = before.pop();
    after.pop();
  }
  if (before.length === after.length) return before.forEach((each, place) => mend(each, after[place]));
  for (const each of before) each.remove();
  for (const each of after) old.insertBefore(each.cloneNode(true), end);
}

function spoken(said) {
  const copy = said.cloneNode(true);
  for (const each of copy.querySelectorAll("[aria-hidden], .replay-ask-plays")) each.remove();
  for (const each of copy.querySelectorAll("[aria-label]")) each.replaceWith(` ${each.getAttribute("aria-label")}, `);
  return copy.textContent;
}

function announce() {
  const parts = [".replay-happened", ".replay-why-legal", ".review-line", ".felt-tag-place", ".felt-scores", ".felt-whose"].flatMap((part) =>
    part === ".felt-tag-place" ? [] : [...scene.querySelectorAll(part)]
  );
  const found = [...scene.querySelectorAll(".finding .message")].map((each) => each.textContent);
  announcement.textContent = [...parts.map(spoken), ...found].join(". ").replace(/\s+/g, " ").replace(/[ ,]+\./g, ".").trim();
}

function draw(step, resting) {
  const next = scenes.get(step);
  if (!next || step < Number(replay.dataset.first) || !tellUpTo(step, ahead)) {
    location.assign(address(step));
    return;
  }
  const before = Number(scene.dataset.scene);
  const actor = Number(next.get("happened").dataset.actor);
  const hurried = !resting || hurrying;
  const cards = step === before + 1 && !hurried ? cardsBefore(scene, actor) : null;
  if (hurrying) revealCurrent();
  for (const [name, part] of next) {
    if (name === "controls") follow(part);
    else show(name, part);
  }
  scene.dataset.scene = String(step);
  markCurrent(step);
  scrub.value = String(step);
  jump.elements.step.value = String(step);
  if (!lost.hidden) lost.hidden = true;
  prepare(step);
  wait(step);
  if (cards) moveCards(scene, cards, actor);
}

// Whether the next step comes before the reader rests.
let hurrying = false;
let naming = 0;

// What takes longer than to draw a step follows once the reader rests, counted from when the step is on the screen; and
// browsers bound how often a page may change its address.
function wait(step) {
  hurrying = true;
  clearTimeout(naming);
  requestAnimationFrame(() => {
    clearTimeout(naming);
    if (Number(scene.dataset.scene) === step) naming = setTimeout(rest, RESTED, step);
  });
}

// The links to what there is of this step.
function leadHere() {
  const step = scene.dataset.scene;
  for (const each of document.querySelectorAll("[data-here]")) each.setAttribute("href", at(each.getAttribute("href"), { step }));
}

function rest(step) {
  hurrying = false;
  revealCurrent();
  leadHere();
  markFollowing(step, at);
  scrub.setAttribute("aria-valuetext", scene.querySelector(".replay-where").textContent);
  document.title = document.title.replace(/^.*?(?= · )/, replay.dataset.title.replace("%", step));
  history.replaceState(null, "", address(step));
  announce();
  document.dispatchEvent(new CustomEvent("replay-step", { detail: step }));
}

// A step that could not be fetched: its page is shown if there is an answer for it, else the replay stays as it is.
async function fail(step, more = {}) {
  const page = at(address(step), more);
  const answered = await fetch(page, { credentials: "same-origin" }).catch(() => null);
  if (answered) return location.assign(page);
  lost.textContent = replay.dataset.lost.replace("%", step);
  lost.hidden = false;
  return undefined;
}

const { go, here } = walking(Number(scene.dataset.scene), last, { knows, fetched, draw, fail });

// Goes to a step that only the server knows: the next trick, the next finding, where a card is played.
async function find(what, more = {}) {
  const from = here();
  try {
    const step = await load({ step: from, find: what, ...more });
    if (here() === from) await go(step);
  } catch {
    await fail(from, { find: what, ...more });
  }
}

// The stretches that come next are fetched before they are asked for.
function prepare(step) {
  for (const near of [step, step + SOON, step - SOON]) {
    if (near >= 0 && near <= last) stretch(near).catch(() => {});
  }
}

// The links of a control lead to a step that is known, or to one that the server finds.
function control(name) {
  const link = scene.querySelector(`[data-control="${name}"]`);
  const step = link.dataset.step ?? nextTrick(here());
  return step === undefined ? find("trick") : go(Number(step));
}

for (const part of document.querySelectorAll("[data-part]")) if (part.dataset.part !== "controls") shown.set(part.dataset.part, part);
document.addEventListener("click", () => hurrying && leadHere(), true);
listen({ go, find, control, here });
const shape = document.querySelector("[data-shape]");
shape?.addEventListener("toggle", () => import("./shape_below.js").then(({ openShape }) => openShape(shape, go, here)).catch(() => {}), { once: true });
prepare(here());
if (replay.querySelector("[data-waits]")) import("./review.js").then(({ waitForReview }) => waitForReview(replay, () => at(replay.dataset.tables, { step: scene.dataset.scene }))).catch(() => {});
