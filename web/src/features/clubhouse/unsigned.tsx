import type { UnverifiedRound } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { currentQuery } from '../../api/match.js';
import { useSession } from '../../api/use-session.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { ListStates, ListHead } from '../../shared/lists/list-states.js';
import { resumePath } from '../../shared/resume/resume.js';
import { useSort } from '../../shared/routing/use-url.js';
import { listDay } from '../../text/dates.js';
import { counted } from '../../text/words.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Page } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';

const ORDERS = [
  { id: 'date-desc', label: 'Newest' },
  { id: 'date-asc', label: 'Oldest' },
] as const;
const SORTS = ORDERS.map(({ id }) => id);

/** /clubhouse/your-rounds-unsigned: rounds to finish, cards to sign, and cards that wait for a marker (Clubhouse 8). */
export function Unsigned() {
  const query = useQuery(unverifiedQuery());
  const [sort, setSort] = useSort('date-desc', SORTS);
  return (
    <Page data-width="column">
      <PageHeading>Your Unsigned Rounds</PageHeading>
      <ListStates query={query} waiting="Loading your unsigned rounds">
        {({ rounds }) => {
          if (rounds.length === 0) return <NothingToSign />;
          const byKey = new Map(rounds.map((round) => [keyOf(round), round]));
          const inOrder = sort === 'date-desc' ? [...byKey.values()] : [...byKey.values()].reverse();
          return (
            <>
              <ListHead orders={ORDERS} order={sort} onOrder={setSort} />
              {Object.entries(PARTS).map(([title, holds]) => (
                <Rounds key={title} title={title} rounds={inOrder.filter(holds)} />
              ))}
            </>
          );
        }}
      </ListStates>
    </Page>
  );
}

const isUnfinished = (round: UnverifiedRound): round is UnverifiedRound & { nextHole: number } =>
  round.waitingFor === 'me' && round.nextHole !== null;

/** A hole page enters all of a round's cards: those that continue at the same hole are one row. */
const keyOf = (round: UnverifiedRound): string =>
  `${round.matchId} ${isUnfinished(round) ? round.nextHole : round.userId}`;

/** The parts of the page, by their headings. */
const PARTS: Readonly<Record<string, (round: UnverifiedRound) => boolean>> = {
  'Holes for you to enter': isUnfinished,
  'Completed by the marker': (round) => !isUnfinished(round) && round.completeByMarker,
  'Waiting for your marker': (round) => !isUnfinished(round) && !round.completeByMarker,
};

/** The empty state; while a round is in progress the way to it. */
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
      title="No rounds to sign"
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
  if (rounds.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <RowList aria-label={title} style={{ '--lead': 'min(6.75rem, 25vw)' }}>
        {rounds.map((round) => (
          <ListRow
            key={`${round.matchId} ${round.userId}`}
            lead={listDay(round.day)}
            name={dutyWords(round, me)}
            note={round.completeByMarker ? `${round.course} · This match has not been signed!` : round.course}
            urgent={round.waitingFor === 'me'}
            to={isUnfinished(round) ? paths.score(round.nextHole, round.matchId) : paths.scorecard(round.matchId)}
            newTab={!isUnfinished(round)}
          />
        ))}
      </RowList>
    </section>
  );
}

/** What an unverified card is waiting for: "Sign Tom Tran's card", "Tom Tran has still to enter 9 scores". */
function dutyWords({ waitingFor, player, marker, nextHole, holesOwed }: UnverifiedRound, me: string): string {
  const card = player.id === me ? 'your card' : `${player.fullName}'s card`;
  if (waitingFor === 'me') return nextHole === null ? `Sign ${card}` : `Continue at hole ${nextHole}`;
  const other = waitingFor === 'player' ? player : marker;
  const name = other === null ? 'Your marker' : other.fullName;
  return `${name} has still to ${holesOwed > 0 ? `enter ${counted(holesOwed, 'score')}` : `sign ${card}`}`;
}
