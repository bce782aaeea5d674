/** Local storage, which may be full or forbidden: reading never throws, and writing returns whether it succeeded. */
const PREFIX = 'fairmark.';

/** All keys of local storage, without the prefix. */
export type StoredKey =
  | 'token'
  | 'ended'
  | 'user'
  | 'match'
  | 'round'
  | 'match-copy'
  | 'user-copy'
  | 'outbox'
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

/** The copy stored as JSON, if it is whole; undefined if there is none, or none that this client can read. */
export function readCopy<Copy>(key: StoredKey, isWhole: (copy: Copy) => boolean): Copy | undefined {
  try {
    const copy = JSON.parse(readStored(key) ?? '') as Copy;
    return isWhole(copy) ? copy : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value; null removes it. False if the browser refused. */
export function writeStored(key: StoredKey, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
    return true;
  } catch {
    return false;
  }
}

/** Calls `listener` when another tab changed the value, or when the page returns from the back/forward cache. */
export function onStoredChange(key: StoredKey, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === PREFIX + key || event.key === null) listener();
  };
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}
