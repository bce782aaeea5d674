import styled from '@emotion/styled';
import type { UnverifiedRound } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { useSession } from '../../api/use-session.js';
import { ButtonLink } from '../../app/links.js';
import { ListStates } from '../../app/list-states.js';
import { paths } from '../../app/paths.js';
import { Card } from '../../ui/card.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Note, Page, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { dayWords } from '../../ui/result-words.js';
import { SelectField } from '../../ui/select-field.js';
import { RedLink } from './red-link.js';
import { useSort } from './use-url.js';
import { cardWords, moveWords } from './words.js';

type Sort = 'date-desc' | 'date-asc';

const ORDERS: readonly { value: Sort; label: string }[] = [
  { value: 'date-desc', label: 'Newest first' },
  { value: 'date-asc', label: 'Oldest first' },
];

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
  gap: var(--space-4);
`;

const Round = styled(Card)`
  display: grid;
  align-content: space-between;
  gap: var(--space-3);
  padding: var(--space-4);
  & h3 {
    overflow-wrap: anywhere;
  }
  & a {
    font-size: var(--text-14);
  }
`;

const Order = styled.div`
  max-width: 320px;
`;

/** /clubhouse/your-rounds-unsigned: cards that want a signature, and mine whose marker still owes holes. */
export function Unsigned(): ReactNode {
  const query = useQuery(unverifiedQuery());
  const [sort, setSort] = useSort<Sort>('date-desc', ['date-desc', 'date-asc']);
  return (
    <Page>
      <PageHeading>Your Unsigned Rounds</PageHeading>
      <ListStates query={query} waiting="Loading your unsigned rounds">
        {({ rounds }) => {
          if (rounds.length === 0) return <AllSigned />;
          const inOrder = sort === 'date-desc' ? rounds : rounds.toReversed();
          const complete = inOrder.filter(({ completeByMarker }) => completeByMarker);
          const owed = inOrder.filter(({ completeByMarker }) => !completeByMarker);
          return (
            <>
              <Order>
                <SelectField
                  label="Sort"
                  options={ORDERS}
                  value={sort}
                  onChange={({ target }) => setSort(target.value === 'date-asc' ? 'date-asc' : 'date-desc')}
                />
              </Order>
              {complete.length > 0 && <Rounds title="Completed by the marker" rounds={complete} />}
              {owed.length > 0 && <Rounds title="Waiting for your marker" rounds={owed} />}
            </>
          );
        }}
      </ListStates>
    </Page>
  );
}

function AllSigned(): ReactNode {
  return (
    <EmptyState
      title="All your rounds are signed"
      action={
        <ButtonLink to={paths.history()} kind="secondary">
          Your History
        </ButtonLink>
      }
    >
      Rounds that still want a signature are listed here.
    </EmptyState>
  );
}

function Rounds({ title, rounds }: { title: string; rounds: readonly UnverifiedRound[] }): ReactNode {
  const me = useSession()?.userId ?? '';
  return (
    <Stack>
      <h2>{title}</h2>
      <Cards>
        {rounds.map((round) => (
          <Round as="li" key={`${round.matchId} ${round.userId}`}>
            <div>
              <Note>{dayWords(round.day)}</Note>
              <h3>{round.course}</h3>
              <p>{cardWords(round, me)}</p>
              <Note>{moveWords(round)}</Note>
            </div>
            <RedLink to={paths.scorecard(round.matchId)} newTab>
              This match has not been signed!
            </RedLink>
          </Round>
        ))}
      </Cards>
    </Stack>
  );
}
