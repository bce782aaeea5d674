import { type CardHole, type Format, type MatchAnswer, type Round, type RoundHole, LIMITS } from '@fairmark/contract';
import { cardTotals, type CardTotals } from '@fairmark/scoring';
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
  /** The holes with an entry of mine that is still to be sent. */
  unsent: ReadonlySet<number>;
  /** Of my entries, with the committee's corrections. */
  totals: CardTotals;
}

/** A hole of such a card, with the entries of both sides. */
export type ScoringHole = CardHole & ReturnType<typeof enteredOn>;

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
    const holes = round.holes.flatMap((entered, place) => {
      const hole = known[place];
      return hole === undefined ? [] : [{ ...hole, ...enteredOn(entered, isMine) }];
    });
    const hole = holes[holeNumber - 1];
    if (hole === undefined || holes.length < LIMITS.holes) return [];
    const totals = cardTotals({
      entries: holes.map(({ counting }) => counting),
      holes: holes.map(({ par, index }) => ({ par, strokeIndex: index })),
      dailyHandicap: round.dailyHandicap,
    });
    return [{ userId, isMine, round, holes, hole, unsent: unsentHoles(userId, waiting), totals }];
  });
}

/** What both sides have entered on a hole, as I see it. */
function enteredOn(hole: RoundHole, isMine: boolean) {
  const { player, marker, mismatch, differentStrokes, corrected, strokes, noScore } = hole;
  const [mine, theirs] = isMine ? [player, marker] : [marker, player];
  return {
    mine,
    theirs,
    /** My entry, or the committee's correction. */
    counting: corrected ? { strokes: noScore ? null : strokes, noScore } : mine,
    /** Whether the results of both entries differ, and no correction has settled it. */
    differs: mismatch && !corrected && mine !== null && theirs !== null,
    /** Whether different strokes make equal results. */
    differentStrokes: differentStrokes && !corrected,
  };
}

/** The cards that can still be changed, each with a hole on which scores differ, by hole. */
export function differingCards(cards: readonly ScoringCard[]): ScoringCard[] {
  return cards
    .filter(({ round }) => !isSigned(round))
    .flatMap((card) => card.holes.filter(({ differs }) => differs).map((hole) => ({ ...card, hole })))
    .sort((one, other) => one.hole.number - other.hole.number);
}

/** The card to start a hole with: one without my entry, else one with a difference, else the first. */
export function firstCard(cards: readonly ScoringCard[]): ScoringCard | undefined {
  return cards.find(({ hole }) => hole.mine === null) ?? cards.find(({ hole }) => hole.differs) ?? cards[0];
}

/** "your"; "Alex's". */
export function whose({ isMine, round }: ScoringCard): string {
  return isMine ? 'your' : `${shortName(round.player)}'s`;
}

/** The card's running total: "18 pts ·", "+7" or "2 up" before "thru 9"; null before the first hole. */
export function runningTotal({ holes, totals }: ScoringCard, format: Format): { figure: string; thru: number } | null {
  if (totals.thru === 0) return null;
  const par = holes.reduce((sum, hole) => sum + (hole.counting === null ? 0 : hole.par), 0);
  return { figure: FORMAT_WORDS[format].running(totals, (totals.gross ?? 0) - par), thru: totals.thru };
}
