// Renews the parts of a page that waits for something in their places, as long as the server says that there is more to
// come.  What the reader opened stays open, and the focus stays.  Without this, the page has a link that loads it again.

const parts = new Map([...document.querySelectorAll("[data-renewed]")].map((part) => [part, part.innerHTML]));

const seconds = (page) => page.querySelector("[data-refresh]")?.dataset.refresh;

function renew(part, fresh) {
  if (parts.get(part) === fresh.innerHTML) return;
  parts.set(part, fresh.innerHTML);
  const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  const open = [...part.querySelectorAll("details[id][open]")].map(({ id }) => id);
  part.replaceChildren(...[...fresh.childNodes].map((each) => document.importNode(each, true)));
  for (const details of part.querySelectorAll("details[id]")) if (open.includes(details.id)) details.open = true;
  if (focused !== null) part.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

async function look() {
  let pause = seconds(document);
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = [...parts.keys()].map(({ id }) => page.getElementById(id));
    // What was waited for is there, and is another page.
    if (fresh.includes(null)) return void location.reload();
    [...parts.keys()].forEach((part, place) => renew(part, fresh[place]));
    document.title = page.title;
    pause = seconds(page);
  } finally {
    if (pause) wait(pause);
  }
}

function wait(pause) {
  setTimeout(() => look().catch(() => {}), 1000 * Number(pause));
}

wait(seconds(document));
