// Suggests the words of the next line: its seat, its verb, and the cards that the seat still holds.
// The words are in the page; which of them begin as what is typed is all that is found out here.

const MOST = 12;

export function completeLines(form) {
  const input = form.querySelector("#line");
  if (!input) return;
  const list = form.querySelector("#line-list");
  input.removeAttribute("list");
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "false");
  let active = -1;

  const words = (kind) => [...form.querySelectorAll(`[data-live=words] [data-word=${kind}]`)];
  const last = () => input.value.slice(0, input.selectionStart).split(" ").pop();

  function candidates() {
    const before = input.value.slice(0, input.selectionStart).split(" ");
    const typed = before.pop().toLowerCase();
    const said = before.filter(Boolean);
    let known;
    if (!said.length) known = words("seat");
    else if (said.length === 1) known = words("verb");
    else {
      const seat = words("seat").find((each) => [each.textContent, each.dataset.seat].includes(said[0]))?.dataset.seat;
      known = words("card").filter((each) => each.dataset.seat === seat);
    }
    return known.filter((each) => each.textContent.toLowerCase().startsWith(typed)).slice(0, MOST);
  }

  function close() {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function open() {
    const found = candidates();
    list.replaceChildren(...found.map((each, number) => {
      const option = document.createElement("li");
      option.id = `line-word-${number}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      const word = document.createElement("span");
      word.translate = false;
      word.textContent = each.textContent;
      option.append(word);
      option.dataset.word = each.textContent;
      if (each.dataset.says && each.dataset.says !== each.textContent) {
        const says = document.createElement("span");
        says.className = "under";
        says.textContent = each.dataset.says;
        option.append(" ", says);
      }
      return option;
    }));
    if (!found.length) return close();
    list.hidden = false;
    active = -1;
    input.setAttribute("aria-expanded", "true");
    input.removeAttribute("aria-activedescendant");
  }

  function move(by) {
    if (list.hidden) open();
    const options = [...list.children];
    if (!options.length) return;
    active = (active + by + options.length + (active < 0 && by < 0 ? 1 : 0)) % options.length;
    options.forEach((each, number) => each.setAttribute("aria-selected", String(number === active)));
    input.setAttribute("aria-activedescendant", options[active].id);
    options[active].scrollIntoView({ block: "nearest" });
  }

  function take(option) {
    const end = input.selectionStart;
    const begin = end - last().length;
    input.setRangeText(`${option.dataset.word} `, begin, end, "end");
    open();
  }

  input.addEventListener("input", open);
  input.addEventListener("focus", open);
  input.addEventListener("blur", close);
  list.addEventListener("mousedown", (event) => {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    event.preventDefault();
    take(option);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && !list.hidden && active >= 0) {
      event.preventDefault();
      take(list.children[active]);
    } else if (event.key === "Tab" && !event.shiftKey && !list.hidden && (active >= 0 || last())) {
      event.preventDefault();
      take(list.children[Math.max(active, 0)]);
    } else if (event.key === "Enter") {
      close();
    }
  });
}
