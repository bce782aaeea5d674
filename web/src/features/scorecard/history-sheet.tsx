import styled from '@emotion/styled';
import type { CardHistoryAnswer, HistoryEntry, PersonRef } from '@fairmark/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/empty-state.js';
import { Sheet, type OpenState } from '../../ui/overlays/dialogs.js';
import { Skeleton } from '../../ui/skeleton.js';
import { scoreWords } from '../../golf/score/score-texts.js';
import { called, type ShownCard } from './parts/sides.js';
import { read } from '../../api/call/read.js';
import { Answered } from '../../shared/answered.js';
import { recentTime } from '../../text/dates.js';
import { sentence } from '../../text/words.js';

const Sections = styled.div`
  display: grid;
  & h3 {
    font-size: var(--text-18);
  }
  & > section {
    padding-bottom: var(--space-3);
  }
  & summary {
    border-top: 1px solid var(--line);
  }
  & summary > small {
    margin-left: auto;
  }
  & details > ol {
    padding-bottom: var(--space-3);
  }
  & li {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: var(--space-3);
    padding-block: var(--space-1);
  }
  & time {
    color: var(--ink-2);
  }
`;

interface HistorySheetProps extends OpenState {
  matchId: string;
  /** The match's revision, so that the history is refetched when it changes. */
  revision: string;
  card: ShownCard;
  me: string;
}

/** All entries and signatures of a card. Refetched for each revision of the match. */
const cardHistoryQuery = (matchId: string, userId: string, revision: string) =>
  read<CardHistoryAnswer>(['card-history', matchId, userId, revision], `/api/match/${matchId}/history`, {
    ask: () => ({ query: { userId } }),
    placeholderData: keepPreviousData,
  });

/** A card's history: who entered, changed and signed what, and when. */
export function HistorySheet({ matchId, revision, card, me, ...sheet }: HistorySheetProps) {
  const query = useQuery({ ...cardHistoryQuery(matchId, card.round.player.id, revision), enabled: sheet.open });
  return (
    <Sheet
      {...sheet}
      title={`History of ${card.name}`}
      description="Times are when a score arrived; one entered without signal arrives later."
      size="tall"
    >
      <Answered query={query} waiting={<Skeleton lines={6} label="Loading the history" />}>
        {(history) => <History {...{ history, card, me }} />}
      </Answered>
    </Sheet>
  );
}

/** All that happened to a card, oldest first: its signatures, then each hole, with corrections last. */
function History({ history, card, me }: Pick<HistorySheetProps, 'card' | 'me'> & { history: CardHistoryAnswer }) {
  const { signatures, entries, corrections, leftOut } = history;
  const who = (person: PersonRef): string => sentence(called(person, me));
  const entered = ({ enteredBy, side, strokes, noScore, replaces }: HistoryEntry): string => {
    const on = side === 'MARKER' ? ` for ${card.player.name} (marker)` : '';
    if (strokes === null && !noScore) return `${who(enteredBy)} cleared the score${on}`;
    return `${who(enteredBy)} ${replaces === null ? 'entered' : 'changed it to'} ${scoreWords({ strokes, noScore })}${on}`;
  };
  /** `change`: whether an earlier entry was changed or cleared. */
  const lines = [
    ...entries.map((entry) => ({ ...entry, text: entered(entry), change: entry.replaces !== null })),
    ...corrections.flatMap(({ by, at, holes }) =>
      holes.map(({ holeNumber, to }) => {
        return { holeNumber, at, text: `${who(by)} corrected it to ${scoreWords(to)} (committee)`, change: true };
      }),
    ),
  ];
  const holes = [...new Set(lines.map(({ holeNumber }) => holeNumber))].sort((one, other) => one - other);
  if (signatures.length + lines.length === 0) return <EmptyState>Nothing has been entered yet.</EmptyState>;
  return (
    <Sections>
      {leftOut > 0 && <p>{leftOut === 1 ? '1 older entry is' : `${leftOut} older entries are`} not shown.</p>}
      {signatures.length > 0 && (
        <section>
          <h3>Signatures</h3>
          <Lines
            lines={signatures.map(({ kind, by, as, at }) => {
              const signed = `signed as ${as === 'MARKER' ? 'marker' : 'player'}`;
              const reopened = 'reopened the card: its signatures were cleared';
              return { at, text: `${who(by)} ${kind === 'REOPENED' ? reopened : signed}` };
            })}
          />
        </section>
      )}
      {holes.map((hole) => {
        const own = lines.filter(({ holeNumber }) => holeNumber === hole);
        const changed = own.some(({ change }) => change);
        return (
          <details key={hole} open={changed}>
            <summary>
              <h3>Hole {hole}</h3>
              <small>
                {own.length === 1 ? '1 entry' : `${own.length} entries`}
                {changed && ', changed'}
              </small>
            </summary>
            <Lines lines={own} />
          </details>
        );
      })}
    </Sections>
  );
}

function Lines({ lines }: { lines: readonly { at: string; text: string }[] }) {
  return (
    <ol>
      {lines.map(({ at, text }, index) => (
        <li key={index}>
          <time dateTime={at}>{recentTime(at)}</time>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
