// Steps through a hand without loading the page again. The scenes come from the server, made by the
// templates that the page itself is made by. Where results may be told they are fetched in stretches, and of
// each scene but the first come only the parts that differ from the scene before; else each scene is fetched
// when it is stepped to, so that nothing of what happens later is sent.

import { cardsBefore, moveCards } from "./moving.js";
import { tellUpTo, markCurrent, markFollowing } from "./tricks.js";
import { listen } from "./moves.js";
import "./notes.js";

const STRETCH = 40;
const RESTED = 80;

const replay = document.getElementById("replay");
const scene = replay.querySelector(".scene");
const jump = document.querySelector(".jump");
const scrub = replay.querySelector("[data-scrub]");
const announcement = document.getElementById("announcement");
const view = replay.dataset.view ?? "";
const ahead = "told" in replay.dataset;

const last = Number(scene.dataset.steps);
// By step the parts of the scene, by name. Parts that stay the same from scene to scene are one element.
const scenes = new Map();
// The parts that are on the page, by name.
const shown = new Map();
const fetching = new Map();
let wanted = Number(scene.dataset.scene);

function stretchOf(step) {
  return ahead ? step - (step % STRETCH) : step;
}

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
  const source = at(replay.dataset.tables, { ...values, since: ahead ? undefined : told() });
  const answer = await fetch(source, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${answer.status} for ${source}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  let parts = new Map();
  let step = wanted;
  for (const each of page.querySelectorAll(".scene")) {
    parts = new Map(parts);
    step = Number(each.dataset.scene);
    for (const part of each.querySelectorAll("[data-part]")) parts.set(part.dataset.part, document.importNode(part, true));
    scenes.set(step, parts);
  }
  for (const each of page.querySelectorAll(".told > .trick")) tellUpTo.learn(document.importNode(each, true));
  return step;
}

function told() {
  return tellUpTo.known();
}

function fetched(step) {
  const first = stretchOf(step);
  if (!fetching.has(first)) {
    const values = ahead ? { step: first, count: STRETCH } : { step: first };
    fetching.set(first, load(values).catch((failure) => {
      fetching.delete(first);
      throw failure;
    }));
  }
  return fetching.get(first);
}

// The controls stay the same elements, so that focus stays where it is.
function follow(controls) {
  for (const fresh of controls.querySelectorAll("[data-control]")) {
    const kept = scene.querySelector(`[data-control="${fresh.dataset.control}"]`);
    for (const { name } of [...kept.attributes]) kept.removeAttribute(name);
    for (const { name, value } of fresh.attributes) kept.setAttribute(name, value);
  }
  scene.querySelector(".where").replaceChildren(...controls.querySelector(".where").cloneNode(true).childNodes);
}

// Only what differs is replaced: the cards that a seat still holds stay as they are.
function show(name, part) {
  if (shown.get(name) === part) return;
  const old = document.querySelector(`[data-part="${name}"]`);
  if (!mend(old, part)) old.replaceWith(part.cloneNode(true));
  shown.set(name, part);
}

// Makes an element like another one, if both have children of the same kinds; says whether they have.
function mend(old, part) {
  const [before, after] = [[...old.childNodes], [...part.childNodes]];
  const kind = (node) => node.getAttribute?.("class") ?? node.nodeName;
  if (before.length !== after.length || !before.every((each, place) => kind(each) === kind(after[place]))) return false;
  for (const name of old.getAttributeNames()) if (!part.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of part.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  before.forEach((each, place) => {
    if (!each.isEqualNode(after[place])) each.replaceWith(after[place].cloneNode(true));
  });
  return true;
}

function spoken(said) {
  const copy = said.cloneNode(true);
  for (const each of copy.querySelectorAll("[aria-hidden], .ask-plays")) each.remove();
  for (const each of copy.querySelectorAll("[aria-label]")) each.replaceWith(` ${each.getAttribute("aria-label")}, `);
  return copy.textContent;
}

function announce() {
  const parts = [".happened", ".why-legal", ".tag-place", ".scores", ".whose"].flatMap((part) =>
    part === ".tag-place" ? [] : [...scene.querySelectorAll(part)]
  );
  const found = [...scene.querySelectorAll(".finding .message")].map((each) => each.textContent);
  announcement.textContent = [...parts.map(spoken), ...found].join(". ").replace(/\s+/g, " ").replace(/[ ,]+\./g, ".").trim();
}

function draw(step) {
  const next = scenes.get(step);
  if (!next || step < Number(replay.dataset.first) || !tellUpTo(step, ahead)) {
    location.assign(address(step));
    return;
  }
  const before = Number(scene.dataset.scene);
  const actor = Number(next.get("happened").dataset.actor);
  const cards = step === before + 1 ? cardsBefore(scene, actor) : null;
  for (const [name, part] of next) {
    if (name === "controls") follow(part);
    else show(name, part);
  }
  scene.dataset.scene = String(step);
  markCurrent(step);
  markFollowing(step, at);
  scrub.value = String(step);
  scrub.setAttribute("aria-valuetext", scene.querySelector(".where").textContent);
  jump.elements.step.value = String(step);
  for (const each of document.querySelectorAll("[data-here]")) each.setAttribute("href", at(each.getAttribute("href"), { step }));
  nameStep(step);
  if (cards) moveCards(scene, cards, actor);
  announce();
  document.dispatchEvent(new CustomEvent("replay-step", { detail: step }));
}

// Title and address follow once the steps rest: to change them takes longer than to draw a step, and browsers bound
// how often a page may do it.
let naming = 0;

function nameStep(step) {
  clearTimeout(naming);
  naming = setTimeout(() => {
    document.title = document.title.replace(/^.*?(?= · )/, replay.dataset.title.replace("%", step));
    history.replaceState(null, "", address(step));
  }, RESTED);
}

async function go(step) {
  wanted = Math.min(Math.max(step, 0), last);
  const target = wanted;
  if (target === Number(scene.dataset.scene)) return;
  try {
    if (!scenes.has(target) || !tellUpTo.can(target, ahead)) {
      if (!ahead && fetching.has(target) && !tellUpTo.can(target, ahead)) fetching.delete(target);
      await fetched(target);
    }
  } catch {
    location.assign(address(target));
    return;
  }
  if (target !== wanted) return;
  draw(target);
  prepare(target);
}

// Goes to a step that only the server knows: the next trick, the next finding, where a card is played.
async function find(what, more = {}) {
  const from = wanted;
  try {
    const step = await load({ step: from, find: what, ...more });
    if (wanted === from) await go(step);
  } catch {
    location.assign(at(address(from), { find: what, ...more }));
  }
}

// The stretches that come next are fetched before they are asked for.
function prepare(step) {
  if (!ahead) return;
  for (const near of [step, step + STRETCH, step - STRETCH]) {
    if (near >= 0 && near <= last) fetched(near).catch(() => {});
  }
}

// The links of a control lead to a step that is known, or to one that the server finds.
function control(name) {
  const link = scene.querySelector(`[data-control="${name}"]`);
  if (link.dataset.step !== undefined) return go(Number(link.dataset.step));
  return find("trick");
}

function here() {
  return wanted;
}

for (const part of document.querySelectorAll("[data-part]")) if (part.dataset.part !== "controls") shown.set(part.dataset.part, part);
listen({ go, find, control, here });
const shape = document.querySelector("[data-shape]");
shape?.addEventListener("toggle", () => import("./shape_below.js").then(({ openShape }) => openShape(shape, go, here)).catch(() => {}), { once: true });
prepare(wanted);
