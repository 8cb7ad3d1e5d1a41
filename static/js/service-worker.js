// The service worker: static files from their cache, and replays that were opened with all hands for use without a
// connection. The server says what may be kept (the header Fupan-Offline), and all else is never kept: to those who are
// logged in only where this says in the same header that the reader asks for it. What this release keeps from the start
// comes before this text, as RELEASE.

const FILES = `fupan-files-${RELEASE.version}`;
const REPLAYS = `fupan-replays-${RELEASE.version}`;
const WHOLE = "fupan-matches-";
const MATCHES = `${WHOLE}${RELEASE.version}`;
const OURS = "fupan-";
const MARK = "Fupan-Offline";
const ASKED = "asked";
const WHEN = "Fupan-Kept";
const SIZE = "Fupan-Size";
const MOST_REPLAYS = 400;
const MOST_BYTES = 24 * 1024 * 1024;
const LARGEST = 2 * 1024 * 1024;
const MOST_FILES = 120;
const MOST_ASKED = 80;
const MOST_OF_MATCH = 2000;
const AGAIN = 5000;
const HAND = /\/matches\/\d+\/hands\/\d+(\/table)?$/;
// What readers choose for all replays; it is in cookies, and no part of what is kept.
const CHOICES = ["results", "colours", "played", "lang"];

self.addEventListener("install", (event) => {
  const wanted = [...RELEASE.files, ...Object.values(RELEASE.pages)].map((address) => new Request(address, { cache: "reload", credentials: "omit" }));
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(wanted)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(OURS) && !name.startsWith(WHOLE) && name !== FILES && name !== REPLAYS) await caches.delete(name);
    }
    await self.clients.claim();
    await renew();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (isFile(url)) event.respondWith(file(event, request, url));
  else if (isReplay(url)) event.respondWith(replay(event, request, url));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => notKept(url)));
});

self.addEventListener("message", (event) => {
  const { language, keep, clear, keepMatch, dropped } = event.data ?? {};
  if (dropped) bytes = null;
  if (keepMatch) event.waitUntil(keepWhole(keepMatch, (far) => event.source?.postMessage(far)));
  if (clear) event.waitUntil(keeping.then(() => Promise.all([REPLAYS, MATCHES].map((name) => caches.delete(name)))).then(() => { bytes = null; event.source?.postMessage({ cleared: true }); }));
  if (language in RELEASE.pages) event.waitUntil(remember(language));
  if (Array.isArray(keep)) event.waitUntil(keepAll(keep.slice(0, MOST_ASKED)));
});

function isFile(url) {
  return RELEASE.versioned.some((path) => (path.endsWith("/") ? url.pathname.startsWith(path) : url.pathname === path));
}

function isReplay(url) {
  return HAND.test(url.pathname) && (url.searchParams.get("view") ?? "all") === "all";
}

// The address under which a replay is kept: without a list of hands, for what carries one is not kept.
function keyOf(url) {
  const key = new URL(url.pathname, url.origin);
  const values = [...url.searchParams].filter(([name]) => !CHOICES.includes(name) && name !== "view" && name !== "list");
  for (const [name, value] of values.sort()) if (name !== "step" || value !== "0") key.searchParams.append(name, value);
  return key.href;
}

// Files whose addresses have their hashes come from the cache; of others it has the last copy.
async function file(event, request, url) {
  const cache = await caches.open(FILES);
  const hashed = url.searchParams.has("v");
  if (hashed) {
    const kept = await cache.match(request.url, { ignoreVary: true });
    if (kept) return kept;
  }
  let answer;
  try {
    answer = await fetch(request);
  } catch (failure) {
    const kept = hashed ? undefined : await cache.match(request.url, { ignoreSearch: true, ignoreVary: true });
    if (kept) return kept;
    throw failure;
  }
  const lasting = hashed ? /immutable/.test(answer.headers.get("Cache-Control") ?? "") : /\.m?js$/.test(url.pathname);
  if (answer.status === 200 && !answer.redirected && lasting && Number(answer.headers.get("Content-Length") ?? 0) <= LARGEST) {
    event.waitUntil(keepFile(cache, request.url, answer.clone()));
  }
  return answer;
}

async function keepFile(cache, address, answer) {
  await cache.put(address, answer);
  const others = (await cache.keys()).filter((each) => !isKeptFromStart(each.url));
  for (const each of others.slice(0, Math.max(others.length - MOST_FILES, 0))) await cache.delete(each);
}

function isKeptFromStart(address) {
  const url = new URL(address);
  const path = url.pathname + url.search;
  return RELEASE.files.includes(path) || path === RELEASE.language || Object.values(RELEASE.pages).includes(path);
}

function mayKeep(answer) {
  return answer.status === 200 && answer.type === "basic" && !answer.redirected && answer.headers.get(MARK) === "keep";
}

async function replay(event, request, url) {
  let answer;
  try {
    answer = await fetch(request);
  } catch (failure) {
    const kept = await keptFor(url);
    if (request.mode === "navigate") return kept ? dated(kept, kept.headers.get(WHEN)) : (await elsewhere(url)) ?? notKept(url);
    if (kept) return kept;
    throw failure;
  }
  if (mayKeep(answer)) event.waitUntil(keepReplay(keyOf(url), answer.clone()));
  return answer;
}

// The number of bytes that are kept; null until they are counted.
let bytes = null;
let keeping = Promise.resolve();

function sizeOf(answer) {
  return Number(answer?.headers.get(SIZE) ?? 0);
}

function keepReplay(key, answer) {
  keeping = keeping.then(() => keepNow(key, answer)).catch(() => {});
  return keeping;
}

async function keepNow(key, answer) {
  const [size, copy] = await copied(answer);
  if (size > LARGEST) return;
  const cache = await caches.open(REPLAYS);
  if (bytes === null) bytes = (await cache.matchAll()).reduce((sum, each) => sum + sizeOf(each), 0);
  // What is kept again goes to the end, so that the first is what was kept longest ago.
  bytes -= sizeOf(await cache.match(key, { ignoreVary: true }));
  await cache.delete(key, { ignoreVary: true });
  await cache.put(key, copy);
  bytes += size;
  const keys = await cache.keys();
  let count = keys.length;
  for (const oldest of keys) {
    if (count <= MOST_REPLAYS && bytes <= MOST_BYTES) break;
    bytes -= sizeOf(await cache.match(oldest, { ignoreVary: true }));
    await cache.delete(oldest, { ignoreVary: true });
    count -= 1;
  }
}

// The bytes of an answer, and a copy that says when it was kept and how large it is.
async function copied(answer) {
  const body = await answer.arrayBuffer();
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set(WHEN, new Date().toISOString());
  headers.set(SIZE, String(body.byteLength));
  return [body.byteLength, new Response(body, { headers })];
}

// Keeps all addresses of a match, in a place of their own that others do not push them out of, and a list of them.
async function keepWhole({ match, title, addresses }, say) {
  const cache = await caches.open(MATCHES);
  const wanted = addresses.slice(0, MOST_OF_MATCH).map((address) => new URL(address, self.location.origin));
  let sum = 0;
  let done = 0;
  try {
    for (const url of wanted.filter(isReplay)) {
      const answer = await fetch(url.href, { credentials: "same-origin", headers: { [MARK]: ASKED } });
      if (!mayKeep(answer)) throw new Error(`${answer.status} for ${url}`);
      const [size, copy] = await copied(answer);
      await cache.put(keyOf(url), copy);
      sum += size;
      done += 1;
      if (done < wanted.length) say({ match, done, all: wanted.length, bytes: sum });
    }
    const list = { match, title, addresses, bytes: sum, when: new Date().toISOString() };
    await cache.put(`${match}/keep`, new Response(JSON.stringify(list)));
    say({ match, done, all: done, bytes: sum });
  } catch {
    say({ match, done, all: wanted.length, bytes: sum, failed: true });
    return false;
  }
  return true;
}

// Another release keeps again the matches that an earlier one kept.
async function renew() {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(WHOLE) && each !== MATCHES)) {
    const before = await caches.open(name);
    const lists = (await before.keys()).filter((each) => each.url.endsWith("/keep"));
    let all = true;
    for (const each of lists) all = (await keepWhole(await (await before.match(each)).json(), () => {})) && all;
    if (all) await caches.delete(name);
  }
}

// What is kept for an address, of what was opened or else of whole matches.
async function keptFor(url) {
  const [opened, whole] = await Promise.all([REPLAYS, MATCHES].map((name) => caches.open(name)));
  const key = keyOf(url);
  return (await opened.match(key, { ignoreVary: true })) ?? whole.match(key, { ignoreVary: true });
}

function withoutStep(address) {
  const url = new URL(address);
  url.searchParams.delete("step");
  return url.href;
}

// Where a step has no page of its own, the page of another step goes there if its table is kept.
const sent = new Map();
async function elsewhere(url) {
  const step = Number(url.searchParams.get("step") ?? 0);
  const keys = [];
  for (const name of [REPLAYS, MATCHES]) keys.push(...(await (await caches.open(name)).keys()).map((each) => each.url));
  const plain = keyOf(url);
  const page = keys.find((each) => withoutStep(each) === withoutStep(plain));
  const last = sent.get(plain);
  if (!page || url.pathname.endsWith("/table") || Date.now() - (last ?? 0) < AGAIN) return null;
  const covers = keys.map((each) => new URL(each)).some((each) => {
    if (each.pathname !== `${url.pathname}/table`) return false;
    const first = Number(each.searchParams.get("step") ?? 0);
    return first <= step && step < first + Number(each.searchParams.get("count") ?? 0);
  });
  if (!covers) return null;
  sent.set(plain, Date.now());
  return Response.redirect(`${page}#step=${step}`);
}

// A page that says since when it is kept.
async function dated(kept, when, status = 200) {
  const headers = new Headers(kept.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const text = await kept.text();
  return new Response(text.replace("<html ", `<html data-offline="${when ?? ""}" `), { status, headers });
}

async function notKept() {
  const cache = await caches.open(FILES);
  const chosen = await cache.match(RELEASE.language);
  const tag = chosen ? await chosen.text() : "en";
  const page = await cache.match(RELEASE.pages[tag] ?? RELEASE.pages.en, { ignoreVary: true });
  return page ? dated(page, "", 503) : Response.error();
}

async function remember(language) {
  const cache = await caches.open(FILES);
  const chosen = await cache.match(RELEASE.language);
  if (!chosen || (await chosen.text()) !== language) await cache.put(RELEASE.language, new Response(language));
}

// Keeps what a page has fetched before this worker was there, or what it may go to.
async function keepAll(addresses) {
  const replays = await caches.open(REPLAYS);
  const files = await caches.open(FILES);
  for (const address of addresses) {
    const url = new URL(String(address), self.location.origin);
    if (url.origin !== self.location.origin) continue;
    try {
      if (isFile(url)) {
        if (await files.match(url.href, { ignoreVary: true })) continue;
        await file({ waitUntil: (done) => done }, new Request(url.href), url);
      } else if (isReplay(url)) {
        if (await replays.match(keyOf(url), { ignoreVary: true })) continue;
        const answer = await fetch(url.href, { credentials: "same-origin" });
        if (mayKeep(answer)) await keepReplay(keyOf(url), answer);
      }
    } catch {
      return;
    }
  }
}
