import styled from '@emotion/styled';
import { type CurrentMatch, DELETED_PLAYER } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import { userQuery } from '../../api/auth.js';
import { historyQuery, unverifiedQuery } from '../../api/clubhouse.js';
import { currentQuery, pastMatchQuery } from '../../api/match.js';
import { JUST_PRACTICE, PLAY_TYPE_WORDS } from '../../shared/play-types.js';
import { paths } from '../../shared/routing/paths.js';
import { useMatchInTheWay, useResume } from '../../shared/resume/resume.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { Duties } from './duties.js';
import { PlayCard } from './play-card.js';
import { isAwaited, WaitingCard } from './waiting-card.js';
import { useSession } from '../../api/use-session.js';
import { namesOf } from '../../text/words.js';

// Below the fold, so loaded later.
const News = onDemand(async () => (await import('./news.js')).News);

const Pair = styled.div`
  display: grid;
  /* Side by side on every phone, one above the other with large text. */
  grid-template-columns: repeat(auto-fit, minmax(min(8.25rem, 100%), 1fr));
  gap: var(--space-3);
`;

const WAIT_MS = 3_000;

/** Home on a phone: the round to resume or play again, other rounds to set up, and news. */
export function PhoneHome() {
  const resume = useResume();
  const again = useAgain();
  const round = useQuery(currentQuery());
  const cost = costOf(useMatchInTheWay());
  const unverified = useQuery(unverifiedQuery());
  const user = useQuery(userQuery());
  const late = useLate();
  const waits = again === undefined || [round, unverified, user].some(isAwaited);
  // A card that appeared later would move those below it.
  if (resume === undefined || (!late && waits)) return <WaitingCard />;
  const first = resume === null ? again : { to: resume.to, title: 'Resume Round', note: resume.words };
  // The two rounds to set up come first, or are a pair below the card that does.
  const SetUps = first ? Pair : Fragment;
  return (
    <>
      <Duties />
      {first && <PlayCard kind="first" {...first} />}
      <SetUps>
        <PlayCard
          kind={first ? 'half' : 'first'}
          to={paths.createLobby({ 'play-type': 'competitive' })}
          title={PLAY_TYPE_WORDS.COMPETITION}
          note={cost ?? 'Stroke, stableford or par. With a marker.'}
        />
        <PlayCard
          kind={first ? 'half' : undefined}
          to={paths.createLobby({ 'play-type': 'social' })}
          title={PLAY_TYPE_WORDS.SOCIAL}
          note={cost ?? JUST_PRACTICE}
        />
      </SetUps>
      <Pair>
        <PlayCard kind="half" to={paths.clubhouse()} title="Daily Results" note="Today's verified cards" />
        <PlayCard kind="half" to={paths.competitions()} title="Competitions" note="Eclectic comps over several weeks" />
      </Pair>
      <News />
    </>
  );
}

/** What a new round would mean for the open one, so that the golfer knows beforehand; null: none is open. */
function costOf(inTheWay: CurrentMatch | null | undefined): string | null {
  if (!inTheWay) return null;
  if (inTheWay.started) return 'When the round you are in is finished';
  return inTheWay.isHost ? 'Ends your open set-up: asks first' : 'You leave the one you joined: asks first';
}

function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return late;
}

/** "Play again with Tom": the golfer's last match round; null: none; undefined: not known yet. */
function useAgain() {
  const me = useSession()?.userId;
  const { data: history, failureCount } = useQuery(historyQuery(undefined, 'date-desc'));
  const last = history?.rounds.find(({ marker }) => marker !== null && marker.fullName !== DELETED_PLAYER);
  // Names the other players of a group, and prefills the set-up.
  const { data: past } = useQuery({ ...pastMatchQuery(last?.matchId ?? ''), enabled: last !== undefined });
  if (history === undefined) return failureCount > 0 ? null : undefined;
  if (!last?.marker) return null;
  const partners = past?.rounds
    .map(({ player }) => player)
    .filter(({ id, fullName }) => id !== me && fullName !== DELETED_PLAYER);
  return {
    to: paths.createLobby({ 'play-type': 'competitive', again: last.matchId }),
    title: `Play again with ${namesOf(partners ?? [last.marker])}`,
    note: last.course.name,
  };
}
