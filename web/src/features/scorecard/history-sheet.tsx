import styled from '@emotion/styled';
import type { CardHistoryAnswer, HistoryEntry, HistorySignature, PersonRef } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/empty-state.js';
import { Sheet, type OpenState } from '../../ui/overlays/dialogs.js';
import { Skeleton } from '../../ui/skeleton.js';
import { cardHistoryQuery } from './parts/card-api.js';
import { scoreWords } from '../../golf/score/score-texts.js';
import { called, possessive } from './parts/names.js';
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

interface HistoryLine {
  id: string;
  at: string;
  text: string;
  /** Whether an earlier entry was changed or cleared. */
  change: boolean;
}

interface HoleHistory {
  holeNumber: number;
  lines: HistoryLine[];
}

interface Reader {
  me: string;
  player: PersonRef;
}

/** The holes with entries, by number. Corrections come last, because they follow the signatures. */
export function holeHistories(
  { entries, corrections }: Pick<CardHistoryAnswer, 'entries' | 'corrections'>,
  reader: Reader,
): HoleHistory[] {
  const lines = [
    ...entries.map((entry) => ({
      holeNumber: entry.holeNumber,
      line: { id: entry.entryId, at: entry.at, text: entryWords(entry, reader), change: entry.replaces !== null },
    })),
    ...corrections.flatMap(({ correctionId: id, by, at, holes }) =>
      holes.map(({ holeNumber, to }) => ({
        holeNumber,
        line: {
          id,
          at,
          text: `${sentence(called(by, reader.me))} corrected it to ${scoreWords(to)} (committee)`,
          change: true,
        },
      })),
    ),
  ];
  const numbers = [...new Set(lines.map(({ holeNumber }) => holeNumber))].sort((one, other) => one - other);
  return numbers.map((holeNumber) => ({
    holeNumber,
    lines: lines.filter((one) => one.holeNumber === holeNumber).map(({ line }) => line),
  }));
}

/** Signatures and reopenings, oldest first. */
export function signatureLines(
  { signatures }: Pick<CardHistoryAnswer, 'signatures'>,
  { me }: Pick<Reader, 'me'>,
): HistoryLine[] {
  return signatures.map((signature, index) => ({
    id: `${signature.at} ${index}`,
    at: signature.at,
    text: signatureWords(signature, me),
    change: signature.kind === 'REOPENED',
  }));
}

/** "Alex entered 5 for you (marker)", "You changed it to 4". */
export function entryWords(entry: HistoryEntry, { me, player }: Reader): string {
  const who = sentence(called(entry.enteredBy, me));
  const side = entry.side === 'MARKER' ? ` for ${called(player, me)} (marker)` : '';
  const score = scoreWords(entry);
  if (entry.strokes === null && !entry.noScore) return `${who} cleared the score${side}`;
  return entry.replaces === null ? `${who} entered ${score}${side}` : `${who} changed it to ${score}${side}`;
}

function signatureWords({ kind, by, as }: HistorySignature, me: string): string {
  const who = sentence(called(by, me));
  if (kind === 'REOPENED') return `${who} reopened the card: its signatures were cleared`;
  return `${who} signed as ${as === 'MARKER' ? 'marker' : 'player'}`;
}
