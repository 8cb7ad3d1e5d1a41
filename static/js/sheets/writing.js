// Checks a log while it is written: sends the text of the hand, and puts what the server says beside it.
// All that is shown comes from the server; here, taps are only counted.

import { completeLines } from "./completing.js";

const form = document.getElementById("writing");
const PAUSE = 450;
const RETRY = 4000;

let timer = 0;
let sending = false;
let again = null;
let dirty = false;

const text = () => form.querySelector("textarea");
const field = (name) => form.querySelector(`input[type=hidden][name="${name}"]`);
const pad = () => form.querySelector(".writing-pad [data-mode]");

function chosen() {
  return field("chosen")?.value.split(" ").filter(Boolean) ?? [];
}

function body(fields) {
  const data = new FormData(form);
  for (const name of ["do", "act", "card", "to-mode", "to-seat"]) data.delete(name);
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

function show(html, sent) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const version = page.querySelector("input[name=version]")?.value;
  for (const each of document.querySelectorAll("input[name=version]")) each.value = version ?? each.value;
  const typed = page.querySelector("textarea")?.value ?? "";
  const area = text();
  if (area.value === sent.text) {
    if (area.value !== typed) {
      area.value = typed;
      area.scrollTop = area.scrollHeight;
    }
    dirty = false;
  }
  const stale = sent.chosen !== (field("chosen")?.value ?? "");
  const focused = document.activeElement;
  const place = focused?.closest("[data-live]") && focused.name ? `[name="${focused.name}"][value="${CSS.escape(focused.value)}"]` : null;
  for (const part of form.querySelectorAll("[data-live]")) {
    const name = part.dataset.live;
    const fresh = page.querySelector(`[data-live="${name}"]`);
    if (!fresh || (name === "pad" && stale)) continue;
    const open = [...part.querySelectorAll("details[data-keep][open]")].map((each) => each.dataset.keep);
    if (part.innerHTML !== fresh.innerHTML) part.replaceChildren(...fresh.childNodes);
    for (const each of part.querySelectorAll("details[data-keep]")) each.open = open.includes(each.dataset.keep);
  }
  if (place && !document.contains(focused)) {
    const same = form.querySelector(place);
    (same && !same.disabled ? same : form.querySelector(".writing-key:not(:disabled), [data-undo]"))?.focus({ preventScroll: true });
  }
  margin();
  return stale;
}

async function send(fields) {
  clearTimeout(timer);
  if (sending) {
    again = again && fields.do === "check" ? again : fields;
    return;
  }
  sending = true;
  form.setAttribute("aria-busy", "true");
  let answer = null;
  const sent = { text: text().value, chosen: field("chosen")?.value ?? "" };
  try {
    answer = await fetch(form.dataset.part, { method: "POST", body: body(fields), credentials: "same-origin" });
    if (![200, 409, 413, 422].includes(answer.status)) throw new Error(`The server answered ${answer.status}.`);
    if (show(await answer.text(), sent)) again ??= pad()?.dataset.mode === "deal" ? { do: "deal" } : { do: "choose" };
  } catch {
    const status = form.querySelector(".writing-saved");
    if (status) status.textContent = form.dataset.failed;
    again ??= fields;
    answer = null;
  } finally {
    sending = false;
    form.removeAttribute("aria-busy");
  }
  if (again) {
    const next = again;
    again = null;
    if (answer) await send(next);
    else timer = setTimeout(() => send(next), RETRY);
  }
}

function later(fields, pause = PAUSE) {
  clearTimeout(timer);
  timer = setTimeout(() => send(fields), pause);
}

// The margin goes with the text, and has a line more as soon as one is typed.
function margin() {
  const gutter = form.querySelector(".writing-gutter");
  const lines = text().value.split("\n").length;
  while (gutter.children.length > lines) gutter.lastElementChild.remove();
  while (gutter.children.length < lines) {
    const line = document.createElement("li");
    line.textContent = String(gutter.children.length + 1);
    gutter.append(line);
  }
  gutter.scrollTop = text().scrollTop;
}

function refresh() {
  const cards = chosen();
  const count = new Map();
  for (const card of cards) {
    const plain = card.split(":")[0];
    count.set(plain, (count.get(plain) ?? 0) + 1);
  }
  const most = Number(pad().dataset.most);
  const full = most > 0 && cards.length >= most;
  for (const key of form.querySelectorAll(".writing-key")) {
    const left = Number(key.dataset.left) - (count.get(key.value) ?? 0);
    key.dataset.chosen = String(count.get(key.value) ?? 0);
    key.querySelector(".writing-left").textContent = String(Math.max(left, 0));
    key.disabled = full || left <= 0;
  }
  form.querySelector("[data-count]").textContent = String(cards.length);
  const tray = form.querySelector(".writing-tray");
  const ranks = new Map();
  tray.replaceChildren(...cards.flatMap((card) => {
    const key = form.querySelector(`.writing-key[value="${CSS.escape(card.split(":")[0])}"]`);
    if (!key) return [];
    const shown = key.querySelector(".card").cloneNode(true);
    shown.removeAttribute("aria-hidden");
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", key.getAttribute("aria-label"));
    const rank = shown.textContent || "★";
    ranks.set(rank, (ranks.get(rank) ?? 0) + 1);
    return [shown];
  }));
  form.querySelector(".writing-ranks").replaceChildren(...[...ranks].map(([rank, times]) => {
    const line = document.createElement("li");
    const name = document.createElement("span");
    name.translate = false;
    name.textContent = rank;
    line.append(name, ` ${times}`);
    return line;
  }));
  return full;
}

function tap(card) {
  const row = form.querySelector("input[name=row]:checked")?.value;
  const words = card === null ? chosen().slice(0, -1) : [...chosen(), row ? `${card}:${row}` : card];
  field("chosen").value = words.join(" ");
  const full = refresh();
  const deal = pad().dataset.mode === "deal";
  if (deal && full) send({ do: "deal" });
  else later({ do: deal ? "deal" : "choose" }, deal ? PAUSE : 120);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (button?.name === "card") tap(button.value);
  else if (button?.value === "undo" && chosen().length) tap(null);
  else if (button && ["next", "drop-hand"].includes(button.value)) whole(button);
  else {
    const line = form.querySelector("#line");
    const fields = button?.name ? { [button.name]: button.value } : { do: "check" };
    send(fields).then(() => {
      if (fields.do === "add" && line) line.value = "";
    });
  }
});

// What leads to another page is sent as a form is.
function whole(button) {
  clearTimeout(timer);
  const hidden = document.createElement("input");
  hidden.type = "hidden";
  hidden.name = "do";
  hidden.value = button.value;
  form.append(hidden);
  form.submit();
}

form.addEventListener("input", (event) => {
  if (event.target !== text()) return;
  dirty = true;
  margin();
  if (!event.isComposing) later({ do: "check" });
});
form.addEventListener("compositionend", () => later({ do: "check" }));
text().addEventListener("scroll", () => margin());

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !dirty || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  await send({ do: "check" });
  location.assign(link.href);
});

document.querySelector("[data-done]")?.addEventListener("submit", async (event) => {
  if (!dirty) return;
  event.preventDefault();
  await send({ do: "check" });
  if (!dirty) event.target.submit();
});

// A page that answered a form, sent before this script was there, is not sent again when it is loaded again.
const here = new URL(location.href);
if (field("hand")) here.searchParams.set("hand", field("hand").value);
history.replaceState(history.state, "", here);

completeLines(form);
margin();
if (text().value !== text().defaultValue) {
  dirty = true;
  later({ do: "check" });
}
