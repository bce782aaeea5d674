import styled from '@emotion/styled';
import type { FoundRound } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { messageOf } from '../../api/call/errors.js';
import { courseQuery } from '../../api/lookups.js';
import { foundRoundsQuery } from '../../api/ops.js';
import { paths } from '../../shared/paths.js';
import { EmptyState, ErrorState } from '../../ui/empty-state.js';
import { Note, Stack } from '../../ui/page-parts.js';
import { dayWords } from '../../text/dates.js';
import { ResultsTable } from '../../golf/results-table.js';
import { Skeleton } from '../../ui/skeleton.js';
import { timeWords } from './parts/words.js';

const Found = styled(Stack)`
  margin-top: var(--space-4);
`;

/** The match rounds that started on a course's day, each a link to its story. */
export function RoundsOfDay({ course, day }: { course: string; day: string }) {
  const { data, error, refetch } = useQuery(foundRoundsQuery(course, day));
  const name = useQuery(courseQuery(course)).data?.name;
  return (
    <Found aria-labelledby="found">
      <h2 id="found">
        {dayWords(day)}
        {name !== undefined && `, ${name}`}
      </h2>
      {data === undefined && error === null && <Skeleton lines={3} height={60} label="Loading the rounds" />}
      {data === undefined && error !== null && (
        <ErrorState onRetry={() => void refetch()}>{messageOf(error)}</ErrorState>
      )}
      {data?.rounds.length === 0 && (
        <EmptyState title="No match rounds">None started on this course on that day.</EmptyState>
      )}
      {data !== undefined && data.rounds.length > 0 && (
        <ResultsTable
          caption="Rounds of the day"
          head={
            <>
              <th scope="col">Round</th>
              <th scope="col">Cards</th>
            </>
          }
        >
          {data.rounds.map((round) => (
            <tr key={round.matchId}>
              <th scope="row">
                <Link to={paths.ops({ round: round.matchId })}>
                  {round.cards.map(({ player }) => player.fullName).join(', ')}
                </Link>
                <small>Started {timeWords(round.startedAt)}, your time</small>
              </th>
              <td>{cardsWords(round.cards)}</td>
            </tr>
          ))}
        </ResultsTable>
      )}
      {data?.more === true && <Note>The latest {data.rounds.length}; there are others.</Note>}
    </Found>
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
  return parts.filter((part) => part !== '').join(', ');
}
