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
  const { player } = card.round;
  const query = useQuery({ ...cardHistoryQuery(matchId, player.id, revision), enabled: sheet.open });
  return (
    <Sheet
      {...sheet}
      title={`History of ${card.name}`}
      description="Times are when a score arrived; one entered without signal arrives later."
      size="tall"
    >
      <Answered query={query} waiting={<Skeleton lines={6} label="Loading the history" />}>
        {(history) => <History leftOut={history.leftOut} lines={historyLines(history, player, me)} />}
      </Answered>
    </Sheet>
  );
}

interface HistoryLine {
  /** Null for signatures. */
  hole: number | null;
  at: string;
  text: string;
  /** Whether an earlier entry was changed or cleared. */
  change?: boolean;
}

function History({ leftOut, lines }: { leftOut: number; lines: readonly HistoryLine[] }) {
  if (lines.length === 0) return <EmptyState>Nothing has been entered yet.</EmptyState>;
  const holes = [...new Set(lines.map(({ hole }) => hole))].sort((one, other) => (one ?? 0) - (other ?? 0));
  return (
    <Sections>
      {leftOut > 0 && <p>{leftOut === 1 ? '1 older entry is' : `${leftOut} older entries are`} not shown.</p>}
      {holes.map((hole) => {
        const own = lines.filter((line) => line.hole === hole);
        const changed = own.some(({ change }) => change);
        const list = (
          <ol>
            {own.map(({ at, text }, index) => (
              <li key={index}>
                <time dateTime={at}>{recentTime(at)}</time>
                <span>{text}</span>
              </li>
            ))}
          </ol>
        );
        return hole === null ? (
          <section key="signatures">
            <h3>Signatures</h3>
            {list}
          </section>
        ) : (
          <details key={hole} open={changed}>
            <summary>
              <h3>Hole {hole}</h3>
              <small>
                {own.length === 1 ? '1 entry' : `${own.length} entries`}
                {changed && ', changed'}
              </small>
            </summary>
            {list}
          </details>
        );
      })}
    </Sections>
  );
}

/** All that happened to a card, oldest first. Corrections come last, because they follow the signatures. */
function historyLines(history: CardHistoryAnswer, player: PersonRef, me: string): HistoryLine[] {
  const who = (person: PersonRef): string => sentence(called(person, me));
  const entered = ({ enteredBy, side, strokes, noScore, replaces }: HistoryEntry): string => {
    const on = side === 'MARKER' ? ` for ${called(player, me)} (marker)` : '';
    if (strokes === null && !noScore) return `${who(enteredBy)} cleared the score${on}`;
    return `${who(enteredBy)} ${replaces === null ? 'entered' : 'changed it to'} ${scoreWords({ strokes, noScore })}${on}`;
  };
  return [
    ...history.signatures.map(({ kind, by, as, at }) => ({
      hole: null,
      at,
      text:
        kind === 'REOPENED'
          ? `${who(by)} reopened the card: its signatures were cleared`
          : `${who(by)} signed as ${as === 'MARKER' ? 'marker' : 'player'}`,
    })),
    ...history.entries.map((entry) => ({
      hole: entry.holeNumber,
      at: entry.at,
      text: entered(entry),
      change: entry.replaces !== null,
    })),
    ...history.corrections.flatMap(({ by, at, holes }) =>
      holes.map(({ holeNumber, to }) => ({
        hole: holeNumber,
        at,
        text: `${who(by)} corrected it to ${scoreWords(to)} (committee)`,
        change: true,
      })),
    ),
  ];
}
