import type { ErrorCode, MatchAnswer } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { scoreWords } from '../golf/score/score-texts.js';
import { timeWords } from '../text/dates.js';
import { valueOf, type WaitingScore } from './box.js';

/** "4", "No Score", or "cleared". */
export function valueText({ strokes, noScore }: CardEntry): string {
  return strokes === null && !noScore ? 'cleared' : scoreWords({ strokes, noScore });
}

/** "Hole 5 on Alex's card", by what this phone knows of the match; my own card is "your card". */
export function placeText({ holeNumber, userId, by }: WaitingScore, match: MatchAnswer | undefined): string {
  if (userId === by) return `Hole ${holeNumber} on your card`;
  const name = match?.rounds.find(({ player }) => player.id === userId)?.player.fullName.split(' ')[0];
  return name === undefined ? `Hole ${holeNumber} on a card you mark` : `Hole ${holeNumber} on ${name}'s card`;
}

/** "waiting since 10:32 am". */
export function sinceText({ enteredAt }: WaitingScore): string {
  return Number.isNaN(Date.parse(enteredAt)) ? 'waiting' : `waiting since ${timeWords(enteredAt)}`;
}

/** Refusals that another try would meet again. A signed card is not one of them: its signatures may be void by then. */
const FINAL: ReadonlySet<string> = new Set<ErrorCode>([
  'NOT_MARKER',
  'ROUND_WITHDRAWN',
  'MATCH_NOT_FOUND',
  'MATCH_ENDED',
  'INVALID_INPUT',
  'TOO_MANY_CHANGES',
]);

/** Whether sending a refused score once more may go well. */
export function canTryAgain({ refusal }: WaitingScore): boolean {
  return refusal === undefined || !FINAL.has(refusal.code);
}

/** Why a score was refused, and what stands in its place as far as the answer said. */
export function refusalText({ refusal }: WaitingScore): string {
  if (refusal === undefined) return 'It was not accepted.';
  // The golfer who marked the card until the markers changed may fill its empty holes alone.
  if (refusal.code === 'NOT_MARKER') return 'You no longer mark this card, and its marker has scored this hole.';
  if (refusal.code !== 'SCORE_CHANGED') return refusal.message.replace(/\.?$/, '.');
  const current = valueOf(refusal.current ?? null);
  const now =
    current.strokes === null && !current.noScore ? 'It is cleared there' : `It is ${valueText(current)} there`;
  return `${refusal.message}. ${now}.`;
}

/**
 * What is said aloud when the state of sending changes; null: nothing. A score that is sent at the first try is no news, and
 * neither is another one that joins those that wait.
 */
export function announcement(before: readonly WaitingScore[], after: readonly WaitingScore[]): string | null {
  if (refused(after) > refused(before)) {
    return refused(after) === 1 ? 'A score needs your attention' : `${refused(after)} scores need your attention`;
  }
  const waiting = after.filter(({ state }) => state === 'waiting').length;
  if (isStuck(after) && !isStuck(before)) return `${waiting} ${waiting === 1 ? 'score' : 'scores'} waiting to send`;
  return isStuck(before) && waiting === 0 && refused(after) === 0 ? 'All scores sent' : null;
}

const refused = (scores: readonly WaitingScore[]): number => scores.filter(({ state }) => state === 'refused').length;

const isStuck = (scores: readonly WaitingScore[]): boolean =>
  scores.some(({ state, tries }) => state === 'waiting' && tries > 0);
