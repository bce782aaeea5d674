import type { MatchAnswer } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useMatchRoom } from '../api/realtime/hooks.js';
import { matchQuery } from '../api/match.js';
import { useSession } from '../api/use-session.js';
import { useRevealed } from '../ui/hooks/use-revealed.js';
import { changeOutbox, onOutboxPainted, outbox } from './outbox.js';
import { overlay } from './overlay.js';
import type { WaitingScore } from './box.js';
import { prune } from './waiting-scores.js';

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
  return { state, waiting, refused, unsent: mine.length, unsaved: isUnsaved };
}

interface LiveMatch {
  /** The server's last answer with my own scores applied, including unsent ones; undefined until loaded. */
  match: MatchAnswer | undefined;
  error: Error | null;
  waiting: readonly WaitingScore[];
  refetch: () => void;
}

/** A match, kept current while the component is mounted. Only entry ids from here may be used as `replaces`. */
export function useLiveMatch(matchId: string): LiveMatch {
  const { data, error, refetch } = useQuery(matchQuery(matchId));
  const { box } = useSyncExternalStore(onOutboxPainted, outbox);
  const me = useSession()?.userId ?? null;
  const waiting = useMemo(
    () => box.waiting.filter((score) => score.by === me && score.matchId === matchId),
    [box, me, matchId],
  );
  useMatchRoom(matchId);
  const { revision, log } = data ?? {};
  useEffect(() => {
    if (revision === undefined || log === undefined) return;
    changeOutbox((known) => prune(known, matchId, { revision, log }));
  }, [matchId, revision, log]);
  const latest = useMemo(() => (data === undefined || me === null ? data : overlay(data, box, me)), [data, box, me]);
  return { match: useRevealed(latest), error, waiting, refetch: () => void refetch() };
}
