import type { CardHistoryAnswer, HistoryEntry, HistorySignature, PersonRef } from '@fairmark/contract';
import { scoreWords } from '../../golf/score/score-texts.js';
import { sentence } from '../../text/words.js';
import { called } from './parts/names.js';

/** One line of a card's history. */
export interface HistoryLine {
  id: string;
  at: string;
  text: string;
  /** Whether an earlier entry was changed or cleared. */
  change: boolean;
}

/** The history of one hole, oldest first. */
export interface HoleHistory {
  holeNumber: number;
  lines: HistoryLine[];
}

/** The reader and the card's player. */
export interface Reader {
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

/** "You signed as player", "Alex reopened the card: its signatures were cleared". */
function signatureWords({ kind, by, as }: HistorySignature, me: string): string {
  const who = sentence(called(by, me));
  if (kind === 'REOPENED') return `${who} reopened the card: its signatures were cleared`;
  return `${who} signed as ${as === 'MARKER' ? 'marker' : 'player'}`;
}
