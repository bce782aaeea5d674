import { useQuery } from '@tanstack/react-query';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { currentQuery, lastPracticeQuery } from '../../api/match.js';
import { paths } from '../../shared/paths.js';
import { dayWords } from '../../text/dates.js';
import { PlayCard } from './play-card.js';

/** Leads back to a round in which I still owe holes and which is no longer the one to resume: the latest of them. */
export function Unfinished() {
  const { data: current } = useQuery(currentQuery());
  const { data } = useQuery(unverifiedQuery());
  const round = data?.rounds.find(({ matchId, nextHole }) => nextHole !== null && matchId !== current?.matchId);
  if (current === undefined || round === undefined || round.nextHole === null) return null;
  return (
    <PlayCard
      to={paths.score(round.nextHole, round.matchId)}
      title="Finish your round"
      note={`Hole ${round.nextHole} at ${round.course}, ${dayWords(round.day)}`}
    />
  );
}

/** Leads back to the card of my latest practice round, which no list holds. One in progress is resumed instead. */
export function LastPractice() {
  const { data: current } = useQuery(currentQuery());
  const { data: practice } = useQuery(lastPracticeQuery());
  if (current === undefined || !practice || practice.matchId === current?.matchId) return null;
  return (
    <PlayCard
      to={paths.scorecard(practice.matchId)}
      title="Last practice round"
      note={`${practice.course}, ${dayWords(practice.day)}`}
    />
  );
}
