let region: HTMLElement | null = null;
let said = '';
let last = '';
let saidAt = Number.NEGATIVE_INFINITY;

/** Announcements within this time are joined, because the second would cut off the first. */
const TOGETHER_MS = 1_500;

/** Announces a sentence to screen readers. Before the region is mounted, the last one is kept. */
export function announce(text: string, now = performance.now()): void {
  const next = now - saidAt < TOGETHER_MS && last !== text ? `${last} ${text}` : text;
  // A repeated sentence needs a different text to be announced: append a space.
  said = next === said ? `${next}\u00a0` : next;
  last = text;
  saidAt = now;
  sayIn(region);
}

/** The app's one polite region, for {@link announce}. Mounted once, by the frame, which never changes its text. */
export function LiveRegion() {
  return <p ref={sayIn} className="visually-hidden" role="status" aria-live="polite" aria-atomic="true" />;
}

function sayIn(element: HTMLElement | null): void {
  region = element;
  if (region !== null) region.textContent = said;
}
