import type { MatchAnswer } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { hasCode } from '../../api/call/errors.js';
import { useMatchRoom } from '../../api/realtime/hooks.js';
import { matchQuery } from '../../api/match.js';
import { forgetRound, storedRound } from '../../api/stored-round.js';
import { useSession } from '../../api/use-session.js';
import { beginRound } from '../../shared/resume/begin-round.js';
import { enterMatch, isLeaving } from '../../shared/resume/leaving.js';
import { paths } from '../../shared/routing/paths.js';
import { useRevealed } from '../../ui/hooks/use-revealed.js';
import { lobbyExit, type LobbyRole } from './lobby-exit.js';

/** What a lobby page knows: an open lobby, or why it can't show one (yet). */
export interface LobbyNow {
  /** The lobby, open and mine; undefined: not known yet, or the golfer is being led elsewhere. */
  data: MatchAnswer | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/**
 * The lobby that the address names, or else the phone remembers: looked at as long as the page shows it, and left for
 * wherever the golfer belongs when it has started, has ended or is not mine.
 */
export function useLobby(role: LobbyRole): LobbyNow {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [stored] = useState(() => storedRound().matchId);
  const matchId = params.get('id') ?? stored;
  const userId = useSession()?.userId ?? '';
  const { data, error, refetch } = useQuery({
    ...matchQuery(matchId ?? ''),
    // Asked only when needed: a lobby that I leave is not mine to ask for any more.
    enabled: () => matchId !== null && !isLeaving(matchId),
  });
  useMatchRoom(data === undefined ? null : matchId);

  // Which lobby this page has shown open: what happens to it afterwards happened before the golfer's eyes.
  const [shown, setShown] = useState<string | null>(null);
  const gone = hasCode(error, 'MATCH_NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN');
  const exit =
    matchId === null || gone
      ? 'home'
      : data === undefined
        ? null
        : lobbyExit({ match: data.match, role, userId, seenOpen: shown === matchId });

  const open = exit === null ? (data?.match.id ?? null) : null;
  useEffect(() => {
    if (open === null) return;
    setShown(open);
    enterMatch(open);
  }, [open]);

  useEffect(() => {
    if (exit === null || (matchId !== null && isLeaving(matchId))) return;
    if ((gone || exit === 'ended') && storedRound().matchId === matchId) forgetRound();
    if (exit === 'ended') void navigate(paths.lobbyEnded(), { replace: true });
    else if (exit === 'host-lobby' && matchId !== null) void navigate(paths.lobby(matchId), { replace: true });
    else if (exit === 'round' && matchId !== null) {
      void beginRound(matchId).then((hole) => navigate(paths.score(hole), { replace: true }));
    } else void navigate(paths.home(), { replace: true, state: gone && shown === matchId ? { kicked: true } : null });
  }, [exit, gone, matchId, shown, navigate]);

  return { data: useRevealed(exit === null ? data : undefined), error: exit === null ? error : null, refetch };
}
