import { type CardHole, type Format, type MatchAnswer, type Round, type ScoreEntry, LIMITS } from '@fairmark/contract';
import { cardTotals, type CardEntry, type CardTotals } from '@fairmark/scoring';
import { holesOfCard, isSigned } from '../../../golf/cards.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { shortName } from '../../../text/words.js';

/** 1 to 18. */
export const HOLE_NUMBERS: readonly number[] = Array.from({ length: LIMITS.holes }, (_, index) => index + 1);

/** A card that I enter scores on: my own or one that I mark. One row of the hole page each. */
export interface ScoringCard {
  userId: string;
  isMine: boolean;
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
    return [{ userId, holes, isMine: userId === me, round }];
  });
}

/** My 18 entries on this card; index 0 is hole 1. */
function myEntries({ isMine, round }: ScoringCard): (ScoreEntry | null)[] {
  return round.holes.map(({ player, marker }) => (isMine ? player : marker));
}

/** My entry for a hole (1 to 18) of this card. */
export function myEntry(card: ScoringCard, holeNumber: number): ScoreEntry | null {
  return myEntries(card)[holeNumber - 1] ?? null;
}

/** The other side's entry for a hole (1 to 18) of this card. */
export function theirEntry(card: ScoringCard, holeNumber: number): ScoreEntry | null {
  return myEntry({ ...card, isMine: !card.isMine }, holeNumber);
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
  const mine = myEntry(card, holeNumber);
  const theirs = theirEntry(card, holeNumber);
  if (hole === undefined || hole.corrected || mine === null || theirs === null) return null;
  return hole.mismatch || hole.differentStrokes ? { mine, theirs, mismatch: hole.mismatch } : null;
}

/** A hole on which my result and the other side's differ. */
export interface DifferingHole {
  card: ScoringCard;
  holeNumber: number;
  difference: Difference;
}

/** The differing holes of cards that can still be changed, by hole. */
export function differingHoles(cards: readonly ScoringCard[]): DifferingHole[] {
  return HOLE_NUMBERS.flatMap((holeNumber) =>
    cards.flatMap((card) => {
      const difference = isSigned(card.round) ? null : differenceOf(card, holeNumber);
      return difference?.mismatch === true ? [{ card, holeNumber, difference }] : [];
    }),
  );
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

/** My entries on a card, with the committee's corrections. */
export function countingEntries(card: ScoringCard): (CardEntry | null)[] {
  return myEntries(card).map((entry, index) => {
    const hole = card.round.holes[index];
    if (hole?.corrected !== true) return entry;
    return { strokes: hole.noScore ? null : hole.strokes, noScore: hole.noScore };
  });
}

/** The totals of those entries. */
export function totalsSoFar(card: ScoringCard): CardTotals {
  return cardTotals({
    entries: countingEntries(card),
    holes: card.holes.map(({ par, index }) => ({ par, strokeIndex: index })),
    dailyHandicap: card.round.dailyHandicap,
  });
}

/** The card's running total: "18 pts ·", "+7" or "2 up" before "thru 9"; null before the first hole. */
export function runningTotal(card: ScoringCard, format: Format): { figure: string; thru: number } | null {
  const totals = totalsSoFar(card);
  if (totals.thru === 0) return null;
  const par = countingEntries(card).reduce(
    (sum, entry, index) => sum + (entry === null ? 0 : (card.holes[index]?.par ?? 0)),
    0,
  );
  return { figure: FORMAT_WORDS[format].running(totals, (totals.gross ?? 0) - par), thru: totals.thru };
}
