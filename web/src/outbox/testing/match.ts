import {
  type CardCorrection,
  type CardHole,
  type Format,
  type Match,
  type MatchAnswer,
  type PersonRef,
  type Round,
  type Side,
  cardResults,
  LIMITS,
  scoredEntry,
} from '@fairmark/contract';
import { strokesReceived } from '@fairmark/scoring';
import { matchAnswer, settingsOf } from '../../shared/testing/match.js';
import type { WaitingScore } from '../box.js';

/** Started matches as the api answers them, on a course of eighteen par 4s with indexes 1 to 18. */

export const ANN: PersonRef = { id: 'ann', fullName: 'Ann Archer' };
export const BEN: PersonRef = { id: 'ben', fullName: 'Ben Birch' };
export const ME: PersonRef = { id: 'me', fullName: 'Sam Reid' };
export const ALEX: PersonRef = { id: 'alex', fullName: 'Alex Kerr' };
export const JO: PersonRef = { id: 'jo', fullName: 'Jo Tran' };
export const SAM: PersonRef = { id: 'sam', fullName: 'Sam Reid' };
export const CAT: PersonRef = { id: 'cat', fullName: 'Cat Lund' };

/** What a golfer entered: strokes, or "NS"; null for nothing. */
export type Written = number | 'NS' | null;

/** One golfer's card: both sides' entries from hole 1 on; the rest is not entered. */
export interface ExampleCard {
  player: PersonRef;
  /** The marker, or null for none. */
  marker: PersonRef | null;
  daily?: number;
  byPlayer?: readonly Written[];
  byMarker?: readonly Written[];
  signed?: readonly Side[];
  /** Both have signed, and the committee has corrected these holes since. */
  corrected?: Record<number, number | 'NS'>;
  withdrawn?: boolean;
}

const NUMBERS = Array.from({ length: LIMITS.holes }, (_, index) => index + 1);
const BOTH: readonly Side[] = ['PLAYER', 'MARKER'];

/** One side's entries: the same on every hole but those named. */
export function eighteen(rest: Written, holes: Record<number, Written> = {}): Written[] {
  return NUMBERS.map((number) => (number in holes ? (holes[number] ?? null) : rest));
}

/** The holes of a card with the strokes that its player receives. */
export function cardHoles(daily: number): CardHole[] {
  return NUMBERS.map((number) => ({
    number,
    par: 4,
    distance: 350,
    index: number,
    strokesReceived: strokesReceived(daily, number),
  }));
}

/** The holes of a scratch golfer's card. */
export const HOLES = cardHoles(0);

interface Kind {
  matchType?: Format;
  isSocial?: boolean;
}

const scoreOf = (written: number | 'NS') =>
  written === 'NS' ? { strokes: null, noScore: true } : { strokes: written, noScore: false };

/** A card with its results. */
function roundOf(card: ExampleCard, { matchType = 'STABLEFORD', isSocial = false }: Kind): Round {
  const { player, marker, daily = 0, byPlayer = [], byMarker = [], corrected, withdrawn = false } = card;
  const { signed = corrected === undefined ? [] : BOTH } = card;
  const entries = (side: Side, by: PersonRef | null, written: readonly Written[]) =>
    cardHoles(daily).map(({ number: holeNumber, par, strokesReceived: received }, index) => {
      const score = written[index] ?? null;
      if (score === null || by === null) return null;
      const id = `${player.id}-${by.id}-${holeNumber}`;
      const about = { matchId: 'm', userId: player.id, holeNumber, side, enteredBy: by };
      const entry = { id, createdAt: '2026-11-14T00:00:00.000Z', ...about, ...scoreOf(score) };
      return scoredEntry(entry, { par, strokesReceived: received ?? 0 }, matchType);
    });
  const cannotBeVerified = !isSocial && marker === null;
  const holes = NUMBERS.map((strokeIndex) => ({ par: 4, strokeIndex }));
  const corrections = Object.entries(corrected ?? {});
  return {
    player,
    marker,
    handicap: daily,
    dailyHandicap: daily,
    dailyHandicapForShow: String(daily),
    ...cardResults(
      { format: matchType, isSocial, cannotBeVerified, dailyHandicap: daily, holes },
      {
        player: entries('PLAYER', player, byPlayer),
        marker: entries('MARKER', isSocial ? null : marker, byMarker),
        corrected: new Map(corrections.map(([hole, to]) => [Number(hole), scoreOf(to)])),
      },
    ),
    signatures: signed.map((as) => {
      const { id, fullName } = as === 'PLAYER' ? player : (marker ?? player);
      return { signedByUserId: id, fullName, as, signedAt: '2026-11-14T02:00:00.000Z', cardHash: 'hash' };
    }),
    signedByUserId: signed.includes('PLAYER') ? player.id : null,
    verified: signed.length === 2,
    withdrawn,
    cannotBeVerified,
    corrections: corrected === undefined ? [] : [correction(corrected)],
  };
}

/** The committee's correction of holes on which 4 was entered. */
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

/** A match with these cards, as `me` sees it. */
export function matchOf(me: PersonRef, rounds: Round[], about: Partial<Match> = {}): MatchAnswer {
  const profile = { handicap: 0, handicapForShow: '0.0', avatar: null, homeCourse: null };
  const users = rounds.map(({ player, marker, dailyHandicap, dailyHandicapForShow }) => {
    const isHost = player.id === me.id;
    return { ...player, ...profile, ready: true, isHost, dailyHandicap, dailyHandicapForShow, marker };
  });
  const lobby = { users, invited: [] };
  const answer = matchAnswer({ id: 'm', host: me, started: true, ...about }, { revision: '20', rounds, lobby });
  const { id, playType, matchType, tee } = answer.match;
  const settings = ({ player, marker, dailyHandicap, dailyHandicapForShow }: Round) =>
    settingsOf(player, {
      handicap: dailyHandicap,
      handicapForShow: dailyHandicap.toFixed(1),
      dailyHandicap,
      dailyHandicapForShow,
      holes: cardHoles(dailyHandicap),
      marker,
      match: { id, playType, matchType, tee },
    });
  const mine = rounds.find(({ player }) => player.id === me.id);
  const kept = rounds.filter(({ marker, withdrawn }) => marker?.id === me.id && !withdrawn);
  const marking = kept.map((round) => ({ ...round.player, settings: settings(round) }));
  return { ...answer, userMatchSettings: mine === undefined ? null : { ...settings(mine), marking } };
}

/** A match with these cards, as `me` sees it; without any marker a practice round. */
export function aMatch(me: PersonRef, cards: readonly ExampleCard[], matchType: Format = 'STABLEFORD'): MatchAnswer {
  const kind = { matchType, isSocial: cards.every(({ marker }) => marker === null) };
  const rounds = cards.map((card) => roundOf(card, kind));
  return matchOf(me, rounds, kind);
}

/** A two-ball of Ann, who plays off 9, and Ben, off scratch, right after its start, as Ann sees it. */
export function answerFor(): MatchAnswer {
  return aMatch(ANN, [
    { player: ANN, marker: BEN, daily: 9 },
    { player: BEN, marker: ANN },
  ]);
}

/** A score of Ann's on her own card that waits on the phone. */
export function waitingScore(more: Partial<WaitingScore> = {}): WaitingScore {
  return {
    matchId: 'm',
    userId: 'ann',
    by: 'ann',
    holeNumber: 5,
    strokes: 4,
    noScore: false,
    key: 'k',
    replaces: null,
    enteredAt: '2026-05-01T09:00:00.000Z',
    tries: 0,
    state: 'waiting',
    sent: null,
    ...more,
  };
}

/** A scratch golfer's card on which both sides have entered 4 everywhere, unless a test changes it. */
export function card(written: ExampleCard, kind: Kind = {}): Round {
  return roundOf({ byPlayer: eighteen(4), byMarker: eighteen(4), ...written }, kind);
}

/** The two cards of Sam and Alex, who mark each other. */
export function twoBall(sam: Partial<ExampleCard> = {}, alex: Partial<ExampleCard> = {}): MatchAnswer {
  return answer([card({ player: SAM, marker: ALEX, ...sam }), card({ player: ALEX, marker: SAM, ...alex })]);
}

/** Sam is marked by Cat, Alex by Sam, Cat by Alex. */
export function threeBall(
  sam: Partial<ExampleCard> = {},
  alex: Partial<ExampleCard> = {},
  cat: Partial<ExampleCard> = {},
): MatchAnswer {
  return answer([
    card({ player: SAM, marker: CAT, ...sam }),
    card({ player: ALEX, marker: SAM, ...alex }),
    card({ player: CAT, marker: ALEX, ...cat }),
  ]);
}

/** A match with these cards, as Sam sees it. */
export function answer(rounds: Round[], match: Partial<Match> = {}): MatchAnswer {
  return matchOf(SAM, rounds, { id: 'match', ...match });
}
