import { DELETED_PLAYER } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { historyQuery } from '../../api/clubhouse.js';
import { pastMatchQuery } from '../../api/match.js';
import { useSession } from '../../api/use-session.js';
import { paths } from '../../shared/routing/paths.js';
import { firstName, listed } from '../../text/words.js';

/** The suggested round to play again: link and texts. */
export interface Again {
  to: string;
  /** "Play again with Tom" */
  title: string;
  note: string;
}

/** The golfer's last match round with the same partners; null: none; undefined: not known yet. */
export function useAgain(): Again | null | undefined {
  const me = useSession()?.userId;
  const { data: history, failureCount, fetchStatus } = useQuery(historyQuery(undefined, 'date-desc'));
  const last = history?.rounds.find(({ marker }) => marker !== null && marker.fullName !== DELETED_PLAYER);
  // Names the other players of a group, and prefills the set-up.
  const { data: past } = useQuery({ ...pastMatchQuery(last?.matchId ?? ''), enabled: last !== undefined });
  if (history === undefined) return failureCount > 0 || fetchStatus === 'paused' ? null : undefined;
  if (!last?.marker) return null;
  const partners = past?.rounds
    .map(({ player }) => player)
    .filter(({ id, fullName }) => id !== me && fullName !== DELETED_PLAYER);
  const names = listed((partners ?? [last.marker]).map(({ fullName }) => firstName(fullName)));
  return {
    to: paths.createLobby('COMPETITION', last.matchId),
    title: `Play again with ${names}`,
    note: last.course.name,
  };
}
