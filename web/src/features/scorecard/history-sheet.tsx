import styled from '@emotion/styled';
import type { CardHistoryAnswer, PersonRef } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/empty-state.js';
import { Sheet, type OpenState } from '../../ui/overlays/dialogs.js';
import { Skeleton } from '../../ui/skeleton.js';
import { cardHistoryQuery } from './parts/card-api.js';
import { holeHistories, signatureLines, type HistoryLine, type HoleHistory, type Reader } from './history-words.js';
import { possessive } from './parts/names.js';
import { Answered } from '../../shared/answered.js';
import { recentTime } from '../../text/dates.js';

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
  & summary > span {
    margin-left: auto;
    color: var(--ink-2);
    font-size: var(--text-14);
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
  player: PersonRef;
  me: string;
}

/** A card's history: who entered, changed and signed what, and when. */
export function HistorySheet({ open, onOpenChange, player, me, ...match }: HistorySheetProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={`History of ${possessive(player, me)} card`}
      description="Times are when a score arrived; one entered without signal arrives later."
      size="tall"
    >
      {open && <History {...match} reader={{ me, player }} />}
    </Sheet>
  );
}

function History({ matchId, revision, reader }: { matchId: string; revision: string; reader: Reader }) {
  const query = useQuery(cardHistoryQuery(matchId, reader.player.id, revision));
  return (
    <Answered query={query} waiting={<Skeleton lines={6} label="Loading the history" />}>
      {(history) => <Lines history={history} reader={reader} />}
    </Answered>
  );
}

function Lines({ history, reader }: { history: CardHistoryAnswer; reader: Reader }) {
  const holes = holeHistories(history, reader);
  const signatures = signatureLines(history, reader);
  if (holes.length === 0 && signatures.length === 0) return <EmptyState>Nothing has been entered yet.</EmptyState>;
  return (
    <Sections>
      {history.leftOut > 0 && <p>{history.leftOut} older entries are not shown.</p>}
      {signatures.length > 0 && (
        <section>
          <h3>Signatures</h3>
          <LineList lines={signatures} />
        </section>
      )}
      {holes.map(({ holeNumber, lines }) => (
        <Hole key={holeNumber} holeNumber={holeNumber} lines={lines} />
      ))}
    </Sections>
  );
}

function Hole({ holeNumber, lines }: HoleHistory) {
  const changed = lines.some(({ change }) => change);
  return (
    <details open={changed}>
      <summary>
        <h3>Hole {holeNumber}</h3>
        <span>
          {lines.length === 1 ? '1 entry' : `${lines.length} entries`}
          {changed && ', changed'}
        </span>
      </summary>
      <LineList lines={lines} />
    </details>
  );
}

function LineList({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <ol>
      {lines.map(({ id, at, text }) => (
        <li key={id}>
          <time dateTime={at}>{recentTime(at)}</time>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
