import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../api/use-session.js';
import { onOutbox, outbox } from './outbox.js';
import type { ConfirmedScore, WaitingScore } from './box.js';

/** How the scores of this phone stand as a whole. */
export interface SyncStatus {
  /** `attention`: some were refused, or the phone can't keep them. */
  state: 'synced' | 'waiting' | 'attention';
  waiting: number;
  refused: readonly WaitingScore[];
  /** The phone's storage is full: waiting scores live as long as this page. */
  unsaved: boolean;
  /** Scores kept on this phone could not be read. */
  damaged: boolean;
}

/** My scores of a match that wait for a signal or were refused (`state`). */
export function useWaitingScores(matchId: string): readonly WaitingScore[] {
  const { waiting } = useSyncExternalStore(onOutbox, outbox).box;
  const me = useSession()?.userId;
  return useMemo(() => waiting.filter((score) => score.by === me && score.matchId === matchId), [waiting, me, matchId]);
}

/** My scores of a match that the server confirmed and that its last answer may not show yet. */
export function useConfirmedScores(matchId: string): readonly ConfirmedScore[] {
  const { confirmed } = useSyncExternalStore(onOutbox, outbox).box;
  const me = useSession()?.userId;
  return useMemo(
    () => confirmed.filter((score) => score.by === me && score.matchId === matchId),
    [confirmed, me, matchId],
  );
}

/** How my scores stand, for the pill and for whatever must wait for them (signing a card). */
export function useSyncStatus(): SyncStatus {
  const { box, unsaved, damaged } = useSyncExternalStore(onOutbox, outbox);
  const me = useSession()?.userId;
  return useMemo(() => {
    const mine = box.waiting.filter((score) => score.by === me);
    const refused = mine.filter(({ state }) => state === 'refused');
    const waiting = mine.length - refused.length;
    const attention = refused.length > 0 || damaged || (unsaved && waiting > 0);
    const state = attention ? 'attention' : waiting > 0 ? 'waiting' : 'synced';
    return { state, waiting, refused, unsaved: unsaved && waiting > 0, damaged };
  }, [box, unsaved, damaged, me]);
}
