// Sends the chosen or dropped files one by one, showing how far each is; without it, and with a text, the form does the
// same in one go.

const form = document.getElementById("upload");
const drop = document.getElementById("drop");
const input = document.getElementById("logs");
const text = document.getElementById("text");
const button = form.querySelector("button");
const results = document.getElementById("upload-results");
const lines = results.querySelector("tbody");
const status = document.getElementById("upload-status");
const MEBIBYTE = 2 ** 20;

let queue = Promise.resolve();
let waiting = 0;

function cell(kind, className, ...content) {
  const made = document.createElement(kind);
  made.className = className;
  made.append(...content);
  return made;
}

function line(file) {
  const name = document.createElement("span");
  name.translate = false;
  name.textContent = file.name;
  const file_cell = cell("th", "cell-title upload-file", name);
  file_cell.scope = "row";
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", form.dataset.ofFile.replace("{name}", () => file.name));
  const state = cell("p", "under", form.dataset.waiting);
  const shown = cell("tr", "upload-line", file_cell, cell("td", "upload-verdicts"), cell("td", "upload-found", bar, state));
  shown.dataset.has = "queued";
  lines.append(shown);
  results.hidden = false;
  return { shown, bar, state };
}

function add(name, number) {
  const here = results.querySelector(`[data-count="${name}"]`);
  const now = Number(here.textContent.replace(/\D/g, "")) + number;
  here.textContent = now.toLocaleString("en");
  here.closest("label").hidden = now === 0;
}

function fail({ shown, bar, state }, words) {
  bar.remove();
  state.className = "upload-failed";
  state.textContent = words;
  shown.dataset.has = "unread";
  shown.querySelector(".upload-verdicts").append(results.querySelector("[value=unread] + .verdict").cloneNode(true));
  add("files", 1);
  add("unread", 1);
  status.textContent = words;
}

function tooLarge(file) {
  if (file.size <= Number(form.dataset.most)) return "";
  const size = `${(Math.ceil((10 * file.size) / MEBIBYTE) / 10).toLocaleString("en")} MiB`;
  return form.dataset.tooLarge.replace("{size}", size).replace("{name}", () => file.name);
}

// The fields of the form beside the files: its token, and the rules to judge under as they are now.
function fieldsNow() {
  const fields = new FormData(form);
  fields.delete("logs");
  fields.delete("text");
  return [...fields];
}

function send(file, fields, { bar, state }) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  body.append("logs", file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", form.dataset.results);
    request.responseType = "document";
    request.upload.addEventListener("progress", (event) => {
      if (!event.lengthComputable) return;
      bar.value = event.loaded / event.total;
      state.textContent = form.dataset.sending.replace("{percent}", Math.floor((100 * event.loaded) / event.total));
    });
    request.upload.addEventListener("load", () => {
      bar.removeAttribute("value");
      state.textContent = form.dataset.checking;
    });
    request.addEventListener("load", () => {
      if (request.status === 200) resolve(request.response);
      else reject(new Error(request.response?.querySelector("main .lead")?.textContent ?? form.dataset.answered.replace("{status}", request.status)));
    });
    request.addEventListener("error", () => reject(new Error(form.dataset.unreached)));
    request.send(body);
  });
}

async function take(file, fields, sending) {
  try {
    const page = await send(file, fields, sending);
    const found = page.querySelector(".upload-results");
    const fresh = [...found.querySelectorAll("tbody tr")].map((each) => document.importNode(each, true));
    sending.shown.replaceWith(...fresh);
    for (const each of found.querySelectorAll("[data-count]")) add(each.dataset.count, Number(each.textContent.replace(/\D/g, "")));
    const words = fresh.map((each) => `${each.querySelector(".upload-file").textContent}: ${each.querySelector(".upload-verdicts").textContent}`);
    status.textContent = words.join(". ").replace(/\s+/g, " ");
  } catch (failure) {
    fail(sending, `${file.name}: ${failure.message}`);
  } finally {
    waiting -= 1;
    button.disabled = waiting > 0;
  }
}

function takeAll(files) {
  const fields = fieldsNow();
  for (const file of files) {
    const sending = line(file);
    const refused = tooLarge(file);
    if (refused) {
      fail(sending, refused);
      continue;
    }
    waiting += 1;
    button.disabled = true;
    queue = queue.then(() => take(file, fields, sending));
  }
}

form.addEventListener("submit", (event) => {
  if (!input.files.length || text.value.trim()) return;
  event.preventDefault();
  takeAll([...input.files]);
  input.value = "";
});

function carriesFiles(event) {
  return [...(event.dataTransfer?.types ?? [])].includes("Files");
}

for (const kind of ["dragenter", "dragover"]) {
  drop.addEventListener(kind, (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    drop.classList.add("over");
  });
}

drop.addEventListener("dragleave", (event) => {
  if (!drop.contains(event.relatedTarget)) drop.classList.remove("over");
});

drop.addEventListener("drop", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  drop.classList.remove("over");
  takeAll([...event.dataTransfer.files]);
});

drop.querySelector(".drop-hint").hidden = false;
