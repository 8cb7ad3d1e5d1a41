// Lets the verdict, its log and the issuer's key be dropped together; without it each field takes its own file.

const drop = document.getElementById("drop");
const fields = ["verdict", "logs", "keys"].map((id) => document.getElementById(id));
const [verdict, logs, keys] = fields;

async function fieldFor(file) {
  const beginning = await file.slice(0, 64).text();
  if (beginning.includes("-----BEGIN PUBLIC KEY-----")) return keys;
  return beginning.startsWith('{"body":') ? verdict : logs;
}

function put(field, files) {
  const held = new DataTransfer();
  for (const file of files) held.items.add(file);
  field.files = held.files;
}

async function take(files) {
  const sorted = new Map(fields.map((field) => [field, []]));
  for (const file of files) sorted.get(await fieldFor(file)).push(file);
  if (files.length === 1 && !verdict.files.length && !sorted.get(keys).length) {
    put(verdict, files);
    return;
  }
  for (const [field, found] of sorted) if (found.length) put(field, field === verdict ? found.slice(0, 1) : found);
}

for (const hint of drop.querySelectorAll(".drop-hint")) hint.hidden = false;
drop.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
drop.addEventListener("dragleave", (event) => {
  if (!drop.contains(event.relatedTarget)) drop.classList.remove("over");
});
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  take([...event.dataTransfer.files]);
});
