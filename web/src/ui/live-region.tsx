import { useSyncExternalStore } from 'react';

let said = '';
let last = '';
let saidAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

/** Sentences this close to each other are one announcement: the second would cut off the first. Milliseconds. */
const TOGETHER_MS = 1_500;

/** Says a sentence to screen readers; the last one said before the page stands is kept. */
export function announce(text: string, now = performance.now()): void {
  const next = now - saidAt < TOGETHER_MS && last !== text ? `${last} ${text}` : text;
  // The same sentence twice is two announcements: a silent space makes the second one another text.
  said = next === said ? `${next}\u00a0` : next;
  last = text;
  saidAt = now;
  for (const listener of listeners) listener();
}

/** The app's one polite region, for {@link announce}. Mounted once, by the frame. */
export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, current);
  return (
    <p className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {text}
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = (): string => said;
