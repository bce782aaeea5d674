import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../api/use-session.js';
import { onOutbox, outbox } from './outbox.js';
import type { ConfirmedScore, WaitingScore } from './box.js';

/** The overall state of my scores on this phone. */
export interface SyncStatus {
  /** `attention`: some were refused, or could not be stored or read. */
  state: 'synced' | 'waiting' | 'attention';
  waiting: number;
  refused: readonly WaitingScore[];
  /** Whether storage is full, so that waiting scores live as long as this page. */
  unsaved: boolean;
  /** Whether stored scores could not be read. */
  damaged: boolean;
}

/** My waiting and refused scores of a match. */
export function useWaitingScores(matchId: string): readonly WaitingScore[] {
  const { waiting } = useSyncExternalStore(onOutbox, outbox).box;
  const me = useSession()?.userId;
  return useMemo(() => waiting.filter((score) => score.by === me && score.matchId === matchId), [waiting, me, matchId]);
}

/** My confirmed scores of a match that its last answer may not show yet. */
export function useConfirmedScores(matchId: string): readonly ConfirmedScore[] {
  const { confirmed } = useSyncExternalStore(onOutbox, outbox).box;
  const me = useSession()?.userId;
  return useMemo(
    () => confirmed.filter((score) => score.by === me && score.matchId === matchId),
    [confirmed, me, matchId],
  );
}

/** The state of my scores, for the pill and for whatever has to wait for them. */
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
