// Has the service worker keep a whole match, says how far it is, and drops the match again.

import { dropMatch, keptMatches, megabytes, momentOf } from "../offline.js";

const box = document.getElementById("keep-match");
const said = document.getElementById("keep-said");
const progress = document.getElementById("keep-progress");
const begin = document.getElementById("keep-begin");
const drop = document.getElementById("keep-drop");
const { match, title } = box.dataset;

function say(text) {
  said.textContent = text;
  said.hidden = text === "";
}

async function show() {
  const kept = (await keptMatches()).find((each) => each.match === match);
  say(kept ? box.dataset.kept.replace("%1", megabytes(kept.bytes)).replace("%2", momentOf(kept.when)) : "");
  drop.hidden = !kept;
  begin.hidden = false;
}

function follow({ data }) {
  if (data.match !== match) return;
  progress.hidden = data.done === data.all || data.failed;
  progress.max = data.all;
  progress.value = data.done;
  if (data.failed) {
    say(box.dataset.failed);
    begin.hidden = false;
  } else if (data.done === data.all) show();
  else say(box.dataset.progress.replace("%1", data.done).replace("%2", data.all).replace("%3", megabytes(data.bytes)));
}

async function keep() {
  const addresses = [...document.querySelectorAll("[data-keep]")].flatMap((each) => each.dataset.keep.split(" "));
  begin.hidden = true;
  drop.hidden = true;
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keepMatch: { match, title, addresses } });
}

if ("caches" in window && "serviceWorker" in navigator) {
  navigator.serviceWorker.addEventListener("message", follow);
  navigator.serviceWorker.startMessages();
  begin.addEventListener("click", keep);
  drop.addEventListener("click", () => dropMatch(match).then(show).then(() => begin.focus()));
  show();
} else {
  document.getElementById("keep-never").hidden = false;
}
