// Exercises: what the reader found is kept in this browser alone, and marked wherever the exercise is named.

const STORE = "fupan-exercises";
const MOST = 2000;
const solved = document.querySelector("[data-solved]");
const forget = document.querySelector("[data-forget]");

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return new Map(Array.isArray(found) ? found : []);
  } catch {
    return new Map();
  }
}

function keep(known) {
  try {
    localStorage.setItem(STORE, JSON.stringify([...known].slice(-MOST)));
  } catch {
    // Where nothing may be kept, nothing is marked.
  }
}

function show(known) {
  for (const each of document.querySelectorAll("[data-exercise]")) {
    const grade = known.get(each.dataset.exercise);
    each.textContent = (grade === "found" ? each.dataset.found : grade === "good" ? each.dataset.good : "") ?? "";
    each.hidden = !each.textContent;
  }
  if (forget) forget.hidden = !known.size;
}

const known = kept();
show(known);
if (solved && known.get(solved.dataset.solved) !== "found") {
  known.set(solved.dataset.solved, solved.dataset.grade);
  keep(known);
}
forget?.addEventListener("click", () => {
  localStorage.removeItem(STORE);
  show(new Map());
});
if (location.hash === "#answer") document.getElementById("answer")?.focus({ preventScroll: true });
