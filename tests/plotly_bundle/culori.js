// The functions of culori that plotly.js calls, with the notations of colours that pages use, in place of all of them.

import { modeHsl, modeLrgb, modeRgb, useMode } from "./node_modules/culori/src/index-fn.js";

useMode(modeRgb);
useMode(modeHsl);
useMode(modeLrgb);

export { converter, formatHex, formatRgb, wcagContrast, wcagLuminance } from "./node_modules/culori/src/index-fn.js";
