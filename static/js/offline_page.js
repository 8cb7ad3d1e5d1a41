// The page of what is kept for use without a connection: lists the matches and replays, and clears them.

import { dropMatch, keptMatches, megabytes, momentOf, replayCaches } from "./offline.js";

const list = document.getElementById("kept");
const matches = document.getElementById("kept-matches");
const none = document.getElementById("kept-none");
const clear = document.getElementById("kept-clear");
const address = document.getElementById("kept-address");
const HAND = /\/matches\/\d+\/hands\/\d+$/;

async function keptPages() {
  const found = [];
  for (const cache of await replayCaches()) {
    for (const request of await cache.keys()) {
      const url = new URL(request.url);
      if (!HAND.test(url.pathname)) continue;
      const answer = await cache.match(request, { ignoreVary: true });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (found.some((each) => each.url.href === url.href)) continue;
      found.push({ url, title: page.title.replace(/ · Fupan$/, ""), when: answer.headers.get("Fupan-Kept") });
    }
  }
  return found.reverse();
}

function line({ url, title, when }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = url.pathname + url.search;
  link.textContent = title;
  const time = document.createElement("span");
  time.className = "under";
  time.textContent = ` ${momentOf(when)}`;
  link.translate = false;
  item.append(link, time);
  return item;
}

function matchLine({ match, title, bytes }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const drop = document.createElement("button");
  link.href = `${match}/hands/1`;
  link.textContent = title;
  link.translate = false;
  drop.type = "button";
  drop.className = "button quiet";
  drop.textContent = matches.dataset.drop;
  drop.setAttribute("aria-label", `${matches.dataset.drop}: ${title}`);
  drop.addEventListener("click", () => dropMatch(match).then(show));
  item.append(link, ` ${megabytes(bytes)} MB `, drop);
  return item;
}

async function show() {
  const whole = await keptMatches();
  matches.replaceChildren(...whole.map(matchLine));
  matches.closest("section").hidden = whole.length === 0;
  const pages = await keptPages();
  list.replaceChildren(...pages.map(line));
  none.hidden = pages.length > 0;
  clear.hidden = pages.length === 0;
}

address.textContent = location.pathname + location.search;
if ("caches" in window) {
  show();
  clear.addEventListener("click", async () => {
    const worker = navigator.serviceWorker?.controller;
    if (worker) {
      await new Promise((done) => {
        navigator.serviceWorker.addEventListener("message", done, { once: true });
        worker.postMessage({ clear: true });
      });
    }
    for (const cache of await replayCaches()) for (const request of await cache.keys()) await cache.delete(request, { ignoreVary: true });
    await show();
    none.focus();
  });
} else {
  document.getElementById("kept-never").hidden = false;
  none.hidden = true;
}
