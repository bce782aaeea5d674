import type { ServerPayload } from '@fairmark/contract';
import { useCallback, useEffect, useRef } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { useHints } from '../api/hooks.js';
import { currentQuery } from '../api/match.js';
import { queryClient } from '../api/query-client.js';
import type { HintEvent } from '../api/realtime.js';
import { forgetRound, rememberHole, storedRound } from '../api/stored-round.js';
import { useSession } from '../api/use-session.js';
import { beginRound } from './begin-round.js';
import { enterMatch, isLeaving } from './leaving.js';
import { paths, patterns } from './paths.js';

/** Pages that nobody is taken away from when a round starts: a hole, a card, something half filled in. */
const STAYS = [patterns.score, patterns.scorecard, paths.account(), paths.support(), paths.newCompetition()];

/** What other golfers do to my match and moves me: it starts, it ends, I am removed. */
export function FollowMatch() {
  const navigate = useNavigate();
  const userId = useSession()?.userId;
  const { pathname } = useLocation();
  const here = useRef(pathname);
  useEffect(() => {
    here.current = pathname;
  }, [pathname]);
  const hear = useCallback(
    (event: HintEvent, payload: ServerPayload<HintEvent>) => {
      if (!('matchId' in payload) || !isMine(payload.matchId)) return;
      const { matchId } = payload;
      if (event === 'match_start') void start(matchId);
      else if (event === 'lobby_ended') {
        forgetRound();
        void navigate(paths.lobbyEnded(), { replace: true });
      } else if (event === 'kicked' && (payload.userId === undefined || payload.userId === userId)) {
        forgetRound();
        void navigate(paths.home(), { replace: true, state: { kicked: true } });
      }

      async function start(started: string): Promise<void> {
        if (stays(here.current)) {
          enterMatch(started);
          if (storedRound().hole === null) rememberHole(1);
          return;
        }
        const hole = await beginRound(started);
        if (!stays(here.current)) void navigate(paths.score(hole), { replace: true });
      }
    },
    [navigate, userId],
  );
  useHints(hear);
  return null;
}

/** The match that this phone remembers or, where it can't remember, the one that the server named; not one that I leave. */
function isMine(matchId: string): boolean {
  if (isLeaving(matchId)) return false;
  const current = queryClient.getQueryData(currentQuery().queryKey);
  return matchId === storedRound().matchId || matchId === current?.matchId;
}

function stays(pathname: string): boolean {
  return STAYS.some((pattern) => matchPath(pattern, pathname) !== null);
}
