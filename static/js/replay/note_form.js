// Marks cards and seats on the drawing of the table by clicks, and draws arrows between them. What is drawn is kept in
// a field of the form, as the form without a script keeps it.

const NAMES = "http://www.w3.org/2000/svg";
const form = document.getElementById("note-form");
const field = form.elements.drawn;
const tools = document.querySelector("[data-tools]");
const said = form.querySelector("[data-said]");
const boards = [...document.querySelectorAll("[data-over]")];
const words = new Map([...form.elements["mark-on"].options].filter((each) => each.value).map((each) => [each.value, each.textContent]));
const shapes = new Map([...form.elements["mark-shape"].options].map((each) => [each.value, each.textContent]));

const drawn = { marks: [], arrows: [], ...JSON.parse(field.value) };
let tool = tools.querySelector("[aria-pressed=true]").dataset.shape;
// Where an arrow that is being drawn begins.
let begun = null;
let pressed = null;

function element(name, attributes) {
  const made = document.createElementNS(NAMES, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_whole, name) => values[name]);
}

function spots(board) {
  return new Map([...board.querySelectorAll(".note-spot")].map((each) => [each.dataset.target, each.dataset]));
}

function show() {
  for (const board of boards) {
    const known = spots(board);
    const layer = board.querySelector("[data-drawn]");
    const beside = new Map();
    const made = [];
    for (const { from, to } of drawn.arrows) {
      const [one, other] = [known.get(from), known.get(to)];
      if (one && other) made.push(element("line", { class: "note-arrow", x1: one.tipX, y1: one.tipY, x2: other.tipX, y2: other.tipY, "marker-end": "url(#arrow-head)" }));
    }
    for (const { shape, on } of drawn.marks) {
      const spot = known.get(on);
      if (!spot) continue;
      const size = Number(spot.size);
      const aside = beside.get(on) ?? 0;
      beside.set(on, aside + size / 2);
      made.push(element("use", { href: `#shape-${shape}`, x: Number(spot.markX) + aside - size / 2, y: Number(spot.markY) - size / 2, width: size, height: size }));
    }
    layer.replaceChildren(...made);
    for (const each of board.querySelectorAll(".note-spot")) each.classList.toggle("is-begun", each.dataset.target === begun);
  }
  field.value = JSON.stringify(drawn);
  const texts = [
    ...drawn.marks.map(({ shape, on }) => filled(said.dataset.mark, { shape: shapes.get(shape), target: words.get(on) ?? on })),
    ...drawn.arrows.map(({ from, to }) => filled(said.dataset.arrow, { start: words.get(from) ?? from, end: words.get(to) ?? to })),
  ];
  said.textContent = texts.join(said.dataset.between);
  said.hidden = !texts.length;
}

function toggle(list, one, most) {
  const there = list.findIndex((each) => Object.keys(one).every((key) => each[key] === one[key]));
  if (there >= 0) list.splice(there, 1);
  else if (list.length < most) list.push(one);
  show();
}

function mark(on) {
  toggle(drawn.marks, { shape: tool, on }, Number(field.dataset.mostMarks));
}

function arrow(from, to) {
  begun = null;
  if (from !== to) toggle(drawn.arrows, { from, to }, Number(field.dataset.mostArrows));
  else show();
}

function targetAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest(".note-spot")?.dataset.target ?? null;
}

function clicked(target) {
  if (tool !== "arrow") return mark(target);
  if (begun !== null) return arrow(begun, target);
  begun = target;
  return show();
}

for (const board of boards) {
  board.classList.add("is-in-use");
  board.addEventListener("pointerdown", (event) => {
    pressed = targetAt(event);
  });
  board.addEventListener("pointerup", (event) => {
    const target = targetAt(event);
    const from = pressed;
    pressed = null;
    if (from === null || target === null) return;
    if (from === target) clicked(target);
    else arrow(from, target);
  });
}

tools.hidden = false;
form.querySelector("[data-plain]").hidden = true;
tools.addEventListener("click", (event) => {
  const button = event.target.closest(".note-tool");
  if (!button) return;
  tool = button.dataset.shape;
  begun = null;
  for (const each of tools.querySelectorAll(".note-tool")) each.setAttribute("aria-pressed", String(each === button));
  show();
});
show();

// Tags that were used before are put into the text.
for (const tag of form.querySelectorAll("[data-tag]")) {
  tag.hidden = false;
  tag.addEventListener("click", () => {
    const { text } = form.elements;
    const before = text.value.slice(0, text.selectionStart);
    text.setRangeText(`${/\S$/.test(before) ? " " : ""}${tag.textContent} `, text.selectionStart, text.selectionEnd, "end");
    text.focus();
  });
}
