// Renews in its place what the page of a queued upload says, until the upload is done; without it the page loads again.

const state = document.getElementById("job");
const results = document.getElementById("job-results");

function renew(part, fresh) {
  if (part.innerHTML === fresh.innerHTML) return;
  const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  part.replaceChildren(...[...fresh.childNodes].map((each) => document.importNode(each, true)));
  if (focused !== null) part.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

async function look() {
  let open = true;
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("job");
      renew(state, fresh);
      renew(results, page.getElementById("job-results"));
      document.title = page.title;
      open = "refresh" in fresh.dataset;
    }
  } finally {
    if (open) wait();
  }
}

function wait() {
  setTimeout(() => look().catch(() => {}), 1000 * Number(state.dataset.refresh));
}

wait();
