import styled from '@emotion/styled';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHints } from '../api/realtime/hooks.js';
import { currentQuery } from '../api/match.js';
import { queryClient } from '../api/call/query-client.js';
import { forgetRound, rememberHole, storedRound } from '../api/stored-round.js';
import { useSession } from '../api/use-session.js';
import { Banner } from '../ui/banner.js';
import { beginRound, enterMatch, leaving } from '../shared/resume/leaving.js';
import { paths } from '../shared/routing/paths.js';
import { isLobby, isPlaying } from '../shared/resume/resume.js';

const NOTICE_MS = 8_000;
const STARTED = 'Your round has started';

const Notice = styled.div`
  position: fixed;
  z-index: 3;
  inset: calc(var(--space-2) + env(safe-area-inset-top)) var(--space-2) auto;
  max-width: var(--column);
  margin-inline: auto;
  /* Lets presses through to the content below. */
  pointer-events: none;
`;

/** Follows my match when others start it, end it or remove me. */
export function FollowMatch() {
  const navigate = useNavigate();
  const userId = useSession()?.userId;
  const location = useLocation();
  const currentLocation = useRef(location);
  useEffect(() => {
    currentLocation.current = location;
  }, [location]);
  useHints((event, payload) => {
    if (!('matchId' in payload) || !isMine(payload.matchId)) return;
    const { matchId } = payload;
    if (event === 'match_start') void start(matchId);
    else if (event === 'lobby_ended') {
      forgetRound();
      void navigate(paths.lobbyEnded(), { replace: true });
    } else if (event === 'kicked' && (payload.userId === undefined || payload.userId === userId)) {
      forgetRound();
      void navigate(paths.home(), { replace: true, state: { why: 'kicked' } });
    }

    async function start(started: string): Promise<void> {
      if (isPlaying(currentLocation.current, started)) {
        enterMatch(started);
        if (storedRound().hole === null) rememberHole(1);
        return;
      }
      const hole = await beginRound(started);
      if (isPlaying(currentLocation.current, started)) return;
      // Golfers who wait for the start need no explanation.
      const waiting = isLobby(currentLocation.current);
      // UnsavedGuard may ask first.
      const state = waiting ? null : { roundStarted: Date.now() };
      void navigate(paths.score(hole), { replace: waiting, state });
    }
  });
  const startedAt: unknown = location.state?.roundStarted;
  return typeof startedAt === 'number' && <Started key={startedAt} at={startedAt} />;
}

/** Explains why the page changed. `at`: when the round started for this phone, so that a revisit does not repeat it. */
function Started({ at }: { at: number }) {
  const [shown, setShown] = useState(() => Date.now() < at + NOTICE_MS);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(false), at + NOTICE_MS - Date.now());
    return () => clearTimeout(timer);
  }, [shown, at]);
  return (
    shown && (
      <Notice>
        <Banner kind="info" title={STARTED} />
      </Notice>
    )
  );
}

/** Whether it is the match stored on this phone or the server's current one, and I am not leaving it. */
function isMine(matchId: string): boolean {
  if (leaving.has(matchId)) return false;
  const current = queryClient.getQueryData(currentQuery().queryKey)?.current;
  return matchId === storedRound().matchId || matchId === current?.matchId;
}
