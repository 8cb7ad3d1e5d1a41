// The chart of the shape of a hand below the table of its replay.  It is loaded when it is first opened, follows the
// steps, and a click at an action goes there.

import { drawShape } from "./shape.js";

function dress(address) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = address;
  const loaded = new Promise((done) => ["load", "error"].forEach((what) => sheet.addEventListener(what, done)));
  document.head.append(sheet);
  return loaded;
}

export async function openShape(box, go, here) {
  const source = new URL(box.dataset.shape, location.href);
  const step = here();
  source.searchParams.set("step", step);
  const [answer] = await Promise.all([fetch(source, { credentials: "same-origin" }), dress(box.dataset.style)]);
  if (!answer.ok) throw new Error(`${answer.status} for ${source}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const figure = document.importNode(page.querySelector(".shape"), true);
  box.querySelector(".shape-here").replaceChildren(figure);
  figure.addEventListener("click", (event) => {
    const link = event.target.closest("tbody th a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(Number(link.textContent));
  });
  const chart = await drawShape(figure, (at) => go(at));
  document.addEventListener("replay-step", ({ detail }) => chart.moveTo(detail).catch(() => {}));
  if (here() !== step) await chart.moveTo(here());
}
