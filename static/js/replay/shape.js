// The chart of the shape of a hand: a line a seat, each with a dash and a mark of its own and its name at the end, and a
// line at the step.  A click at an action goes there.  Where results are not shown, the lines end at the step, and what
// is drawn beyond it as one steps on is asked for step by step.

import { follow, isNarrow, load, paint } from "../charts.js";

const APART = 16;

function marksOf(counts, size) {
  return counts.map((count, step) => (step > 0 && count !== counts[step - 1] ? size : 0));
}

// The heights of the names in pixels from the top, moved so that none covers another.
function spread(heights, room) {
  const order = heights.map((_, place) => place).sort((one, other) => heights[one] - heights[other] || one - other);
  const placed = [...heights];
  let least = 0;
  for (const place of order) {
    placed[place] = Math.max(placed[place], least);
    least = placed[place] + APART;
  }
  let most = room;
  for (const place of order.reverse()) {
    placed[place] = Math.min(placed[place], most);
    most = placed[place] - APART;
  }
  return placed;
}

export async function drawShape(figure, go) {
  const drawn = JSON.parse(figure.querySelector(".shape-figure").textContent);
  const said = JSON.parse(figure.querySelector(".shape-needs").textContent);
  const plot = figure.querySelector(".shape-plot");
  const rows = figure.querySelector(".shape-table tbody");
  await load(figure.dataset.library);
  // The numbers as far as the server has sent them, and the step that is marked.
  const counts = drawn.data.map((line) => [...line.y]);
  let step = said.step;

  function last() {
    return said.shows_later ? counts[0].length - 1 : Math.min(step, counts[0].length - 1);
  }

  function again() {
    const narrow = isNarrow(plot);
    const shown = counts.map((each) => each.slice(0, last() + 1));
    const top = Math.max(said.most, ...shown.flat()) * 1.04;
    const room = plot.clientHeight - 52;
    const heights = spread(shown.map((each) => room * (1 - each[last()] / top)), room);
    const { data, layout } = drawn;
    return paint(plot, {
      data: data.map((line, number) => ({
        ...line,
        y: shown[number],
        marker: { ...line.marker, size: marksOf(shown[number], narrow ? 5 : 7) },
      })),
      layout: {
        ...layout,
        xaxis: { ...layout.xaxis, nticks: narrow ? 6 : 12 },
        yaxis: { ...layout.yaxis, range: [0, top] },
        margin: { ...layout.margin, r: narrow ? 68 : layout.margin.r },
        shapes: layout.shapes.map((line) => ({ ...line, x0: step, x1: step })),
        annotations: layout.annotations.map((name, number) => ({
          ...name,
          x: last(),
          y: shown[number][last()],
          yshift: room * (1 - shown[number][last()] / top) - heights[number],
          text: `${data[number].meta[narrow ? 0 : 1]} ${shown[number][last()]}`,
          font: { ...name.font, size: narrow ? 11 : 13 },
        })),
      },
    });
  }

  // The table and the sentence tell what the chart tells.
  function tell() {
    figure.dataset.step = String(step);
    figure.dataset.last = String(last());
    for (const row of rows.rows) {
      const at = Number(row.dataset.row);
      row.hidden = at > last();
      if (at === step) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    for (const [number, each] of figure.querySelectorAll(".shape-words [data-words]").entries()) {
      each.textContent = each.dataset.words.replace("%1", counts[number][step] ?? "").replace("%2", step);
    }
  }

  function learn({ since, counts: fresh, actions }) {
    const known = counts[0].length - 1;
    if (since > known) return;
    for (const [number, each] of fresh.entries()) counts[number].push(...each.slice(known - since));
    for (const [place, action] of actions.slice(known - since).entries()) {
      const at = known + 1 + place;
      const row = rows.insertRow();
      row.dataset.row = String(at);
      const head = document.createElement("th");
      head.scope = "row";
      const link = head.appendChild(document.createElement("a"));
      link.href = addressOf(at);
      link.textContent = String(at);
      row.append(head);
      row.insertCell().appendChild(document.createElement("code")).textContent = action;
      for (const each of counts) {
        const cell = row.insertCell();
        cell.className = "number";
        cell.textContent = String(each[at]);
      }
    }
  }

  function addressOf(at) {
    const found = new URL(said.replay, location.href);
    found.searchParams.set("step", at);
    return found.pathname + found.search;
  }

  async function moveTo(to) {
    step = to;
    if (to >= counts[0].length) {
      const source = new URL(said.counts, location.href);
      source.searchParams.set("since", counts[0].length - 1);
      source.searchParams.set("step", to);
      const answer = await fetch(source, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(`${answer.status} for ${source}`);
      learn(await answer.json());
    }
    if (to !== step) return;
    await again();
    tell();
  }

  figure.querySelector(".shape-drawing").classList.add("is-replaced");
  plot.hidden = false;
  await again();
  tell();
  plot.addEventListener("click", (event) => {
    const area = plot.querySelector(".nsewdrag").getBoundingClientRect();
    if (event.clientX < area.left - 8 || event.clientX > area.right + 8 || event.clientY > area.bottom) return;
    const at = Math.round(((event.clientX - area.left) / area.width) * (said.steps + 1) - 0.5);
    go(Math.min(Math.max(at, 0), said.steps), addressOf);
  });
  follow(plot, again);
  figure.dataset.drawn = "true";
  return { moveTo };
}
