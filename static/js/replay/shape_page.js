// Draws the chart on the page of the shape of a hand; a click at an action opens the replay there.

import { drawShape } from "./shape.js";

drawShape(document.querySelector(".shape"), (step, addressOf) => location.assign(addressOf(step))).catch(() => {});
