// The parts of plotly.js that the charts need: ``src/core.js`` of that library without the components and the style
// rules that no chart uses.  ``exports`` has what the scripts of the pages call.

const api = require("plotly.js/src/plot_api");
const registry = require("plotly.js/src/registry");

for (const [name, fn] of Object.entries(api)) registry.register({ moduleType: "apiMethod", name, fn });
registry.register([
  require("plotly.js/src/traces/scatter"),
  require("plotly.js/src/traces/bar"),
  require("plotly.js/src/traces/heatmap"),
  require("plotly.js/src/components/annotations"),
  require("plotly.js/src/components/shapes"),
  require("plotly.js/src/components/errorbars"),
  require("plotly.js/src/components/colorscale"),
  require("plotly.js/src/components/legend"),
  require("plotly.js/src/components/fx"),
  require("plotly.js/src/components/modebar"),
  require("plotly.js/src/locale-en"),
  require("plotly.js/src/locale-en-us"),
  require("plotly.js/lib/locales/zh-cn"),
  require("plotly.js/lib/locales/zh-tw"),
]);

module.exports = { version: require("plotly.js/src/version").version, react: api.react, validate: api.validate };
