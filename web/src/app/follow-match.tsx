import type { ServerPayload } from '@fairmark/contract';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHints } from '../api/hooks.js';
import { useSession } from '../api/use-session.js';
import type { HintEvent } from '../api/realtime.js';
import { forgetRound, rememberHole, rememberMatch, storedRound } from '../api/stored-round.js';
import { paths, patterns } from './paths.js';
import { matchPath } from 'react-router-dom';

/** What other golfers do to my match and moves me (spec section 4, lobby events): it starts, it ends, I am kicked. */
export function FollowMatch() {
  const navigate = useNavigate();
  const session = useSession();
  const { pathname } = useLocation();
  const scoring = matchPath(patterns.score, pathname) !== null;
  const hear = useCallback(
    (event: HintEvent, payload: ServerPayload<HintEvent>) => {
      if (!('matchId' in payload) || payload.matchId !== storedRound().matchId) return;
      if (event === 'match_start' && !scoring) {
        rememberMatch(payload.matchId);
        rememberHole(1);
        void navigate(paths.score(1));
      } else if (event === 'lobby_ended') {
        forgetRound();
        void navigate(paths.lobbyEnded());
      } else if (event === 'kicked' && (payload.userId === undefined || payload.userId === session?.userId)) {
        forgetRound();
        void navigate(paths.home(), { state: { kicked: true } });
      }
    },
    [navigate, scoring, session],
  );
  useHints(hear);
  return null;
}
