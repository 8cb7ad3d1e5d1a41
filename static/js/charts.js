// Draws the charts of a page while it loads; those in a part that is not shown once it is, and all of them before the page
// is printed.  A click on a point opens its page.  Without this, the words and the table of a chart are there.

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const SETTINGS = { displayModeBar: false, locale: language() };
let library = null;

function language() {
  return { "zh-Hans": "zh-CN", "zh-Hant": "zh-TW" }[document.documentElement.lang] ?? "en-US";
}

export function load(address) {
  library ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", done);
    script.addEventListener("error", () => {
      library = null;
      failed();
    });
    document.head.append(script);
  });
  return library;
}

// A colour of the page (six hexadecimal digits) that lets what is behind an area through.
function faint(colour) {
  return `${colour}33`;
}

// A part of a figure with the colours of the page in place of the names of its variables.
function coloured(part, colour) {
  if (part === null || typeof part !== "object") return part;
  if (Array.isArray(part)) return typeof part[0] === "object" ? part.map((each) => coloured(each, colour)) : part;
  const found = {};
  for (const [key, value] of Object.entries(part)) {
    if (key === "colorscale") found[key] = value.map(([at, name]) => [at, colour(name)]);
    else if (key === "fillcolor") found[key] = faint(colour(value));
    else if (key.endsWith("color") && typeof value === "string") found[key] = colour(value);
    else found[key] = coloured(value, colour);
  }
  return found;
}

function fitted(trace, narrow) {
  return trace.type === "heatmap" && narrow && trace.x.length > 6 ? { ...trace, texttemplate: "" } : trace;
}

// The size of a place in pixels, where it has one.
function sizeOf(style) {
  const [width, height] = [style.width, style.height].map((each) => (each.endsWith("px") ? Math.round(parseFloat(each)) : 0));
  return width && height ? { width, height } : {};
}

// Draws a figure in its place, in the colours of the place and for its width, again where it is drawn already.  With the
// library loaded, it is drawn when this returns.
export function paint(plot, figure) {
  const style = getComputedStyle(plot);
  const template = JSON.parse(document.querySelector(".chart-template").textContent);
  const { data, layout } = coloured({ ...figure, layout: { ...figure.layout, template } }, (text) =>
    text.replace(/^var\((.+)\)$/, (_, name) => style.getPropertyValue(name).trim()),
  );
  const narrow = isNarrow(plot);
  const onPaper = plot.closest(".chart-on-paper") !== null;
  const font = { size: narrow ? 11 : 13 };
  const titled = (axis) => ({ ...axis, title: { ...axis.title, font } });
  return window.Plotly.react(
    plot,
    data.map((trace) => fitted(trace, narrow)),
    {
      ...layout,
      // The library measures the place once; later its size is given, for paper also where it is not shown.
      ...(plot.data || onPaper ? sizeOf(style) : {}),
      font: { ...font, family: getComputedStyle(document.body).fontFamily },
      xaxis: titled(layout.xaxis),
      yaxis: titled(layout.yaxis),
    },
    SETTINGS,
  );
}

function within(address) {
  return typeof address === "string" && address.startsWith("/") && !address.startsWith("//");
}

function open(event) {
  const address = event.points?.[0]?.customdata;
  if (within(address)) window.location.assign(address);
}

export function isNarrow(plot) {
  return plot.clientWidth < 480;
}

// Draws a chart again when the colours of the page change, or the size of its place: its ticks and words differ where it
// is narrow.  The library itself misses changes of size on a busy machine.
export function follow(plot, again) {
  const size = () => `${plot.clientWidth} × ${plot.clientHeight}`;
  let drawn = size();
  dark.addEventListener("change", again);
  new ResizeObserver(() => {
    if (plot.clientWidth === 0) drawn = ""; // What is drawn for paper meanwhile has another size.
    if (plot.clientWidth === 0 || size() === drawn || plot.closest(".chart-on-paper")) return;
    drawn = size();
    again();
  }).observe(plot);
}

function chartIn(place) {
  const plot = place.querySelector(".chart-plot");
  const figure = JSON.parse(place.querySelector(".chart-figure").textContent);
  const again = () => paint(plot, figure);
  let isDrawn = false;
  plot.hidden = false; // Its place is kept, so that nothing moves when the chart comes.
  function draw() {
    plot.hidden = false;
    plot.classList.toggle("chart-opens", figure.data.some((trace) => trace.customdata?.flat().some(within)));
    const drawn = again();
    if (isDrawn) return drawn;
    isDrawn = true;
    plot.on("plotly_click", open);
    follow(plot, again);
    return drawn.then(() => (place.dataset.drawn = "true"));
  }
  function showNumbers() {
    plot.hidden = true;
    place.querySelector(".chart-table").open = true;
  }
  return { place, draw, showNumbers, address: place.dataset.library, isDrawn: () => isDrawn };
}

const charts = [...document.querySelectorAll(".chart")].map(chartIn);
const begin = (chart) => load(chart.address).then(chart.draw).catch(chart.showNumbers);
const watch = new ResizeObserver((seen) => {
  for (const { contentRect, target } of seen) {
    if (!contentRect.width) continue;
    watch.unobserve(target);
    begin(charts.find(({ place }) => place === target));
  }
});
for (const chart of charts) {
  if (chart.place.clientWidth) begin(chart);
  else watch.observe(chart.place);
}
// The library for charts that are not shown yet comes after the page, so that they are drawn at once when they are.
if (charts.length && !navigator.connection?.saveData) window.addEventListener("load", () => load(charts[0].address).catch(() => {}));

// A browser does not wait before it prints: what is not loaded then stays out, so that the numbers are shown in its place.
window.addEventListener("beforeprint", () => {
  for (const { place, draw, showNumbers } of charts) {
    place.classList.add("chart-on-paper");
    if (window.Plotly) draw();
    else showNumbers();
  }
});
window.addEventListener("afterprint", () => {
  for (const { place, draw, isDrawn } of charts) {
    place.classList.remove("chart-on-paper");
    if (isDrawn()) draw();
  }
});
window.addEventListener("keydown", (event) => {
  const prints = event.key === "p" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!prints || !charts.length || window.Plotly) return;
  event.preventDefault();
  load(charts[0].address).catch(() => {}).finally(() => window.print());
});
