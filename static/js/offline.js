// Registers the service worker, tells it what this page is made of, and says so where the page is one that was kept.

const settings = document.querySelector("meta[name=offline]");
const replay = document.getElementById("replay");
const root = document.documentElement;
// As many scenes as the replay fetches at once where results may be shown.
const STRETCH = 40;
const NUMBERS = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hour12: false };

export function momentOf(when) {
  const parts = Object.fromEntries(new Intl.DateTimeFormat("en-GB", NUMBERS).formatToParts(new Date(when)).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
}

export function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

async function cachesOf(...beginnings) {
  const names = (await caches.keys()).filter((name) => beginnings.some((each) => name.startsWith(each)));
  return Promise.all(names.map((name) => caches.open(name)));
}

export function replayCaches() {
  return cachesOf("fupan-replays-", "fupan-matches-");
}

// The matches that are kept as a whole: the address of each, its title, its bytes, and when it was kept.
export async function keptMatches() {
  const found = [];
  for (const cache of await cachesOf("fupan-matches-")) {
    for (const request of await cache.keys()) {
      if (new URL(request.url).pathname.endsWith("/keep")) found.push(await (await cache.match(request)).json());
    }
  }
  return found;
}

// Drops all that is kept of a match.
export async function dropMatch(match) {
  for (const cache of await replayCaches()) {
    for (const request of await cache.keys()) {
      if (new URL(request.url).pathname.startsWith(`${match}/`)) await cache.delete(request, { ignoreVary: true });
    }
  }
  navigator.serviceWorker?.controller?.postMessage({ dropped: match });
}

// On a page that was kept.
function mark() {
  const when = root.dataset.offline;
  if (!when) return;
  const said = document.createElement("p");
  said.className = "offline-mark";
  said.setAttribute("role", "status");
  said.textContent = settings.dataset.mark.replace("%", momentOf(when));
  document.body.prepend(said);
}

function addressAt(path, values) {
  const url = new URL(path, location.href);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

// What the page of a replay fetched, the steps around its own, and where results may be shown all steps.
function parts() {
  const fetched = performance.getEntriesByType("resource").map((each) => each.name);
  const own = [addressAt(replay.dataset.hand, {}), ...fetched.filter((each) => each.startsWith(location.origin))];
  const { scene, steps } = replay.querySelector(".replay-scene").dataset;
  const ahead = "ahead" in replay.dataset;
  const last = Number(ahead ? steps : scene);
  for (let step = ahead ? 0 : last - (last % STRETCH); step <= last; step += STRETCH) own.push(addressAt(replay.dataset.tables, { step, count: STRETCH }));
  return own;
}

// A kept page that was asked for another step goes there by itself.
function goToStep() {
  const step = /^#step=(\d+)$/.exec(location.hash)?.[1];
  const scrub = replay.querySelector("[data-scrub]");
  const last = "ahead" in replay.dataset ? replay.dataset.last : replay.querySelector(".replay-scene").dataset.steps;
  if (step === undefined || !("offline" in root.dataset) || Number(step) > Number(last)) return;
  history.replaceState(null, "", location.pathname + location.search);
  scrub.value = step;
  scrub.dispatchEvent(new Event("input"));
}

async function begin() {
  await navigator.serviceWorker.register(settings.content);
  const worker = (await navigator.serviceWorker.ready).active;
  worker.postMessage({ language: root.lang });
  if (!replay || replay.dataset.view || "offline" in root.dataset || "asked" in settings.dataset) return;
  worker.postMessage({ keep: parts() });
}

mark();
if (replay) window.addEventListener("load", () => setTimeout(goToStep, 0));
if ("serviceWorker" in navigator) window.addEventListener("load", () => begin().catch(() => {}));
