import type { CompetitionEvent } from './competition.events.js';
import type { CompetitionState } from './competition.state.js';
import { isPlayingDay, verifiedBefore } from './competition.window.js';

/** Queries of deciders, presenters and the projector on a competition. All are pure and leave the state unchanged. */

/** What decides whether a golfer's card of a match round counts. */
export interface CompetitionCandidate {
  userId: string;
  courseId: string;
  /** Course-local date on which the round started. */
  day: string;
  /** ISO 8601 in UTC; null while player and marker have not both signed. */
  verifiedAt: string | null;
}

/** Whether the golfer is the host or a player who has not left; others get COMPETITION_NOT_FOUND. */
export function mayReadCompetition(state: CompetitionState, userId: string): boolean {
  return state.status !== 'DELETED' && (state.hostId === userId || isPlayer(state, userId));
}

/** Whether the golfer was added, and has neither been removed nor left. */
export function isPlayer({ players, left }: CompetitionState, userId: string): boolean {
  return players.has(userId) && !left.has(userId);
}

/**
 * Whether the others see a player's holes: once the player has opened the competition or, after being added, started a
 * round that counts. Rounds started before that were included without asking the player, so they are no consent.
 *
 * @param rounds when the player's counting rounds started, ISO 8601
 */
export function showsHoles(state: CompetitionState, userId: string, rounds: readonly string[]): boolean {
  if (state.consent === 'ASSUMED' || state.opened.has(userId)) return true;
  const addedAt = Date.parse(state.players.get(userId) ?? '');
  return rounds.some((startedAt) => Date.parse(startedAt) >= addedAt);
}

/** Rounds verified before this moment count (ISO 8601, UTC): as recorded when it finished, otherwise as scheduled. */
export function deadlineOf(state: CompetitionState): string {
  return state.verifiedBefore ?? verifiedBefore(state);
}

/** True from the deadline on, even before `CompetitionFinished` has been recorded. */
export function isFinished(state: CompetitionState, now: string): boolean {
  return state.status === 'FINISHED' || Date.parse(now) >= Date.parse(deadlineOf(state));
}

/** Returns a test for cards that count: a player's, on the course, on a playing day in the window, verified in time. */
export function whichCount(state: CompetitionState): (round: CompetitionCandidate) => boolean {
  const deadline = Date.parse(deadlineOf(state));
  return ({ courseId, userId, verifiedAt, day }) =>
    courseId === state.course.courseId &&
    state.players.has(userId) &&
    verifiedAt !== null &&
    isPlayingDay(state, day) &&
    Date.parse(verifiedAt) < deadline;
}

/** The events that the timed job appends: none before the deadline, or if the finish is already recorded. */
export function finishing(state: CompetitionState, now: string): CompetitionEvent[] {
  if (state.status !== 'OPEN' || !isFinished(state, now)) return [];
  return [{ type: 'CompetitionFinished', data: { verifiedBefore: deadlineOf(state) } }];
}
