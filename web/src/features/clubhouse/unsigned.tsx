import styled from '@emotion/styled';
import type { UnverifiedRound } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { currentQuery } from '../../api/match.js';
import { useSession } from '../../api/use-session.js';
import { ButtonLink } from '../../shared/links.js';
import { ListStates } from '../../shared/list-states.js';
import { paths } from '../../shared/paths.js';
import { resumePath } from '../../shared/resume.js';
import { Card } from '../../ui/card.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Note, Page, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { dayWords } from '../../text/dates.js';
import { SelectField } from '../../ui/fields/select-field.js';
import { RedLink } from './red-link.js';
import { useSort } from '../../shared/use-url.js';
import { cardWords, moveWords } from './parts/words.js';

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

/**
 * /clubhouse/your-rounds-unsigned: rounds that I have still to finish, cards that want a signature, and mine whose marker
 * still owes holes (docs/product.md, Clubhouse 8).
 */
export function Unsigned() {
  const query = useQuery(unverifiedQuery());
  const [sort, setSort] = useSort<Sort>('date-desc', ['date-desc', 'date-asc']);
  return (
    <Page>
      <PageHeading>Your Unsigned Rounds</PageHeading>
      <ListStates query={query} waiting="Loading your unsigned rounds">
        {({ rounds }) => {
          if (rounds.length === 0) return <NothingToSign />;
          const inOrder = sort === 'date-desc' ? rounds : rounds.toReversed();
          const unfinished = inOrder.filter(isUnfinished);
          const complete = inOrder.filter((round) => !isUnfinished(round) && round.completeByMarker);
          const owed = inOrder.filter((round) => !isUnfinished(round) && !round.completeByMarker);
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
              {unfinished.length > 0 && <Rounds title="Holes for you to enter" rounds={unfinished} />}
              {complete.length > 0 && <Rounds title="Completed by the marker" rounds={complete} />}
              {owed.length > 0 && <Rounds title="Waiting for your marker" rounds={owed} />}
            </>
          );
        }}
      </ListStates>
    </Page>
  );
}

const isUnfinished = ({ waitingFor, nextHole }: UnverifiedRound): boolean => waitingFor === 'me' && nextHole !== null;

/** Nothing is listed. A round that is still being played is no reason to say that all are signed. */
function NothingToSign() {
  const { data: current, isPending } = useQuery(currentQuery());
  if (isPending) return null;
  if (current?.started === true && current.playType === 'COMPETITION') {
    return (
      <EmptyState
        title="Your round is not finished yet"
        action={<ButtonLink to={resumePath(current)}>Resume Round</ButtonLink>}
      >
        It can be signed once every hole is entered.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={current === undefined ? 'Nothing is listed here' : 'All your rounds are signed'}
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

function Rounds({ title, rounds }: { title: string; rounds: readonly UnverifiedRound[] }) {
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
            {isUnfinished(round) && round.nextHole !== null ? (
              <RedLink to={paths.score(round.nextHole, round.matchId)}>Continue at hole {round.nextHole}</RedLink>
            ) : (
              <RedLink to={paths.scorecard(round.matchId)} newTab>
                This match has not been signed!
              </RedLink>
            )}
          </Round>
        ))}
      </Cards>
    </Stack>
  );
}
