// Finds a card in the hand without loading the page again. What was found is hidden at steps before it, unless results are
// shown.

const form = document.querySelector(".replay-search");
const found = document.getElementById("card-found");
const ahead = "ahead" in document.getElementById("replay").dataset;

async function search() {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) address.searchParams.set(name, value);
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  found.replaceChildren(...document.importNode(page.getElementById("card-found"), true).childNodes);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  search().catch(() => form.submit());
});

document.addEventListener("replay-step", ({ detail }) => {
  form.elements.step.value = detail;
  if (!ahead) for (const each of found.querySelectorAll("[data-after]")) each.hidden = Number(each.dataset.after) > detail;
});
