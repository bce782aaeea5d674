import styled from '@emotion/styled';
import type { FoundRound } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { courseQuery } from '../../api/lookups.js';
import { foundRoundsQuery } from '../../api/ops.js';
import { paths } from '../../shared/routing/paths.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Note, Stack } from '../../ui/page-parts.js';
import { dayWords } from '../../text/dates.js';
import { ResultsTable } from '../../golf/results-table.js';
import { Skeleton } from '../../ui/skeleton.js';
import { said } from '../../text/words.js';
import { timeWords } from '../../text/dates.js';
import { Answered } from '../../shared/answered.js';

const Found = styled(Stack)`
  margin-top: var(--space-4);
`;

/** The match rounds that started on a course's day, each a link to its story. */
export function RoundsOfDay({ course, day }: { course: string; day: string }) {
  const query = useQuery(foundRoundsQuery(course, day));
  const name = useQuery(courseQuery(course)).data?.name;
  return (
    <Found aria-labelledby="found">
      <h2 id="found">
        {dayWords(day)}
        {name !== undefined && `, ${name}`}
      </h2>
      <Answered query={query} waiting={<Skeleton lines={3} height={60} label="Loading the rounds" />}>
        {({ rounds, more }) => <Rounds rounds={rounds} more={more} />}
      </Answered>
    </Found>
  );
}

function Rounds({ rounds, more }: { rounds: readonly FoundRound[]; more: boolean }) {
  if (rounds.length === 0) {
    return <EmptyState title="No match rounds">None started on this course on that day.</EmptyState>;
  }
  return (
    <>
      <ResultsTable
        caption="Rounds of the day"
        head={
          <>
            <th scope="col">Round</th>
            <th scope="col">Cards</th>
          </>
        }
      >
        {rounds.map(({ matchId, cards, startedAt }) => (
          <tr key={matchId}>
            <th scope="row">
              <Link to={paths.ops({ round: matchId })}>{cards.map(({ player }) => player.fullName).join(', ')}</Link>
              <small>Started {timeWords(startedAt)}, your time</small>
            </th>
            <td>{cardsWords(cards)}</td>
          </tr>
        ))}
      </ResultsTable>
      {more && <Note>The latest {rounds.length}; there are others.</Note>}
    </>
  );
}

/** "2 of 3 verified, 1 corrected". */
function cardsWords(cards: FoundRound['cards']): string {
  const verified = cards.filter((card) => card.verified).length;
  const corrected = cards.filter(({ correctedAt }) => correctedAt !== null).length;
  const withdrawn = cards.filter((card) => card.withdrawn).length;
  const parts = [
    `${verified} of ${cards.length} verified`,
    corrected === 0 ? '' : `${corrected} corrected`,
    withdrawn === 0 ? '' : `${withdrawn} withdrawn`,
  ];
  return said(parts, ', ');
}
