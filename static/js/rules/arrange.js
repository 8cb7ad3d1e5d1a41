// Taps on the pad change the text of the cards in its place; without it the server does the same.

const field = document.getElementById("cards");
const pad = document.getElementById("pad");
const keys = [...pad.querySelectorAll(".arrange-key")];
const undo = pad.querySelector("[value=undo]");
const shown = pad.querySelector("[data-count]");
const most = Number(pad.querySelector("[data-most]").textContent);

const words = () => field.value.split(/\s+/).filter(Boolean);
const plain = (word) => word.replace(/^10/, "T").replace(/^./, (rank) => rank.toUpperCase()).replace(/.$/, (suit) => suit.toLowerCase());

function refresh() {
  const chosen = new Set(words().map(plain));
  const count = keys.filter((key) => chosen.has(key.value)).length;
  shown.textContent = String(count);
  undo.disabled = words().length === 0;
  for (const key of keys) {
    const pressed = chosen.has(key.value);
    key.setAttribute("aria-pressed", String(pressed));
    key.disabled = !pressed && count >= most;
  }
}

field.form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.name !== "tap") return;
  event.preventDefault();
  const before = words();
  const without = before.filter((word) => plain(word) !== button.value);
  if (button === undo) field.value = before.slice(0, -1).join(" ");
  else field.value = (without.length < before.length ? without : [...before, button.value]).join(" ");
  refresh();
});

field.addEventListener("input", refresh);
refresh();
