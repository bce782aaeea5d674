import type { MatchAnswer } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { scoreWords } from '../golf/score/score-texts.js';
import { shortName } from '../text/words.js';
import { valueOf, type ConfirmedScore, type Refusal, type WaitingScore } from './box.js';

/** "4", "No Score", or "cleared". */
export function valueText({ strokes, noScore }: CardEntry): string {
  return strokes === null && !noScore ? 'cleared' : scoreWords({ strokes, noScore });
}

/** The button for one of two entries: "Keep 5" for mine, "Use 6" for the server's. */
export function choiceText(verb: 'Keep' | 'Use', entry: CardEntry): string {
  const value = valueText(entry);
  return value === 'cleared' ? `${verb === 'Use' ? 'Leave' : verb} it cleared` : `${verb} ${value}`;
}

/** "Hole 5 on Alex's card", with the name from the cached match; "your card" for my own. */
export function placeText({ holeNumber, userId, by }: WaitingScore, match: MatchAnswer | undefined): string {
  if (userId === by) return `Hole ${holeNumber} on your card`;
  const player = match?.rounds.find((round) => round.player.id === userId)?.player;
  return player === undefined
    ? `Hole ${holeNumber} on a card you mark`
    : `Hole ${holeNumber} on ${shortName(player)}'s card`;
}

/** Refusals that a retry cannot change. Not ROUND_SIGNED: the signatures may have been voided. */
const FINAL: readonly Refusal['code'][] = ['NOT_MARKER', 'MATCH_NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_CHANGES'];

/** Whether a retry of a refused score may succeed. */
export function canTryAgain({ refusal }: WaitingScore): boolean {
  return refusal === undefined || !FINAL.includes(refusal.code);
}

/** Why a score was refused, with the server's current entry if known. */
export function refusalText({ refusal }: WaitingScore): string {
  if (refusal === undefined) return 'It was not accepted.';
  // A former marker may still fill the card's empty holes, but not change others.
  if (refusal.code === 'NOT_MARKER') return 'You no longer mark this card, and its marker has scored this hole.';
  if (refusal.code !== 'SCORE_CHANGED') return refusal.message.replace(/\.?$/, '.');
  return `${refusal.message}. It is ${valueText(valueOf(refusal.current ?? null))} there.`;
}

/**
 * What to announce when the state of sending changes; null: nothing, as for a score sent at the first attempt, or one
 * dropped because its card was withdrawn.
 */
export function announcement(
  before: readonly WaitingScore[],
  after: readonly WaitingScore[],
  confirmed: readonly Pick<ConfirmedScore, 'keys'>[],
): string | null {
  if (refused(after) > refused(before)) {
    return refused(after) === 1 ? 'A score needs your attention' : `${refused(after)} scores need your attention`;
  }
  const waiting = after.filter(({ state }) => state === 'waiting').length;
  if (isStuck(after) && !isStuck(before)) return `${waiting} ${waiting === 1 ? 'score' : 'scores'} waiting to send`;
  const wasSent = ({ key }: WaitingScore): boolean => confirmed.some(({ keys }) => keys.includes(key));
  return isStuck(before) && after.length === 0 && before.every(wasSent) ? 'All scores sent' : null;
}

const refused = (scores: readonly WaitingScore[]): number => scores.filter(({ state }) => state === 'refused').length;

const isStuck = (scores: readonly WaitingScore[]): boolean =>
  scores.some(({ state, tries }) => state === 'waiting' && tries > 0);
