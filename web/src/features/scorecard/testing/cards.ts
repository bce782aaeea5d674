import {
  type CardCorrection,
  type CardHole,
  type CardSignature,
  type MatchAnswer,
  type Format,
  type PersonRef,
  type Round,
  type ScoreEntry,
} from '@fairmark/contract';
import { scoresAgree } from '@fairmark/scoring';
import { entryOf, matchAnswer, settingsOf } from '../../../shared/testing/match.js';

/** Matches as the api answers them, written in few words. Every hole is a par 4 on which no player receives a stroke. */

export const SAM: PersonRef = { id: 'sam', fullName: 'Sam Reid' };
export const ALEX: PersonRef = { id: 'alex', fullName: 'Alex Kerr' };
export const CAT: PersonRef = { id: 'cat', fullName: 'Cat Lund' };

/** Strokes by hole number, 'NS' for No Score, null for nothing; other holes have `rest`. */
export interface Side {
  rest: number | null;
  holes?: Record<number, number | 'NS' | null>;
}

/** What a card of the test has on it. */
export interface Written {
  player: PersonRef;
  marker: PersonRef | null;
  byPlayer?: Side;
  byMarker?: Side;
  signed?: ('PLAYER' | 'MARKER')[];
  withdrawn?: boolean;
  /** What the committee put right later, in one correction. */
  corrected?: Record<number, number | 'NS'>;
}

const FOURS: Side = { rest: 4 };
const NUMBERS = Array.from({ length: 18 }, (_, index) => index + 1);

export const HOLES: CardHole[] = NUMBERS.map((number) => ({
  number,
  par: 4,
  distance: 350,
  index: number,
  strokesReceived: 0,
}));

/** A card, of fours by both sides unless said otherwise. */
export function card(written: Written, matchType: Format = 'STABLEFORD', isSocial = false): Round {
  const { player, marker, byPlayer = FOURS, byMarker = FOURS, signed = [], withdrawn = false } = written;
  const { corrected = {} } = written;
  const holes = NUMBERS.map((holeNumber) => {
    const mine = entry(byPlayer, { holeNumber, matchType, card: player, by: player });
    const theirs =
      isSocial || marker === null ? null : entry(byMarker, { holeNumber, matchType, card: player, by: marker });
    const both = mine !== null && theirs !== null;
    const agree = both && scoresAgree({ format: matchType, par: 4, strokesReceived: 0, player: mine, marker: theirs });
    return {
      holeNumber,
      player: mine,
      marker: theirs,
      mismatch: both && !agree,
      differentStrokes: agree && mine?.strokes !== theirs?.strokes,
      ...counts(corrected[holeNumber], theirs),
      corrected: corrected[holeNumber] !== undefined,
    };
  });
  const missing = (side: 'player' | 'marker') =>
    holes.filter((hole) => hole[side] === null).map((hole) => hole.holeNumber);
  const nine = { stableford: 18, par: 0, gross: 36 };
  return {
    player,
    marker,
    handicap: 0,
    dailyHandicap: 0,
    dailyHandicapForShow: '0',
    holes,
    scoreTotals: { stableford: 36, par: 0, gross: 72, nett: 72, includesNoScore: false, thru: 18, out: nine, in: nine },
    signatures: signed.map((as) => signature(as, as === 'PLAYER' ? player : (marker ?? player))),
    signedByUserId: signed.includes('PLAYER') ? player.id : null,
    verified: signed.length === 2,
    withdrawn,
    cannotBeVerified: !isSocial && marker === null,
    mismatchingScoreHoleNumbers: holes.filter((hole) => hole.mismatch).map((hole) => hole.holeNumber),
    incompleteHoles: { player: missing('player'), marker: isSocial ? [] : missing('marker') },
    corrections: Object.keys(corrected).length === 0 ? [] : [correction(corrected)],
  };
}

/** A correction of fours by the committee. */
export function correction(holes: Record<number, number | 'NS'>, about: Partial<CardCorrection> = {}): CardCorrection {
  return {
    correctionId: 'c1',
    by: { id: 'zoe', fullName: 'Zoe Lim' },
    at: '2026-11-15T02:30:00.000Z',
    reason: 'PENALTY',
    note: 'A wrong ball on the 4th.',
    holes: Object.entries(holes).map(([holeNumber, to]) => ({ holeNumber: Number(holeNumber), from: 4, to })),
    ...about,
  };
}

/** A hole of the final card; No Score is par + 2. */
function counts(corrected: number | 'NS' | undefined, theirs: ScoreEntry | null) {
  if (corrected === 'NS') return { strokes: 6, noScore: true };
  if (corrected !== undefined) return { strokes: corrected, noScore: false };
  return { strokes: theirs?.strokes ?? null, noScore: theirs?.noScore ?? false };
}

/** The two cards of Sam and Alex, who mark each other. */
export function twoBall(sam: Partial<Written> = {}, alex: Partial<Written> = {}, matchType: Format = 'STABLEFORD') {
  return answer(
    [card({ player: SAM, marker: ALEX, ...sam }, matchType), card({ player: ALEX, marker: SAM, ...alex }, matchType)],
    { matchType },
  );
}

/** Sam is marked by Cat, Alex by Sam, Cat by Alex. */
export function threeBall(sam: Partial<Written> = {}, alex: Partial<Written> = {}, cat: Partial<Written> = {}) {
  return answer([
    card({ player: SAM, marker: CAT, ...sam }),
    card({ player: ALEX, marker: SAM, ...alex }),
    card({ player: CAT, marker: ALEX, ...cat }),
  ]);
}

/** A match with these cards, as Sam sees it. */
export function answer(rounds: Round[], match: Partial<MatchAnswer['match']> = {}): MatchAnswer {
  const matchType = match.matchType ?? 'STABLEFORD';
  const kept = rounds.filter(({ marker, withdrawn }) => marker?.id === SAM.id && !withdrawn);
  const settings = {
    holes: HOLES,
    match: { id: 'match', playType: 'COMPETITION', matchType, tee: 'Standard' },
  } as const;
  return matchAnswer(
    { host: SAM, started: true, ...match },
    {
      revision: '7',
      userMatchSettings: settingsOf(SAM, {
        ...settings,
        marker: rounds.find(({ player }) => player.id === SAM.id)?.marker ?? null,
        marking: kept.map(({ player }) => ({
          ...player,
          settings: settingsOf(player, { ...settings, marker: SAM }),
        })),
      }),
      rounds,
      hasVerifiedMarkersRound:
        kept.length > 0 && kept.every(({ signatures }) => signatures.some(({ as }) => as === 'MARKER')),
    },
  );
}

interface EntryOf {
  holeNumber: number;
  matchType: Format;
  card: PersonRef;
  by: PersonRef;
}

function entry(side: Side, { holeNumber, matchType: format, card: player, by }: EntryOf): ScoreEntry | null {
  const value = side.holes !== undefined && holeNumber in side.holes ? (side.holes[holeNumber] ?? null) : side.rest;
  return entryOf(value, { matchId: 'match', holeNumber, strokesReceived: 0, format, player, by });
}

function signature(as: 'PLAYER' | 'MARKER', { id, fullName }: PersonRef): CardSignature {
  return { signedByUserId: id, fullName, as, signedAt: '2026-11-14T02:00:00.000Z', cardHash: 'hash' };
}
