import {
  type CardHole,
  type Format,
  type MatchAnswer,
  type Round,
  type RoundHole,
  type ScoreEntry,
  LIMITS,
} from '@fairmark/contract';
import { cardTotals, type CardEntry, type CardTotals } from '@fairmark/scoring';
import { holesOfCard, isSigned } from '../../../golf/cards.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { unsentHoles, type WaitingScore } from '../../../outbox/box.js';
import { shortName } from '../../../text/words.js';

/** A card that I enter scores on, my own or one that I mark: a row of the hole page. */
export interface ScoringCard {
  userId: string;
  isMine: boolean;
  round: Round;
  /** All 18 holes for this golfer. */
  holes: readonly ScoringHole[];
  /** The hole that the page shows. */
  hole: ScoringHole;
}

/** A hole of such a card, with the entries of both sides. */
export interface ScoringHole extends CardHole {
  mine: ScoreEntry | null;
  theirs: ScoreEntry | null;
  /** My entry, or the committee's correction. */
  counting: CardEntry | null;
  /** Both entries if their results differ and no correction has settled it. */
  difference: Difference | null;
  /** Whether different strokes make equal results. */
  differentStrokes: boolean;
  /** Whether my entry is still to be sent. */
  waiting: boolean;
}

export interface Difference {
  mine: ScoreEntry;
  theirs: ScoreEntry;
}

/** The cards that I enter scores on at a hole (1 to 18), mine first, without withdrawn ones. */
export function scoringCards(
  match: MatchAnswer,
  me: string,
  holeNumber: number,
  waiting: readonly WaitingScore[] = [],
): ScoringCard[] {
  const marking = match.userMatchSettings?.marking ?? [];
  return [me, ...marking.map(({ id }) => id)].flatMap((userId) => {
    const round = match.rounds.find(({ player }) => player.id === userId);
    const known = holesOfCard(match, userId);
    if (round === undefined || round.withdrawn || known === null) return [];
    const isMine = userId === me;
    const unsent = unsentHoles(userId, waiting);
    const holes = round.holes.flatMap((entered, index) => {
      const hole = known[index];
      return hole === undefined ? [] : [{ ...hole, ...enteredOn(entered, isMine), waiting: unsent.has(hole.number) }];
    });
    const hole = holes[holeNumber - 1];
    return hole === undefined || holes.length < LIMITS.holes ? [] : [{ userId, isMine, round, holes, hole }];
  });
}

/** What both sides have entered on a hole, as I see it. */
function enteredOn(hole: RoundHole, isMine: boolean): Omit<ScoringHole, keyof CardHole | 'waiting'> {
  const { player, marker, mismatch, differentStrokes, corrected, strokes, noScore } = hole;
  const [mine, theirs] = isMine ? [player, marker] : [marker, player];
  const differs = mismatch && !corrected && mine !== null && theirs !== null;
  return {
    mine,
    theirs,
    counting: corrected ? { strokes: noScore ? null : strokes, noScore } : mine,
    difference: differs ? { mine, theirs } : null,
    differentStrokes: differentStrokes && !corrected,
  };
}

/** A hole on which my result and the other side's differ. */
export interface DifferingHole {
  card: ScoringCard;
  holeNumber: number;
  difference: Difference;
}

/** The differing holes of cards that can still be changed, by hole. */
export function differingHoles(cards: readonly ScoringCard[]): DifferingHole[] {
  const open = cards.filter(({ round }) => !isSigned(round));
  const differing = open.flatMap((card) =>
    card.holes.flatMap(({ number, difference }) =>
      difference === null ? [] : [{ card, holeNumber: number, difference }],
    ),
  );
  return differing.sort((one, other) => one.holeNumber - other.holeNumber);
}

/** The card to start a hole with: one without my entry, else one with a difference, else the first. */
export function firstCard(cards: readonly ScoringCard[]): ScoringCard | undefined {
  return cards.find(({ hole }) => hole.mine === null) ?? cards.find(({ hole }) => hole.difference !== null) ?? cards[0];
}

/** "your"; "Alex's". */
export function whose({ isMine, round }: ScoringCard): string {
  return isMine ? 'your' : `${shortName(round.player)}'s`;
}

/** The totals of my entries on a card, with the committee's corrections. */
export function totalsSoFar({ holes, round }: ScoringCard): CardTotals {
  return cardTotals({
    entries: holes.map(({ counting }) => counting),
    holes: holes.map(({ par, index }) => ({ par, strokeIndex: index })),
    dailyHandicap: round.dailyHandicap,
  });
}

/** The card's running total: "18 pts ·", "+7" or "2 up" before "thru 9"; null before the first hole. */
export function runningTotal(card: ScoringCard, format: Format): { figure: string; thru: number } | null {
  const totals = totalsSoFar(card);
  if (totals.thru === 0) return null;
  const par = card.holes.reduce((sum, hole) => sum + (hole.counting === null ? 0 : hole.par), 0);
  return { figure: FORMAT_WORDS[format].running(totals, (totals.gross ?? 0) - par), thru: totals.thru };
}
