// What is wrong with how a page is laid out, as [what, of which, more] each: boxes of text or cards that overlap, text
// and cards that are cut off, and what scrolls sideways.  ``within``, a selector, measures what is in it alone.
(within) => {
  const SLACK = 1.5;
  const root = document.documentElement;
  const across = root.clientWidth;
  const found = [];

  // Bars that stick to an edge lie over what scrolls by: they are measured in their own place.
  const stuck = [...document.querySelectorAll("body *")].filter((each) => getComputedStyle(each).position === "sticky");
  for (const each of stuck) {
    each.style.position = "relative";
    each.style.inset = "auto";
  }

  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const name = (element) => {
    const named = (each) => each.tagName.toLowerCase() + [...each.classList].map((word) => `.${word}`).join("");
    return [element.parentElement, element].filter(Boolean).map(named).join(" > ");
  };
  const said = (text) => text.trim().replace(/\s+/g, " ").slice(0, 40);

  // The boxes that cut an element off: each with whether it does so across and down, and whether it can be scrolled.
  const cutters = new Map();
  const cutting = (element) => {
    if (cutters.has(element)) return cutters.get(element);
    const list = [];
    let position = style(element).position;
    for (let at = element.parentElement; at && at !== document.body && position !== "fixed"; at = at.parentElement) {
      const its = style(at);
      const held = position !== "absolute" || its.position !== "static" || its.containerType !== "normal";
      if (!held) continue;
      if (its.overflowX !== "visible" || its.overflowY !== "visible") list.push(at);
      position = its.position;
    }
    cutters.set(element, list);
    return list;
  };
  const forReadersOfTheScreen = (element) => {
    for (let at = element; at; at = at.parentElement) if (style(at).clipPath === "inset(50%)") return true;
    return false;
  };
  // A card is a box with its rank, and marks stand on the scale that the scrubber moves over.
  const partOfADrawing = (element) => element.closest(".card, svg.replay-marks[aria-hidden=true]") !== null;
  // The boxes of words that are turned overlap where the words do not.
  const turned = (element) => {
    const drawn = element.closest("text")?.getCTM();
    return drawn && Math.abs(drawn.a) > .01 && Math.abs(drawn.b) > .01;
  };
  // What ends in an ellipsis says the whole as its title.
  const shortened = (element, at) => style(at).textOverflow === "ellipsis" && at.title.trim() === at.textContent.trim() && at.contains(element);
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !forReadersOfTheScreen(element);

  // The part of a box that can be seen, or null; what cannot be scrolled to is noted as cut off.
  const seen = (box, element, of, within) => {
    const part = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    for (const at of within) {
      const its = style(at);
      const room = at.getBoundingClientRect();
      const edge = { left: room.left + at.clientLeft, top: room.top + at.clientTop, right: room.left + at.clientLeft + at.clientWidth, bottom: room.top + at.clientTop + at.clientHeight };
      if (its.overflowX !== "visible") {
        const over = Math.max(edge.left - part.left, part.right - edge.right);
        if (over > SLACK && ["hidden", "clip"].includes(its.overflowX) && !shortened(element, at)) found.push(["cut off", name(element), of, `${Math.round(over)} px across by ${name(at)}`]);
        part.left = Math.max(part.left, edge.left);
        part.right = Math.min(part.right, edge.right);
      }
      if (its.overflowY !== "visible") {
        const over = Math.max(edge.top - part.top, part.bottom - edge.bottom);
        if (over > SLACK && ["hidden", "clip"].includes(its.overflowY)) found.push(["cut off", name(element), of, `${Math.round(over)} px down by ${name(at)}`]);
        part.top = Math.max(part.top, edge.top);
        part.bottom = Math.min(part.bottom, edge.bottom);
      }
      if (part.right - part.left < 1 || part.bottom - part.top < 1) return null;
    }
    if (part.left < -SLACK || part.right > across + SLACK) found.push(["cut off", name(element), of, "by the window"]);
    return part;
  };

  const boxes = [];
  const take = (box, element, of, text) => {
    if (box.width < 1 || box.height < 1 || (within && !element.closest(within))) return;
    const cut = text && style(element).display !== "inline" ? [element, ...cutting(element)] : cutting(element);
    const part = seen(box, element, of, cut);
    if (part) boxes.push({ ...part, element, of, text });
  };

  // Of text, the ink: a line's box has room above and below it that neighbours may share.
  const INK = .4;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, option, title, template") || partOfADrawing(element) || turned(element) || !shown(element)) continue;
    range.selectNodeContents(node);
    const size = parseFloat(style(element).fontSize);
    if (size < 1) continue;
    const lines = [...range.getClientRects()];
    const word = element.closest("button, .button") && /^[^\s\p{Script=Han}]{1,20}$/u.test(node.data.trim());
    if (word && lines.some((each) => each.top > lines[0].bottom - SLACK)) found.push(["broken within a word", name(element), said(node.data)]);
    for (const line of lines) {
      const middle = (line.top + line.bottom) / 2;
      const half = Math.min(line.height / 2, INK * size);
      take({ left: line.left, right: line.right, top: middle - half, bottom: middle + half, width: line.width, height: 2 * half }, element, said(node.data), node);
    }
  }
  for (const element of document.querySelectorAll(".card, img, canvas, input, select, textarea, button, progress, meter")) {
    if (shown(element)) take(element.getBoundingClientRect(), element, element.getAttribute("aria-label") ?? element.name ?? "", null);
  }

  // Cards of one column lie upon each other on purpose, each with its corner in sight.
  const fanned = (one, other) => {
    const [a, b] = [one, other].map((each) => each.element.closest(".felt-column"));
    return a !== null && a === b;
  };
  // On a key of the pad lies how many of its card are left, on the card's foot.
  const counted = (one, other) => [one, other].some((each) => each.element.matches(".writing-key > .writing-left")) && one.element.parentElement === other.element.parentElement;
  boxes.sort((one, other) => one.top - other.top);
  for (let i = 0; i < boxes.length; i += 1) {
    const one = boxes[i];
    for (let k = i + 1; k < boxes.length && boxes[k].top < one.bottom - SLACK; k += 1) {
      const other = boxes[k];
      if (Math.min(one.right, other.right) - Math.max(one.left, other.left) <= SLACK) continue;
      if (Math.min(one.bottom, other.bottom) - other.top <= SLACK) continue;
      if (one.text && one.text === other.text) continue;
      if (one.element === other.element && !(one.text && other.text)) continue;
      if (!(one.text && other.text) && (one.element.contains(other.element) || other.element.contains(one.element))) continue;
      if (fanned(one, other) || counted(one, other)) continue;
      found.push(["overlap", name(one.element), one.of, name(other.element), other.of]);
    }
  }

  for (const element of [root, ...document.querySelectorAll("body *")]) {
    if (element.scrollWidth <= element.clientWidth + SLACK || !element.clientWidth) continue;
    if (within && element !== root && !element.closest(within)) continue;
    if (element === root || (["auto", "scroll"].includes(style(element).overflowX) && shown(element))) found.push(["scrolls sideways", name(element), `${element.scrollWidth} px in ${element.clientWidth}`]);
  }
  for (const each of stuck) {
    each.style.position = "";
    each.style.inset = "";
  }
  return found;
}
