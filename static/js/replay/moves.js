// How readers move through a hand: keys, buttons, the scrubber, cards, swipes, and autoplay.

import { playedAt } from "./tricks.js";

const replay = document.getElementById("replay");
const scene = replay.querySelector(".replay-scene");
const scrub = replay.querySelector("[data-scrub]");
const jump = document.querySelector(".replay-jump");
const last = Number(scene.dataset.steps);
const auto = replay.querySelector("[data-auto]");
const speed = replay.querySelector("[data-speed]");
const keys = document.getElementById("keys");
const SWIPE = 45;
const LONGEST = 15000;
// What `listen` was given: where the replay is, and how it goes elsewhere.
let player = null;

function follow(key) {
  document.querySelector(`[data-key="${key}"]`)?.click();
}

function previousFinding() {
  const found = [...document.querySelectorAll("#steps [class*=replay-found-]")].map((line) => Number(line.dataset.step)).filter((step) => step < player.here());
  return found.length ? player.go(Math.max(...found)) : undefined;
}

const KEYS = {
  ArrowLeft: () => player.go(player.here() - 1),
  ArrowRight: () => player.go(player.here() + 1),
  ArrowUp: () => player.control("previous-trick"),
  ArrowDown: () => player.control("next-trick"),
  Home: () => player.go(0),
  End: () => player.go(last),
  PageUp: () => follow("PageUp"),
  PageDown: () => follow("PageDown"),
  k: () => follow("k"),
  j: () => follow("j"),
  p: previousFinding,
  n: () => player.find("finding"),
  f: () => document.getElementById("where").focus(),
  s: () => follow("s"),
  " ": () => toggle(),
  w: () => follow("w"),
  m: () => follow("m"),
  r: () => follow("r"),
  "?": () => keys.showModal(),
};

function plain(event) {
  return !(event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key !== "?"));
}

function onKey(event) {
  const move = KEYS[event.key];
  if (!move || !plain(event) || keys.open) return;
  const target = event.target.closest("input, select, textarea, [contenteditable], summary, button, a, .replay-menu-box");
  if (target?.matches("input:not([type=range]), select, textarea, [contenteditable]")) return;
  if (event.key === " " && target) return;
  event.preventDefault();
  if (event.key !== " ") stop();
  move();
}

function onClick(event) {
  if (event.button !== 0 || !plain(event)) return;
  const link = event.target.closest("a");
  if (!link) return onCard(event.target.closest(".felt-holding .card"));
  if (link.matches(".replay-for-keys")) {
    event.preventDefault();
    return keys.showModal();
  }
  if (link.dataset.find) {
    event.preventDefault();
    return player.find(link.dataset.find);
  }
  const holder = link.closest("[data-control], [data-step]");
  if (!holder) return undefined;
  event.preventDefault();
  stop();
  if (link.getAttribute("aria-disabled") === "true") return undefined;
  if (link.dataset.control) return player.control(link.dataset.control);
  return player.go(Number(holder.dataset.step));
}

// A card leads to where it is or was played, which the server says if the list of tricks does not.
function onCard(card) {
  const label = card?.dataset.unmarked ?? card?.getAttribute("aria-label");
  if (!label || card.matches(".back")) return undefined;
  if (card.dataset.played) {
    stop();
    return player.go(Number(card.dataset.played));
  }
  const seat = card.closest(".felt-seat");
  const of = seat.dataset.seat;
  stop();
  const step = playedAt(of, label, player.here());
  return step === null ? player.find("card", { of, card: label }) : player.go(step);
}

let timer = 0;

function pace() {
  if (speed.value !== "own") return Number(speed.value);
  const seconds = parseFloat(scene.querySelector(".replay-step-said .replay-seconds")?.textContent ?? "");
  return Math.min(Number.isFinite(seconds) ? seconds * 1000 : 1000, LONGEST);
}

async function tick() {
  await player.go(player.here() + 1);
  if (player.here() >= last) stop();
  else if (timer) timer = setTimeout(tick, pace());
}

function stop() {
  if (!timer) return;
  clearTimeout(timer);
  timer = 0;
  say();
}

function toggle() {
  if (timer) return stop();
  if (player.here() >= last) return undefined;
  timer = setTimeout(tick, 150);
  return say();
}

function say() {
  auto.setAttribute("aria-pressed", String(timer !== 0));
  auto.querySelector(".replay-auto-words").textContent = timer ? replay.dataset.playing : replay.dataset.paused;
}

function swipes(area) {
  let start = null;
  area.addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  area.addEventListener("touchend", (event) => {
    if (!start) return;
    const end = event.changedTouches[0];
    const across = end.clientX - start.clientX;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(end.clientY - start.clientY)) player.go(player.here() + (across < 0 ? 1 : -1));
    start = null;
  }, { passive: true });
  area.addEventListener("touchcancel", () => {
    start = null;
  }, { passive: true });
}

export function listen(given) {
  player = given;
  for (const each of document.querySelectorAll("[data-auto], [data-speed], [data-scrub], .replay-for-keys")) each.hidden = false;
  speed.value = localStorage.getItem("fupan-speed") ?? speed.value;
  if (!speed.value) speed.value = "1000";
  speed.addEventListener("change", () => localStorage.setItem("fupan-speed", speed.value));
  document.addEventListener("keydown", onKey);
  replay.addEventListener("click", onClick);
  auto.addEventListener("click", toggle);
  scrub.addEventListener("input", () => {
    stop();
    player.go(scrub.valueAsNumber);
  });
  jump.addEventListener("submit", (event) => {
    if (event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    player.go(jump.elements.step.valueAsNumber || 0);
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.replay-menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  swipes(scene.querySelector(".felt"));
}
