// The page of what is kept for use without a connection: lists the replays, and clears them.

import { momentOf } from "./offline.js";

const list = document.getElementById("kept");
const none = document.getElementById("kept-none");
const clear = document.getElementById("kept-clear");
const address = document.getElementById("kept-address");
const HAND = /\/matches\/\d+\/hands\/\d+$/;
const REPLAYS = "fupan-replays-";

async function replayCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(REPLAYS));
}

async function keptPages() {
  const found = [];
  for (const name of await replayCaches()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const url = new URL(request.url);
      if (!HAND.test(url.pathname)) continue;
      const answer = await cache.match(request, { ignoreVary: true });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
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

async function show() {
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
    for (const name of await replayCaches()) await caches.delete(name);
    await show();
    none.focus();
  });
} else {
  document.getElementById("kept-never").hidden = false;
  none.hidden = true;
}
