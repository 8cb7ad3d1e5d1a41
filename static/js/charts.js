// Draws the charts of a page once they come into view.  Their colours are those of the page, light or dark; a click on a
// point opens its page.  Without this, the words and the table of a chart are there.

const dark = window.matchMedia("(prefers-color-scheme: dark)");
let library = null;

export function load(address) {
  library ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", () => done(window.Plotly));
    script.addEventListener("error", failed);
    document.head.append(script);
  });
  return library;
}

export function colours() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: colour("ink"),
    muted: colour("muted"),
    line: colour("line"),
    surface: colour("surface"),
    series: ["accent", "team-2", "notice", "error", "gold", "muted"].map(colour),
    low: colour("team-2"),
    high: colour("accent"),
  };
}

// A colour of the page (six hexadecimal digits) that lets what is behind it through.
function faint(colour) {
  return `${colour}33`;
}

// The colour between two of the page, on which the ink can be read.
function between(one, other) {
  const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const [first, second] = [parts(one), parts(other)];
  return `rgb(${first.map((part, place) => Math.round((part + second[place]) / 2)).join(",")})`;
}

function painted(trace, paint, narrow) {
  if (trace.type === "heatmap") {
    const low = between(paint.low, paint.surface);
    const high = between(paint.high, paint.surface);
    return {
      ...trace,
      colorscale: "zmid" in trace ? [[0, low], [0.5, paint.surface], [1, high]] : [[0, paint.surface], [1, high]],
      textfont: { color: paint.ink },
      texttemplate: narrow && trace.x.length > 6 ? "" : trace.texttemplate,
    };
  }
  const colour = paint.series[trace.meta.series % paint.series.length];
  const dash = trace.meta.dotted || trace.meta.series >= paint.series.length ? "dot" : "solid";
  if (trace.meta.band) {
    return { ...trace, line: { ...trace.line, width: 0, color: colour }, fillcolor: faint(colour) };
  }
  return {
    ...trace,
    marker: { ...trace.marker, color: colour },
    ...(trace.type === "scatter" && { line: { ...trace.line, color: colour, width: 2, dash } }),
    ...(trace.error_y && { error_y: { ...trace.error_y, color: paint.muted, thickness: 1.2, width: 3 } }),
  };
}

export function laidOut(layout, narrow, paint) {
  const axis = { gridcolor: paint.line, linecolor: paint.line, zerolinecolor: paint.muted, automargin: true, fixedrange: true };
  const font = { size: narrow ? 11 : 13 };
  return {
    ...layout,
    xaxis: { ...axis, ...layout.xaxis, showgrid: false, zeroline: false, title: { ...layout.xaxis.title, standoff: 8, font } },
    yaxis: { ...axis, ...layout.yaxis, title: { ...layout.yaxis.title, standoff: 8, font } },
    font: { family: getComputedStyle(document.body).fontFamily, ...font, color: paint.ink },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    hoverlabel: { bgcolor: paint.surface, bordercolor: paint.muted, font: { color: paint.ink }, align: "left" },
    legend: { orientation: "h", yref: "container", y: 0, yanchor: "bottom" },
    margin: { l: 44, r: 12, t: 12, b: 40 },
    dragmode: false,
    autosize: true,
  };
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

// Draws a chart again when its place becomes narrow or wide, since its ticks and words differ then.
export function followWidth(plot, paint) {
  let narrow = isNarrow(plot);
  new ResizeObserver(() => {
    if (isNarrow(plot) === narrow) return;
    narrow = !narrow;
    paint();
  }).observe(plot);
}

export function locale() {
  return { "zh-Hans": "zh-CN", "zh-Hant": "zh-TW" }[document.documentElement.lang] ?? "en-US";
}

async function draw(figure) {
  const plot = figure.querySelector(".chart-plot");
  const said = JSON.parse(figure.querySelector(".chart-figure").textContent);
  const Plotly = await load(figure.dataset.library);
  plot.hidden = false;
  plot.classList.toggle("opens", said.data.some((trace) => trace.customdata.flat().some(within)));
  const paint = () => {
    const found = colours();
    const narrow = isNarrow(plot);
    return Plotly.react(
      plot,
      said.data.map((trace) => painted(trace, found, narrow)),
      laidOut(said.layout, narrow, found),
      { displayModeBar: false, responsive: true, locale: locale() },
    );
  };
  await paint();
  plot.on("plotly_click", open);
  dark.addEventListener("change", paint);
  followWidth(plot, paint);
  figure.dataset.drawn = "true";
}

const watch = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      draw(target).catch(() => {
        target.querySelector(".chart-plot").hidden = true;
        target.querySelector(".chart-table").open = true;
      });
    }
  },
  { rootMargin: "200px" },
);
for (const figure of document.querySelectorAll(".chart")) watch.observe(figure);
