// The display of a hall: asks every second whether the presenter has changed what is shown, and then fetches the table.

const EVERY = 1000;
const HIDDEN = 10000;
const SLOWEST = 30000;
const LOST = 3;

const hall = document.getElementById("hall");
const lost = document.getElementById("lost");
// The tag of the state that the table on the page belongs to; none is known before the first answer.
let tag = "";
let failures = 0;
let timer = 0;

function ended() {
  return hall.querySelector("[data-ended]") !== null;
}

async function fetchTable() {
  const answer = await fetch(hall.dataset.table, { credentials: "same-origin" });
  if (answer.status === 404) return void location.reload();
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  hall.replaceChildren(document.importNode(page.querySelector(".hall-part"), true));
}

async function poll() {
  const answer = await fetch(hall.dataset.state, {
    credentials: "same-origin",
    headers: tag ? { "If-None-Match": tag } : {},
    cache: "no-store",
  });
  if (answer.status === 304) return;
  // A presentation that was removed: the server says so.
  if (answer.status === 404) return void location.reload();
  if (!answer.ok) throw new Error(String(answer.status));
  const { version, ended: over } = await answer.json();
  if (over || version !== Number(hall.querySelector(".hall-part").dataset.version)) await fetchTable();
  tag = answer.headers.get("ETag") ?? "";
}

function pause() {
  if (document.hidden) return HIDDEN;
  return Math.min(EVERY * 2 ** failures, SLOWEST);
}

async function follow() {
  clearTimeout(timer);
  try {
    await poll();
    failures = 0;
    lost.textContent = "";
  } catch {
    failures += 1;
    if (failures >= LOST) lost.textContent = lost.dataset.lost;
  }
  if (!ended()) timer = setTimeout(follow, pause());
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !ended()) follow();
});
window.addEventListener("online", () => {
  failures = 0;
  if (!ended()) follow();
});
if (!ended()) timer = setTimeout(follow, EVERY);
