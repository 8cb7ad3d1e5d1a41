// The chart of the shape of a hand: a line a seat, each with a dash and a mark of its own and its name at the end, and a
// line at the step.  A click at an action goes there.  Where results are not shown, the lines end at the step, and what
// is drawn beyond it as one steps on is asked for step by step.

import { colours, followWidth, isNarrow, laidOut, load, locale } from "../charts.js";

const DASHES = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "5px,1px", "1px,4px"];
const MARKS = ["circle", "square", "diamond", "triangle-up", "cross", "x", "star", "triangle-down"];
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

function short(name) {
  return [...name].length > 12 ? `${[...name].slice(0, 11).join("")}…` : name;
}

// Every text of a chart is escaped, because the library reads tags in texts.
function plain(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

export async function drawShape(figure, go) {
  const said = JSON.parse(figure.querySelector(".shape-figure").textContent);
  const plot = figure.querySelector(".shape-plot");
  const rows = figure.querySelector(".shape-table tbody");
  const Plotly = await load(figure.dataset.library);
  // The numbers as far as the server has told them, and the step that is marked.
  const counts = said.lines.map((line) => [...line.counts]);
  let step = said.step;

  function last() {
    return said.told ? counts[0].length - 1 : Math.min(step, counts[0].length - 1);
  }

  function paint() {
    const paint = colours();
    const narrow = isNarrow(plot);
    const ink = [...paint.series.slice(0, 5), paint.ink, paint.muted, paint.muted];
    const shown = counts.map((each) => each.slice(0, last() + 1));
    const top = Math.max(said.most, ...shown.flat()) * 1.04;
    const room = plot.clientHeight - 52;
    const heights = spread(shown.map((each) => room * (1 - each[last()] / top)), room);
    const data = said.lines.map((line, number) => ({
      type: "scatter",
      mode: "lines+markers",
      name: plain(line.name),
      x: shown[number].map((_, at) => at),
      y: shown[number],
      line: { shape: "hv", color: ink[number], width: 2, dash: DASHES[number] },
      marker: { symbol: MARKS[number], size: marksOf(shown[number], narrow ? 5 : 7), color: ink[number], line: { width: 0 } },
      hovertemplate: `${plain(line.name)}: %{y}<extra></extra>`,
    }));
    const layout = laidOut(
      {
        xaxis: { title: { text: figure.dataset.x }, range: [-0.5, said.steps + 0.5], nticks: narrow ? 6 : 12, hoverformat: "d" },
        yaxis: { title: { text: figure.dataset.y }, range: [0, top], nticks: 7 },
        showlegend: false,
        hovermode: "x",
      },
      narrow,
      paint,
    );
    return Plotly.react(
      plot,
      data,
      {
        ...layout,
        margin: { l: 44, r: narrow ? 48 : 120, t: 8, b: 44 },
        shapes: [{ type: "line", x0: step, x1: step, yref: "paper", y0: 0, y1: 1, line: { color: paint.ink, width: 1.5, dash: "3px,3px" } }],
        annotations: said.lines.map((line, number) => ({
          x: last(),
          y: shown[number][last()],
          yshift: room * (1 - shown[number][last()] / top) - heights[number],
          xanchor: "left",
          xshift: 7,
          align: "left",
          showarrow: false,
          text: `${plain(short(narrow ? line.seat : line.name))} ${shown[number][last()]}`,
          font: { color: ink[number], size: narrow ? 11 : 13, weight: 600 },
        })),
      },
      { displayModeBar: false, responsive: true, locale: locale() },
    );
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
    await paint();
    tell();
  }

  figure.querySelector(".shape-drawing").classList.add("is-replaced");
  plot.hidden = false;
  await paint();
  tell();
  plot.addEventListener("click", (event) => {
    const area = plot.querySelector(".nsewdrag").getBoundingClientRect();
    if (event.clientX < area.left - 8 || event.clientX > area.right + 8 || event.clientY > area.bottom) return;
    const at = Math.round(((event.clientX - area.left) / area.width) * (said.steps + 1) - 0.5);
    go(Math.min(Math.max(at, 0), said.steps), addressOf);
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  followWidth(plot, paint);
  figure.dataset.drawn = "true";
  return { moveTo };
}
