/** What this phone keeps between loads. Storage may be full or forbidden: reading never throws, and writing says whether it worked. */
const PREFIX = 'fairmark.';

/** Keys of local storage. Nothing else spells one. */
export type StoredKey =
  | 'token'
  | 'user'
  | 'match'
  | 'round'
  | 'match-copy'
  | 'user-copy'
  | 'outbox'
  | 'outbox-set-aside'
  | 'device'
  | 'next'
  | `course.${string}`;

/** The value, or null when there is none. */
export function readStored(key: StoredKey): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Keeps a value, or forgets it with null. False when the phone would not have it. */
export function writeStored(key: StoredKey, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
    return true;
  } catch {
    return false;
  }
}

/** Tells when another tab changed a value, or may have done so while the browser had put this page aside. Gives back how to stop. */
export function onStoredChange(key: StoredKey, listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === PREFIX + key || event.key === null) listener();
  };
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) listener();
  };
  window.addEventListener('storage', heard);
  window.addEventListener('pageshow', shown);
  return () => {
    window.removeEventListener('storage', heard);
    window.removeEventListener('pageshow', shown);
  };
}
