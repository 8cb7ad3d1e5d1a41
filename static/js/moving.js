// Cards that are played move from the hand to the table, unless the reader wants no motion.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const LONG = 220;

// Where the cards of the seat that acts lie before its action, by name.
export function cardsBefore(scene, actor) {
  if (still.matches || !actor) return null;
  const places = new Map();
  for (const card of scene.querySelectorAll(`[data-part="seat-${actor}"] .holding .card`)) {
    const box = card.getBoundingClientRect();
    const name = card.getAttribute("aria-label").split(" standing")[0];
    if (!places.has(name)) places.set(name, []);
    places.get(name).push(box);
  }
  return places;
}

export function moveCards(scene, places, actor) {
  const moved = [];
  for (const card of scene.querySelectorAll(`[data-part="seat-${actor}"] .did .card, [data-part="seat-${actor}"] .row-cards .card, .beaten .card, .laid .card`)) {
    const name = card.getAttribute("aria-label")?.split(" standing")[0];
    const from = places.get(name)?.pop();
    if (from && from.width) moved.push([card, from, card.getBoundingClientRect()]);
  }
  for (const [card, from, to] of moved) {
    if (!to.width) continue;
    card.animate(
      [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`, transformOrigin: "0 0", zIndex: 3 }, { transform: "none", transformOrigin: "0 0" }],
      { duration: LONG, easing: "cubic-bezier(.2, .8, .3, 1)" },
    );
  }
}
