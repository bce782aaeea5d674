import type { ServerPayload } from '@fairmark/contract';
import styled from '@emotion/styled';
import { useCallback, useEffect, useRef, useState } from 'react';
import { matchPath, useLocation, useNavigate, type Location } from 'react-router-dom';
import { useHints } from '../api/hooks.js';
import { currentQuery } from '../api/match.js';
import { queryClient } from '../api/query-client.js';
import type { HintEvent } from '../api/realtime.js';
import { forgetRound, rememberHole, storedRound } from '../api/stored-round.js';
import { useSession } from '../api/use-session.js';
import { Banner } from '../ui/banner.js';
import { beginRound } from './begin-round.js';
import { enterMatch, isLeaving } from './leaving.js';
import { paths, patterns } from './paths.js';

/** Where golfers wait for the start, and need not be told why the page changes. */
const WAITING = ['/lobby', '/lobby-invitation', '/join-lobby'];
const NOTICE_MS = 8_000;

const Notice = styled.div`
  position: fixed;
  z-index: 3;
  inset: calc(var(--space-2) + env(safe-area-inset-top)) var(--space-2) auto;
  max-width: var(--column);
  margin-inline: auto;
  /* What lies under it can be pressed all the same. */
  pointer-events: none;
`;

/** What other golfers do to my match and moves me: it starts, it ends, I am removed. */
export function FollowMatch() {
  const navigate = useNavigate();
  const userId = useSession()?.userId;
  const location = useLocation();
  const here = useRef(location);
  useEffect(() => {
    here.current = location;
  }, [location]);
  // The hole that the start has brought me to.
  const [broughtTo, setBroughtTo] = useState<string | null>(null);
  const brought = broughtTo === location.pathname;
  useEffect(() => {
    if (!brought) return undefined;
    const timer = setTimeout(() => setBroughtTo(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [brought]);
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
        if (isPlaying(here.current, started)) {
          enterMatch(started);
          if (storedRound().hole === null) rememberHole(1);
          return;
        }
        const hole = await beginRound(started);
        if (isPlaying(here.current, started)) return;
        const waiting = WAITING.includes(here.current.pathname);
        if (!waiting) setBroughtTo(paths.score(hole));
        // A form with something unsaved asks first.
        void navigate(paths.score(hole), { replace: waiting, state: { roundStarted: true } });
      }
    },
    [navigate, userId],
  );
  useHints(hear);
  return (
    brought && (
      <Notice>
        <Banner kind="info" title="Your round has started" />
      </Notice>
    )
  );
}

/** The match that this phone remembers or, where it can't remember, the one that the server named; not one that I leave. */
function isMine(matchId: string): boolean {
  if (isLeaving(matchId)) return false;
  const current = queryClient.getQueryData(currentQuery().queryKey);
  return matchId === storedRound().matchId || matchId === current?.matchId;
}

/** Whether the page is a hole of this match. */
function isPlaying({ pathname, search }: Location, matchId: string): boolean {
  const named = new URLSearchParams(search).get('id');
  return matchPath(patterns.score, pathname) !== null && (named === null || named === matchId);
}
