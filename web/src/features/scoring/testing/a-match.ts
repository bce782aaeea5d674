import {
  type CardHole,
  type MatchAnswer,
  type Format,
  type Round,
  type RoundHole,
  type ScoreEntry,
  LIMITS,
} from '@fairmark/contract';
import { scoresAgree, strokesReceived } from '@fairmark/scoring';
import { entryOf, matchAnswer, settingsOf, type Written } from '../../../shared/testing/match.js';

/** One golfer's card of an example: both sides' entries from hole 1 on; the rest is not entered. */
export interface ExampleCard {
  id: string;
  name: string;
  daily?: number;
  player?: Written[];
  marker?: Written[];
  /** Who keeps it; null: none. */
  markedBy: string | null;
  signed?: boolean;
  /** Both have signed, and the committee has put these holes right since. */
  corrected?: Record<number, number>;
  withdrawn?: boolean;
}

const PAR = 4;
const NAMES = new Map<string, string>();

/** A started match of a few cards on a course of eighteen par 4s with indexes 1 to 18, as `me` sees it. */
export function aMatch(me: string, cards: ExampleCard[], matchType: Format = 'STABLEFORD'): MatchAnswer {
  for (const { id, name } of cards) NAMES.set(id, name);
  const mine = cards.find(({ id }) => id === me);
  const course = { id: 'c', name: 'Sandbelt', clubName: 'Sandbelt', courseName: 'Sandbelt' };
  const isSocial = cards.every(({ markedBy }) => markedBy === null);
  const match = { id: 'm', playType: isSocial ? 'SOCIAL' : 'COMPETITION', matchType, tee: 'Standard' } as const;
  const settings = ({ id, daily = 0, markedBy }: ExampleCard) =>
    settingsOf(person(id), {
      handicap: daily,
      handicapForShow: `${daily}.0`,
      dailyHandicap: daily,
      dailyHandicapForShow: String(daily),
      course,
      holes: cardHoles(daily),
      marker: markedBy === null ? null : person(markedBy),
      match,
    });
  return matchAnswer(
    {
      ...match,
      host: person(me),
      course: { ...course, golflinkCourseId: '20990', state: 'VIC' },
      isSocial,
      started: true,
    },
    {
      userMatchSettings:
        mine === undefined
          ? null
          : {
              ...settings(mine),
              marking: cards
                .filter(({ markedBy, withdrawn }) => markedBy === me && withdrawn !== true)
                .map((card) => ({ id: card.id, fullName: card.name, settings: settings(card) })),
            },
      rounds: cards.map((card) => round(card, matchType)),
    },
  );
}

function person(id: string) {
  return { id, fullName: NAMES.get(id) ?? id };
}

function cardHoles(daily: number): CardHole[] {
  return Array.from({ length: LIMITS.holes }, (_, index) => ({
    number: index + 1,
    par: PAR,
    distance: 350,
    index: index + 1,
    strokesReceived: strokesReceived(daily, index + 1),
  }));
}

function round(card: ExampleCard, format: Format): Round {
  const { id, markedBy, daily = 0, corrected } = card;
  const signed = card.signed === true || corrected !== undefined;
  const holes = Array.from({ length: LIMITS.holes }, (_, index) => hole(card, index + 1, format));
  const nothing = { stableford: 0, par: 0, gross: null };
  return {
    player: person(id),
    marker: markedBy === null ? null : person(markedBy),
    handicap: daily,
    dailyHandicap: daily,
    dailyHandicapForShow: String(daily),
    holes,
    scoreTotals: { ...nothing, nett: null, includesNoScore: false, thru: 0, out: nothing, in: nothing },
    signatures: signed
      ? [{ signedByUserId: id, fullName: card.name, as: 'PLAYER', signedAt: '2026-11-21T05:00:00.000Z', cardHash: 'h' }]
      : [],
    signedByUserId: signed ? id : null,
    verified: corrected !== undefined,
    withdrawn: card.withdrawn ?? false,
    cannotBeVerified: false,
    mismatchingScoreHoleNumbers: [],
    incompleteHoles: { player: [], marker: [] },
    corrections: [],
  };
}

function hole(card: ExampleCard, holeNumber: number, format: Format): RoundHole {
  const player = entry(card, holeNumber, { written: card.player?.[holeNumber - 1] ?? null, side: 'PLAYER', format });
  const marker = entry(card, holeNumber, { written: card.marker?.[holeNumber - 1] ?? null, side: 'MARKER', format });
  const base = { holeNumber, player, marker, ...counts(player, card.corrected?.[holeNumber]) };
  if (player === null || marker === null) return { ...base, mismatch: false, differentStrokes: false };
  const received = strokesReceived(card.daily ?? 0, holeNumber);
  const mismatch = !scoresAgree({ format, par: PAR, strokesReceived: received, player, marker });
  return { ...base, mismatch, differentStrokes: !mismatch && player.strokes !== marker.strokes };
}

function counts(player: ScoreEntry | null, corrected: number | undefined) {
  if (corrected !== undefined) return { strokes: corrected, noScore: false, corrected: true };
  return { strokes: player?.strokes ?? null, noScore: player?.noScore ?? false, corrected: false };
}

interface Entered {
  written: Written;
  side: 'PLAYER' | 'MARKER';
  format: Format;
}

function entry(card: ExampleCard, holeNumber: number, { written, side, format }: Entered): ScoreEntry | null {
  const { id, daily = 0, markedBy } = card;
  const by = person(side === 'PLAYER' ? id : (markedBy ?? id));
  const received = strokesReceived(daily, holeNumber);
  return entryOf(written, { matchId: 'm', holeNumber, strokesReceived: received, format, player: person(id), by });
}
