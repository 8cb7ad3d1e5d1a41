// Draws the arrows of the notes of a step over the felt of a replay.

const NAMES = "http://www.w3.org/2000/svg";
const felt = document.querySelector(".felt");
const side = document.querySelector(".replay-log");

function element(name, attributes) {
  const made = document.createElementNS(NAMES, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function isCalled(card, name) {
  const label = card.getAttribute("aria-label") ?? "";
  return label === name || label.startsWith(`${name},`) || label.startsWith(`${name}，`);
}

// What an arrow leads to: a card of a seat, or the name of the seat.
function found(seat, card, copy) {
  const section = felt.querySelector(`[data-part="seat-${seat}"]`);
  if (!card) return section?.querySelector(".felt-name");
  const cards = [...(section?.querySelectorAll(".felt-holding .card, .felt-row-cards .card, .felt-face-down .card, .felt-did .card") ?? [])];
  const middle = [...felt.querySelectorAll(".felt-beaten .card")];
  return [...cards, ...middle].filter((each) => isCalled(each, card))[copy - 1] ?? section?.querySelector(".felt-name");
}

function tip(target, room) {
  const box = target.getBoundingClientRect();
  const isCard = target.classList.contains("card");
  return [box.left + box.width / 2 - room.left, box.top + (isCard ? Math.min(box.width / 2, box.height / 2) : box.height / 2) - room.top];
}

function draw() {
  felt.querySelector(".note-arrows")?.remove();
  const arrows = [...side.querySelectorAll(".note-arrow-ends")];
  if (!arrows.length) return;
  const over = element("svg", { class: "note-arrows", "aria-hidden": "true", focusable: "false" });
  const head = element("marker", { id: "arrow-head", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 4.2, markerHeight: 4.2, orient: "auto" });
  head.append(element("path", { class: "note-arrow-head", d: "M0 0L10 5L0 10Z" }));
  const kept = element("defs", {});
  kept.append(head);
  over.append(kept);
  const room = felt.getBoundingClientRect();
  for (const { dataset } of arrows) {
    const from = found(dataset.from, dataset.fromCard, Number(dataset.fromCopy));
    const to = found(dataset.to, dataset.toCard, Number(dataset.toCopy));
    if (!from || !to) continue;
    const [x1, y1] = tip(from, room);
    const [x2, y2] = tip(to, room);
    over.append(element("line", { class: "note-arrow", x1, y1, x2, y2, "marker-end": "url(#arrow-head)" }));
  }
  felt.append(over);
}

new MutationObserver(draw).observe(side, { childList: true, subtree: true });
new ResizeObserver(draw).observe(felt);
draw();
