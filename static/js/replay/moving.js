// Cards move to where an action takes them, unless the reader wants no motion: from a hand to the table, from the table
// to a hand, and a card that is handed over from one hand to the other.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const LONG = 220;
const HANDED = 600;
const EASING = "cubic-bezier(.2, .8, .3, 1)";

function nameOf(card) {
  return (card.dataset.unmarked ?? card.getAttribute("aria-label"))?.split(" standing")[0];
}

function note(places, cards) {
  for (const card of cards) {
    const name = nameOf(card);
    if (!places.has(name)) places.set(name, []);
    places.get(name).push(card.getBoundingClientRect());
  }
}

// Where the cards of the seat that acts lie before its action, and those on the table, by name.
export function cardsBefore(scene, actor) {
  if (still.matches || !actor) return null;
  const places = new Map();
  note(places, scene.querySelectorAll(".felt-laid .card"));
  note(places, scene.querySelectorAll(`[data-part="seat-${actor}"] .felt-holding .card`));
  return places;
}

function path(from, to) {
  return `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
}

export function moveCards(scene, places, actor) {
  const moved = [];
  for (const card of scene.querySelectorAll(`[data-part="seat-${actor}"] .felt-did .card, [data-part="seat-${actor}"] .felt-row-cards .card, .felt-beaten .card, .felt-laid .card`)) {
    const from = places.get(nameOf(card))?.pop();
    if (from && from.width) moved.push([card, from, card.getBoundingClientRect()]);
  }
  const to = scene.querySelector(`[data-part="seat-${actor}"] .felt-handed`)?.dataset.to ?? "0";
  if (to !== "0") return handOver(scene, moved, to);
  for (const [card, from, box] of moved) {
    if (!box.width) continue;
    card.animate(
      [{ transform: path(from, box), transformOrigin: "0 0", zIndex: 3 }, { transform: "none", transformOrigin: "0 0" }],
      { duration: LONG, easing: EASING },
    );
  }
  return undefined;
}

// A copy of each card flies to its place in the hand that it is for, or to the name where that hand is not shown.
function handOver(scene, moved, to) {
  const held = [...scene.querySelectorAll(`[data-part="seat-${to}"] .felt-holding .card`)];
  const head = scene.querySelector(`[data-part="seat-${to}"] > header`).getBoundingClientRect();
  const table = scene.closest(".replay");
  for (const [card, from] of moved) {
    const target = held.find((each) => nameOf(each) === nameOf(card) && each.getBoundingClientRect().width)?.getBoundingClientRect();
    const width = target?.width ?? card.getBoundingClientRect().width;
    const end = target ?? { left: head.left + head.width / 2 - width / 2, top: head.top, width };
    const copy = card.cloneNode(true);
    copy.classList.add("felt-flying");
    copy.setAttribute("aria-hidden", "true");
    copy.style.setProperty("--w", `${width}px`);
    copy.style.left = `${end.left}px`;
    copy.style.top = `${end.top}px`;
    table.append(copy);
    const flight = copy.animate(
      [{ transform: path(from, end), transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }],
      { duration: HANDED, easing: "ease-in-out" },
    );
    flight.finished.finally(() => copy.remove()).catch(() => {});
  }
}
