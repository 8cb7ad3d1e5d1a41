// Sends the chosen or dropped files one by one, showing how far each is; without it the form does the same in one go.

const form = document.getElementById("upload");
const drop = document.getElementById("drop");
const input = document.getElementById("logs");
const button = form.querySelector("button");
const results = document.getElementById("upload-results");
const status = document.getElementById("upload-status");

let queue = Promise.resolve();
let waiting = 0;

function line(file) {
  const shown = document.createElement("div");
  shown.className = "sending";
  const name = document.createElement("span");
  name.textContent = file.name;
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", form.dataset.ofFile.replace("{name}", () => file.name));
  const state = document.createElement("span");
  state.className = "under";
  state.textContent = form.dataset.waiting;
  shown.append(name, bar, state);
  results.append(shown);
  return { shown, bar, state };
}

// The fields of the form beside the files: its token, and the rules to judge under as they are now.
function fieldsNow() {
  const fields = new FormData(form);
  fields.delete("logs");
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
    const found = [...page.querySelectorAll(".upload-result")].map((each) => document.importNode(each, true));
    sending.shown.replaceWith(...found);
    status.textContent = found.map((each) => `${each.querySelector("h2").textContent}: ${each.querySelector(".counts").textContent}`).join(". ").replace(/\s+/g, " ");
  } catch (failure) {
    sending.bar.remove();
    sending.state.className = "failed";
    sending.state.textContent = failure.message;
    status.textContent = `${file.name}: ${failure.message}`;
  } finally {
    waiting -= 1;
    button.disabled = waiting > 0;
  }
}

function takeAll(files) {
  const fields = fieldsNow();
  for (const file of files) {
    const sending = line(file);
    waiting += 1;
    button.disabled = true;
    queue = queue.then(() => take(file, fields, sending));
  }
}

form.addEventListener("submit", (event) => {
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
