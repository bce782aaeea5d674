import styled from '@emotion/styled';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHints } from '../api/realtime/realtime.js';
import { currentQuery, forgetRound, rememberHole, storedRound } from '../api/match.js';
import { queryClient } from '../api/call/query-client.js';
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
  const goToHole = useEffectEvent((matchId: string, hole: number) => {
    if (isPlaying(location, matchId)) return;
    // Golfers who wait for the start need no explanation.
    const waiting = isLobby(location);
    // UnsavedGuard may ask first.
    void navigate(paths.score(hole), { replace: waiting, state: waiting ? null : { roundStarted: Date.now() } });
  });
  const goHome = (to: string, state: object | null): void => {
    forgetRound();
    void navigate(to, { replace: true, state });
  };
  useHints((event, payload) => {
    if (!('matchId' in payload) || !isMine(payload.matchId)) return;
    const { matchId } = payload;
    if (event === 'lobby_ended') goHome(paths.lobbyEnded(), null);
    else if (event === 'kicked' && (payload.userId ?? userId) === userId) goHome(paths.home(), { why: 'kicked' });
    else if (event === 'match_start' && !isPlaying(location, matchId)) {
      void beginRound(matchId).then((hole) => goToHole(matchId, hole));
    } else if (event === 'match_start') {
      enterMatch(matchId);
      if (storedRound().hole === null) rememberHole(1);
    }
  });
  const startedAt: unknown = location.state?.roundStarted;
  return typeof startedAt === 'number' && <Started key={startedAt} at={startedAt} />;
}

/** Explains why the page changed. `at`: when the round started for this phone, so that a revisit does not repeat it. */
function Started({ at }: { at: number }) {
  const [shown, setShown] = useState(() => Date.now() < at + NOTICE_MS);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), at + NOTICE_MS - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
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
