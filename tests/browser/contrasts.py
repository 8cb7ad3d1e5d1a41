"""How much the texts of a page, and those that style sheets add (``::before``, ``::after``), stand out."""

from typing import Any, Final, Literal

from playwright.sync_api import Page

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
LEAST: Final = 4.5
LEAST_LARGE: Final = 3.0

CONTRASTS: Final = """() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const known = new Map();
    const pixel = (colour) => {
        if (!known.has(colour)) known.set(colour, drawn(colour));
        return known.get(colour);
    };
    const drawn = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const over = (top, below) => top.slice(0, 3).map((c, i) => (c * top[3] + below[i] * (255 - top[3])) / 255);
    const light = (colour) => colour.map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = (element) => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor);
        return layers.reduce((below, layer) => over(pixel(layer), below), [255, 255, 255]);
    };
    const found = [];
    const measure = (text, style, below, element, isPicture = false) => {
        const [one, other] = [light(over(pixel(style.color), below)), light(below)].sort((a, b) => b - a);
        const size = parseFloat(style.fontSize);
        const large = isPicture || size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
        found.push([(one + 0.05) / (other + 0.05), large, text, element.getAttribute("class")]);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("option, .sr")) continue;
        measure(walker.currentNode.data.trim(), getComputedStyle(element), ground(element), element);
    }
    for (const element of document.body.querySelectorAll(":not(option, .sr, .sr *)")) {
        for (const part of ["::before", "::after"]) {
            const style = getComputedStyle(element, part);
            const [text, spoken] = style.content.split(" / ");
            if (!/^"|^counter/.test(text) || !/[^\\s"]/.test(text) || !element.checkVisibility()) continue;
            const box = style.position === "absolute" || element.getClientRects().length;
            if (style.display === "none" || style.visibility === "hidden" || !box) continue;
            const below = over(pixel(style.backgroundColor), ground(element));
            measure(`${part} ${text}`, style, below, element, spoken === '""');
        }
    }
    return found;
}"""


def poor_contrasts(page: Page, scheme: Literal["light", "dark"]) -> list[Any]:
    """The texts of the open page that stand out too little in a scheme: contrast, whether large, text, classes."""
    page.emulate_media(color_scheme=scheme)
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 10
    return [each for each in contrasts if each[0] < (LEAST_LARGE if each[1] else LEAST)]
