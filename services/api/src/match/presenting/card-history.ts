import { LIMITS, type CardHistoryAnswer, type HistoryEntry, type HistorySignature } from '@fairmark/contract';
import type { MatchEvent, RecordedEvent } from '@fairmark/events';
import { nameOf, type People } from './people.js';

/** Events of a card between start and verification, which are kept for ever. */
const KINDS = ['HoleScored', 'HoleScoreCleared', 'CardSigned', 'CardReopened'] as const;
type CardEvent = Extract<MatchEvent, { type: (typeof KINDS)[number] }>;
type RecordedCardEvent = RecordedEvent & CardEvent;

/** One golfer's entries, signatures and reopenings, in order, out of a match's upcast events. */
export function eventsOfCard(events: readonly RecordedEvent[], userId: string): RecordedCardEvent[] {
  return events.filter(isCardEvent).filter(({ data }) => data.userId === userId);
}

/** A card's history as the api answers it; only the latest part of a very long one. */
export function presentHistory(
  events: readonly RecordedCardEvent[],
  people: People,
): Pick<CardHistoryAnswer, 'entries' | 'signatures' | 'leftOut'> {
  const shown = events.slice(-LIMITS.cardHistoryMax);
  return {
    entries: shown.flatMap((event) => presentEntry(event, people)),
    signatures: shown.flatMap((event) => presentSignature(event, people)),
    leftOut: events.length - shown.length,
  };
}

function presentEntry(event: RecordedCardEvent, people: People): HistoryEntry[] {
  if (event.type !== 'HoleScored' && event.type !== 'HoleScoreCleared') return [];
  const { holeNumber, side, replaces } = event.data;
  const { strokes, noScore } = event.type === 'HoleScored' ? event.data : { strokes: null, noScore: false };
  const enteredBy = nameOf(people, writerOf(event));
  return [
    { entryId: event.id, holeNumber, side, strokes, noScore, enteredBy, at: event.metadata.recordedAt, replaces },
  ];
}

function presentSignature(event: RecordedCardEvent, people: People): HistorySignature[] {
  const by = nameOf(people, writerOf(event));
  const at = event.metadata.recordedAt;
  if (event.type === 'CardSigned') return [{ kind: 'SIGNED', by, as: event.data.as, at }];
  return event.type === 'CardReopened' ? [{ kind: 'REOPENED', by, as: null, at }] : [];
}

/** The golfer who wrote on the card, signed it or reopened it. */
export function writerOf({ type, data }: CardEvent): string {
  if (type === 'CardSigned') return data.signedBy;
  return type === 'CardReopened' ? data.reopenedBy : data.enteredBy;
}

function isCardEvent(event: RecordedEvent): event is RecordedCardEvent {
  return KINDS.some((kind) => kind === event.type);
}
