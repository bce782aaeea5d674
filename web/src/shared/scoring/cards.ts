import {
  type CardHole,
  type MatchAnswer,
  type Round,
  type RoundHole,
  type ScoreEntry,
  LIMITS,
} from '@fairmark/contract';
import { holesOfCard } from '../../golf/cards.js';
import { shortName } from '../../text/words.js';

/** 1 to 18. */
export const HOLE_NUMBERS: readonly number[] = Array.from({ length: LIMITS.holes }, (_, index) => index + 1);

/** A card that I enter scores on: my own or one that I mark. One row of the hole page each. */
export interface ScoringCard {
  userId: string;
  isMine: boolean;
  dailyHandicapForShow: string;
  /** All 18 holes for this golfer. */
  holes: readonly CardHole[];
  round: Round;
}

/** The cards that I enter scores on, mine first, without withdrawn ones. */
export function scoringCards(match: MatchAnswer, me: string): ScoringCard[] {
  const settings = match.userMatchSettings;
  if (settings === null) return [];
  return [me, ...settings.marking.map(({ id }) => id)].flatMap((userId) => {
    const round = match.rounds.find(({ player }) => player.id === userId);
    const holes = holesOfCard(match, userId);
    if (round === undefined || round.withdrawn || holes?.length !== LIMITS.holes) return [];
    const { dailyHandicapForShow } = round;
    return [{ userId, holes, isMine: userId === me, dailyHandicapForShow, round }];
  });
}

/** My entry for a hole (1 to 18) of this card. */
export function myEntry(card: ScoringCard, holeNumber: number): ScoreEntry | null {
  return entryOf(card, card.round.holes[holeNumber - 1]);
}

/** My 18 entries on this card; index 0 is hole 1. */
export function myEntries(card: ScoringCard): (ScoreEntry | null)[] {
  return card.round.holes.map((hole) => entryOf(card, hole));
}

/** The other side's entry for a hole (1 to 18) of this card. */
export function theirEntry({ isMine, round }: ScoringCard, holeNumber: number): ScoreEntry | null {
  const hole = round.holes[holeNumber - 1];
  return (isMine ? hole?.marker : hole?.player) ?? null;
}

/** Differing entries of both sides for a hole. */
export interface Difference {
  mine: ScoreEntry;
  theirs: ScoreEntry;
  /** Whether the results differ; false: equal results from different strokes. */
  mismatch: boolean;
}

/** The difference between both sides' entries; null if one is missing, they agree, or the hole was corrected. */
export function differenceOf(card: ScoringCard, holeNumber: number): Difference | null {
  const hole = card.round.holes[holeNumber - 1];
  const mine = entryOf(card, hole);
  const theirs = theirEntry(card, holeNumber);
  if (hole === undefined || hole.corrected || mine === null || theirs === null) return null;
  return hole.mismatch || hole.differentStrokes ? { mine, theirs, mismatch: hole.mismatch } : null;
}

/** The card to start a hole with: one without my entry, else one with a mismatch, else the first. */
export function firstCard(cards: readonly ScoringCard[], holeNumber: number): ScoringCard | undefined {
  return (
    cards.find((card) => myEntry(card, holeNumber) === null) ??
    cards.find((card) => differenceOf(card, holeNumber)?.mismatch === true) ??
    cards[0]
  );
}

/** "your"; "Alex's". */
export function whose({ isMine, round }: ScoringCard): string {
  return isMine ? 'your' : `${shortName(round.player)}'s`;
}

function entryOf(card: ScoringCard, hole: RoundHole | undefined): ScoreEntry | null {
  return (card.isMine ? hole?.player : hole?.marker) ?? null;
}
