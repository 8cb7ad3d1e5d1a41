// Walks from step to step as fast as a reader asks for it and no faster than the screen shows it. In each frame one step
// is drawn: the one that is wanted, or while that is still fetched one that was asked for on the way.

const MOST = 40;

// `knows(step)` says whether a step can be drawn, `fetched(step)` fetches it, `draw(step, resting)` draws it,
// and `fail(step)` says that one cannot be fetched.
export function walking(begin, last, { knows, fetched, draw, fail }) {
  let wanted = begin;
  let shown = begin;
  // The steps that were asked for since the one that is shown, the oldest first.
  let trail = [];
  let frame = 0;
  let fetching = false;
  let arrived = [];

  function soon() {
    if (!frame) frame = requestAnimationFrame(walk);
  }

  function isHere(step) {
    return step === shown || knows(step);
  }

  function walk() {
    frame = 0;
    if (isHere(wanted)) trail = wanted === shown ? [] : [wanted];
    const place = trail.findIndex(knows);
    if (place >= 0) {
      shown = trail[place];
      trail = trail.slice(place + 1);
      draw(shown, shown === wanted);
    }
    if (shown === wanted) settle();
    else if (trail.some(knows)) soon();
  }

  function settle() {
    for (const done of arrived.splice(0)) done();
  }

  async function fetchAll() {
    while (!isHere(wanted)) {
      const step = wanted;
      await fetched(step);
      if (!knows(step)) throw new Error(`${step} was not sent`);
      soon();
    }
  }

  async function fetchOn() {
    if (fetching) return;
    fetching = true;
    try {
      await fetchAll();
    } catch {
      const target = wanted;
      // The reader still goes as far as the way is known.
      trail = trail.slice(0, trail.findIndex((step) => !isHere(step)));
      wanted = trail.at(-1) ?? shown;
      soon();
      await fail(target);
    }
    fetching = false;
    if (!isHere(wanted)) fetchOn();
  }

  // Resolved once the step is drawn, or cannot be.
  function go(step) {
    wanted = Math.min(Math.max(step, 0), last);
    trail = [...trail.slice(1 - MOST), wanted];
    soon();
    fetchOn();
    return new Promise((resolve) => arrived.push(resolve));
  }

  return { go, here: () => wanted };
}
