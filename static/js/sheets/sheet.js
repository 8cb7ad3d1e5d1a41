// Sends taps without loading the page anew; without it each tap is a form that the server answers with the page.
// Taps that could not be sent are kept in this browser, and sent when the server can be reached again.

const root = document.getElementById("sheet");
const status = document.getElementById("sheet-status");
const key = `fupan-sheet-${root.dataset.sheet}`;
const RETRY = 4000;

let waiting = [];
let sending = false;

function version() {
  return root.querySelector("input[name=version]")?.value ?? "";
}

function keep() {
  try {
    if (waiting.length) localStorage.setItem(key, JSON.stringify({ version: version(), waiting }));
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing still sends what it can.
  }
}

function say(text, failed = false) {
  status.textContent = text;
  status.classList.toggle("is-failed", failed);
}

function fields() {
  return [...root.querySelectorAll("input[id]:not([type=hidden], [type=checkbox], [type=radio]), textarea[id]")];
}

// Shows the answer to a tap. What was typed while it was on its way stays: `before` has the fields as they were sent.
function show(html, tap, before) {
  const open = [...root.querySelectorAll("details[data-keep][open]")].map((each) => each.dataset.keep);
  const typed = fields().filter((each) => before.get(each.id) !== each.value);
  const focused = typed.find((each) => each === document.activeElement)?.id;
  root.innerHTML = html;
  for (const each of root.querySelectorAll("details[data-keep]")) each.open = open.includes(each.dataset.keep);
  for (const { id, value } of typed) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
  const field = focused && document.getElementById(focused);
  if (field) return field.focus({ preventScroll: true });
  const same = [...root.querySelectorAll("button[name=tap]")].find((each) => each.value === tap && !each.disabled);
  (same ?? root.querySelector(".sheet-taps:not(.sheet-taps-small) .sheet-tap, .sheet-bar .primary:not([disabled])"))?.focus({ preventScroll: true });
}

async function ask(tap, token, seen) {
  const body = new FormData();
  for (const [name, value] of tap.fields) body.append(name, value);
  body.append("csrf_token", token);
  body.append("version", seen);
  return fetch(`${tap.action}?part=sheet`, { method: "POST", body, credentials: "same-origin" });
}

function token(within = root) {
  return within.querySelector("input[name=csrf_token]")?.value ?? "";
}

async function freshToken() {
  const answer = await fetch(root.dataset.part, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return token(page);
}

async function send(tap) {
  const before = new Map(fields().map((each) => [each.id, each.value]));
  let answer = await ask(tap, token(), version());
  // A token that is too old is refused with 400; the tap itself is then still to be made.
  if (answer.status === 400) answer = await ask(tap, await freshToken(), version());
  if (![200, 409, 422].includes(answer.status)) throw new Error(`The server answered ${answer.status}.`);
  show(await answer.text(), tap.fields.find(([name]) => name === "tap")?.[1], before);
  return answer.status;
}

async function sendAll() {
  if (sending) return;
  sending = true;
  root.setAttribute("aria-busy", "true");
  try {
    while (waiting.length) {
      const taken = await send(waiting[0]);
      waiting = taken === 200 ? waiting.slice(1) : [];
      keep();
      say(taken === 200 ? root.dataset.saved : "");
    }
  } catch {
    const count = waiting.length;
    say(count === 1 ? root.dataset.oneWaits : root.dataset.someWait.replace("{count}", count), true);
    setTimeout(sendAll, RETRY);
  } finally {
    sending = false;
    root.removeAttribute("aria-busy");
  }
}

root.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("tap" in form.dataset)) {
    if (waiting.length) {
      event.preventDefault();
      say(root.dataset.notYet, true);
    }
    return;
  }
  event.preventDefault();
  const fields = [...new FormData(form, event.submitter)].filter(([name]) => name !== "csrf_token" && name !== "version");
  waiting.push({ action: form.getAttribute("action"), fields });
  keep();
  sendAll();
});

window.addEventListener("online", sendAll);

function resume() {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!kept?.waiting?.length) return;
    if (kept.version === version()) {
      waiting = kept.waiting;
      sendAll();
    } else {
      localStorage.removeItem(key);
    }
  } catch {
    localStorage.removeItem(key);
  }
}

resume();
