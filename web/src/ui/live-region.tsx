import { useSyncExternalStore, type ReactNode } from 'react';

let said = '';
const listeners = new Set<() => void>();

/** Says a sentence to whoever listens instead of looking; the last one said before the page stands is kept. */
export function announce(text: string): void {
  // The same sentence twice is two announcements: a space that nobody hears makes the second one another text.
  said = text === said ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

/** The app's one polite region, for {@link announce}. Mounted once, by the frame. */
export function LiveRegion(): ReactNode {
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

function current(): string {
  return said;
}
