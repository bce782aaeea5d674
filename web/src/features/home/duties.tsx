import type { UnverifiedRound } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { currentQuery } from '../../api/match.js';
import { useSession } from '../../api/use-session.js';
import { paths } from '../../shared/routing/paths.js';
import { useMyMoves } from '../../shared/unsigned-mark.js';
import { listDay } from '../../text/dates.js';
import { joinWords } from '../../text/words.js';
import { PlayCard } from './play-card.js';

/** Cards to sign, and the latest unfinished round other than the one to resume. */
export function Duties() {
  const { data: current } = useQuery(currentQuery());
  const me = useSession()?.userId;
  const mine = useMyMoves();
  if (mine === undefined) return null;
  const toSign = mine.filter(({ nextHole }) => nextHole === null);
  const unfinished = mine.find(({ matchId, nextHole }) => nextHole !== null && matchId !== current?.matchId);
  const isMine = mine.some(({ matchId, player }) => matchId === unfinished?.matchId && player.id === me);
  return (
    <>
      {toSign.length > 0 && (
        <PlayCard
          kind="duty"
          to={signPath(toSign)}
          title="You have unsigned matches. Please verify them"
          note={placesWords([...new Set(toSign.map(placeWords))])}
        />
      )}
      {current !== undefined && unfinished !== undefined && (
        <PlayCard
          kind="duty"
          to={paths.score(unfinished.nextHole ?? 1, unfinished.matchId)}
          title={isMine ? 'Finish your round' : `Finish ${unfinished.player.fullName}'s card`}
          note={`Hole ${unfinished.nextHole} at ${placeWords(unfinished)}`}
        />
      )}
    </>
  );
}

function signPath(rounds: readonly UnverifiedRound[]): string {
  const [first, ...others] = new Set(rounds.map(({ matchId }) => matchId));
  return first === undefined || others.length > 0 ? paths.unsignedRounds() : paths.scorecard(first);
}

function placesWords([first = '', second = '', ...more]: readonly string[]): string {
  return joinWords([first, second, more.length > 0 ? `${more.length} more` : '']);
}

function placeWords({ course, day }: UnverifiedRound): string {
  return `${course}, ${listDay(day)}`;
}
