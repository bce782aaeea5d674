import styled from '@emotion/styled';
import type { CurrentMatch } from '@fairmark/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { userQuery } from '../../api/auth.js';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { currentQuery } from '../../api/match.js';
import { JUST_PRACTICE } from '../../shared/practice-words.js';
import { paths } from '../../shared/routing/paths.js';
import { useResume } from '../../shared/resume/use-resume.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { Duties } from './duties.js';
import { PlayCard } from './play-card.js';
import { useAgain } from './use-again.js';
import { WaitingCard } from './waiting-card.js';

// Below the fold, so loaded later.
const News = onDemand(async () => (await import('./news/news.js')).News);
const RunningTotal = onDemand(async () => (await import('./news/running-total.js')).RunningTotal);

const Pair = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--space-3);
`;

/** Parts that take longer appear when they are ready. */
const WAIT_MS = 3_000;

/** Home on a phone: the round to resume or play again, other rounds to set up, and news. */
export function PhoneHome() {
  const resume = useResume();
  const again = useAgain();
  const round = useQuery(currentQuery());
  const current = round.data;
  const unverified = useQuery(unverifiedQuery());
  const user = useQuery(userQuery());
  const late = useLate(WAIT_MS);
  const waits = again === undefined || [round, unverified, user].some(isAwaited);
  // A card that appeared later would move those below it.
  if (resume === undefined || (!late && waits)) return <WaitingCard />;
  const hasFirst = resume !== null || Boolean(again);
  return (
    <>
      <Duties />
      {resume !== null ? (
        <PlayCard kind="first" to={resume.to} title="Resume Round" note={resume.words}>
          {current?.started === true && <RunningTotal matchId={current.matchId} />}
        </PlayCard>
      ) : (
        again && <PlayCard kind="first" {...again} />
      )}
      {!hasFirst && <MatchRound kind="first" current={current} />}
      {hasFirst ? (
        <Pair>
          <MatchRound kind="half" current={current} />
          <PracticeRound kind="half" current={current} />
        </Pair>
      ) : (
        <PracticeRound current={current} />
      )}
      <Pair>
        <PlayCard kind="half" to={paths.clubhouse()} title="Daily Results" note="Today's verified cards" />
        <PlayCard kind="half" to={paths.competitions()} title="Competitions" note="Eclectic comps over several weeks" />
      </Pair>
      <News />
    </>
  );
}

interface SetUpProps {
  kind?: 'first' | 'half';
  current: CurrentMatch | null | undefined;
}

function MatchRound({ kind, current }: SetUpProps) {
  const note = costOf(current) ?? 'Stroke, stableford or par. With a marker.';
  return <PlayCard kind={kind} to={paths.createLobby('COMPETITION')} title="Match Round" note={note} />;
}

function PracticeRound({ kind, current }: SetUpProps) {
  const note = costOf(current) ?? JUST_PRACTICE;
  return <PlayCard kind={kind} to={paths.createLobby('SOCIAL')} title="Practice Round" note={note} />;
}

/** What a new round would mean for the open one, so that the golfer knows beforehand; null: none is open. */
function costOf(current: CurrentMatch | null | undefined): string | null {
  if (!current) return null;
  if (current.started) return 'When the round you are in is finished';
  return current.isHost ? 'Ends your open set-up: asks first' : 'You leave the one you joined: asks first';
}

/** Whether the first attempt to load is still in flight. */
function isAwaited({ data, failureCount, fetchStatus }: UseQueryResult): boolean {
  return data === undefined && failureCount === 0 && fetchStatus !== 'paused';
}

/** Whether `ms` milliseconds have passed since the first render. */
function useLate(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}
