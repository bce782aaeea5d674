import {
  cardResults,
  handicapForShow,
  LIMITS,
  scoredEntry,
  type CardCorrection,
  type CardHistoryAnswer,
  type CardSignature,
  type HistoryEntry,
  type HistorySignature,
  type Round,
  type ScoreEntry,
} from '@fairmark/contract';
import {
  cannotBeVerified,
  holeOf,
  strokesOn,
  correctedEntries,
  writtenScore,
  type Card,
  type Entry,
  type MatchEvent,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import { nameOf, type People } from '../../golfers/people.js';

/** An entry with its results in all three formats. */
export function presentEntry(state: MatchState, entry: Entry, people: People): ScoreEntry {
  const card = cardOf(state, entry.userId);
  const { entryId: id, holeNumber, recordedAt: createdAt, userId, side, noScore } = entry;
  const strokes = noScore ? null : entry.strokes;
  const enteredBy = nameOf(people, entry.enteredBy);
  return scoredEntry(
    { id, holeNumber, strokes, noScore, createdAt, matchId: state.matchId, userId, side, enteredBy },
    { par: holeOf(state, card, holeNumber).par, strokesReceived: strokesOn(state, card, holeNumber) },
    state.matchType,
  );
}

/** Committees' notes, by the hash that the log has instead; erased notes are missing. */
export type Notes = ReadonlyMap<string, string>;

/** Every card with both sides' entries, in the order of joining; none before the start. */
export function presentRounds(state: MatchState, people: People, notes: Notes): Round[] {
  return [...state.cards.values()].map((card) => {
    const { handicap, dailyHandicap } = card.settings;
    const holes = card.player.map((_, index) => holeOf(state, card, index + 1));
    const unverifiable = cannotBeVerified(state, card);
    const present = (entry: Entry | null) => (entry === null ? null : presentEntry(state, entry, people));
    return {
      player: nameOf(people, card.userId),
      marker: card.markerId === null ? null : nameOf(people, card.markerId),
      handicap,
      dailyHandicap,
      dailyHandicapForShow: handicapForShow(dailyHandicap, 0),
      ...cardResults(
        {
          format: state.matchType,
          isSocial: state.playType === 'SOCIAL',
          cannotBeVerified: unverifiable || card.withdrawn,
          dailyHandicap,
          holes,
        },
        {
          player: card.player.map(present),
          marker: card.marker.map(present),
          corrected: new Map(card.corrections.flatMap(({ holes }) => holes.map((hole) => [hole.holeNumber, hole]))),
        },
      ),
      signatures: presentSignatures(card, people),
      signedByUserId: card.signatures.PLAYER?.signedBy ?? null,
      verified: card.verified,
      withdrawn: card.withdrawn,
      cannotBeVerified: unverifiable,
      corrections: presentCorrections(card, people, notes),
    };
  });
}

function presentSignatures(card: Card, people: People): CardSignature[] {
  return [card.signatures.PLAYER, card.signatures.MARKER]
    .filter((signature) => signature !== undefined)
    .map(({ signedBy, as, signedAt, cardHash }) => ({
      signedByUserId: signedBy,
      fullName: nameOf(people, signedBy).fullName,
      as,
      signedAt,
      cardHash,
    }));
}

/** The committee's corrections in order, each with what counted before it. */
export function presentCorrections(
  card: Pick<Card, 'marker' | 'corrections'>,
  people: People,
  notes: Notes,
): CardCorrection[] {
  return card.corrections.map(({ correctionId, correctedBy, correctedAt, reason, noteHash, holes }, i) => {
    const before = correctedEntries(card.marker, card.corrections.slice(0, i));
    return {
      correctionId,
      by: nameOf(people, correctedBy),
      at: correctedAt,
      reason,
      note: noteHash === null ? null : (notes.get(noteHash) ?? null),
      holes: holes.map((hole) => ({
        holeNumber: hole.holeNumber,
        from: writtenScore(before[hole.holeNumber - 1] ?? null),
        to: writtenScore(hole),
      })),
    };
  });
}

function cardOf(state: MatchState, userId: string): Card {
  const card = state.cards.get(userId);
  if (card === undefined) throw new Error(`${userId} has no card in match ${state.matchId}`);
  return card;
}

/** Events of a card between start and verification, which are kept for ever. */
const KINDS = ['HoleScored', 'HoleScoreCleared', 'CardSigned', 'CardReopened'] as const;
type CardEvent = RecordedEvent & Extract<MatchEvent, { type: (typeof KINDS)[number] }>;

/** One golfer's entries, signatures and reopenings, in order, out of a match's upcast events. */
export function eventsOfCard(events: readonly RecordedEvent[], userId: string): CardEvent[] {
  const isOfCard = (event: RecordedEvent): event is CardEvent => KINDS.some((kind) => kind === event.type);
  return events.filter(isOfCard).filter(({ data }) => data.userId === userId);
}

/** The golfer who wrote on the card, signed it or reopened it. */
export function writerOf({ type, data }: CardEvent): string {
  if (type === 'CardSigned') return data.signedBy;
  return type === 'CardReopened' ? data.reopenedBy : data.enteredBy;
}

/** A card's history as the api answers it; only the latest part of a very long one. */
export function presentHistory(
  events: readonly CardEvent[],
  people: People,
): Pick<CardHistoryAnswer, 'entries' | 'signatures' | 'leftOut'> {
  const shown = events.slice(-LIMITS.cardHistoryMax);
  const entries: HistoryEntry[] = [];
  const signatures: HistorySignature[] = [];
  for (const event of shown) {
    const { id: entryId, type, data } = event;
    const by = nameOf(people, writerOf(event));
    const at = event.metadata.recordedAt;
    if (type === 'CardSigned') signatures.push({ kind: 'SIGNED', by, as: data.as, at });
    else if (type === 'CardReopened') signatures.push({ kind: 'REOPENED', by, as: null, at });
    else {
      const { holeNumber, side, replaces } = data;
      const { strokes, noScore } = type === 'HoleScored' ? data : { strokes: null, noScore: false };
      entries.push({ entryId, holeNumber, side, strokes, noScore, enteredBy: by, at, replaces });
    }
  }
  return { entries, signatures, leftOut: events.length - shown.length };
}
