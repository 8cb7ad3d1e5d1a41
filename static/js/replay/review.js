// While a review is made, a replay asks from time to time how far it is, and says so once the hand is reviewed.

export function waitForReview(replay, address) {
  const seconds = Number(replay.querySelector("[data-waits]").dataset.waits);

  async function ask() {
    if (!document.hidden) {
      const answer = await fetch(address(), { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector(".review-here");
      if (answer.ok && !fresh?.matches("[data-waits]")) return void (replay.querySelector("[data-ready]").hidden = false);
      const old = replay.querySelector(".review-here");
      if (answer.ok && !old.isEqualNode(fresh)) old.replaceWith(document.importNode(fresh, true));
    }
    return soon();
  }

  function soon() {
    setTimeout(() => ask().catch(soon), 1000 * seconds);
  }

  soon();
}
