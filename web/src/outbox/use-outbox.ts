import { useSyncExternalStore } from 'react';
import { useSession } from '../api/use-session.js';
import { onOutboxPainted, outbox } from './outbox.js';

/**
 * The state of my scores on this phone. `attention`: some were refused, or could not be stored. `unsaved`: storage is
 * full, so that waiting scores live as long as this page.
 */
export function useSyncStatus() {
  const { box, unsaved } = useSyncExternalStore(onOutboxPainted, outbox);
  const me = useSession()?.userId;
  const mine = box.waiting.filter((score) => score.by === me);
  const refused = mine.filter(({ state }) => state === 'refused');
  const waiting = mine.filter(({ state }) => state === 'waiting');
  const isUnsaved = unsaved && waiting.length > 0;
  const unlessAttention = waiting.length > 0 ? 'waiting' : 'synced';
  const state = refused.length > 0 || isUnsaved ? 'attention' : unlessAttention;
  return { state, waiting, refused, unsaved: isUnsaved };
}
