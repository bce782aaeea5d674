import type { CompetitionEvent } from './competition.events.js';
import type { CompetitionState } from './competition.state.js';
import { isPlayingDay, verifiedBefore } from './competition.window.js';

/** Questions that deciders, presenters and the projector ask of a competition. All pure; none changes the state. */

/** A golfer's card of a match round, as far as it matters whether it counts. */
export interface CompetitionCandidate {
  userId: string;
  courseId: string;
  /** Course-local date on which the round started. */
  day: string;
  /** ISO 8601 in UTC; null while player and marker have not both signed. */
  verifiedAt: string | null;
}

/** The host, and players who have not left: everybody else finds no competition. */
export function mayReadCompetition(state: CompetitionState, userId: string): boolean {
  return state.status !== 'DELETED' && (state.hostId === userId || isPlayer(state, userId));
}

/** Was added, and neither removed nor left. */
export function isPlayer({ players, left }: CompetitionState, userId: string): boolean {
  return players.has(userId) && !left.has(userId);
}

/**
 * Whether the others see a player's holes: after the player has opened the competition, or has begun one of the rounds that count
 * since being added. Rounds from before are brought along unasked, and show nothing by themselves.
 *
 * @param rounds when the player's rounds that count began, ISO 8601
 */
export function showsHoles(state: CompetitionState, userId: string, rounds: readonly string[]): boolean {
  if (state.consent === 'ASSUMED' || state.opened.has(userId)) return true;
  const addedAt = Date.parse(state.players.get(userId)?.addedAt ?? '');
  return rounds.some((startedAt) => Date.parse(startedAt) >= addedAt);
}

/** Rounds that are verified before this moment count (ISO 8601, UTC): as it was frozen, or as it will be. */
export function deadlineOf(state: CompetitionState): string {
  return state.verifiedBefore ?? verifiedBefore(state);
}

/** From the deadline on, whether or not the event that freezes the table has been recorded yet. */
export function isFinished(state: CompetitionState, now: string): boolean {
  return state.status === 'FINISHED' || Date.parse(now) >= Date.parse(deadlineOf(state));
}

/** Tells which cards count: of a player, of the course, of a playing day inside the window, verified in time. */
export function whichCount(state: CompetitionState): (round: CompetitionCandidate) => boolean {
  const deadline = Date.parse(deadlineOf(state));
  const days = new Map<string, boolean>();
  const isPlayed = (day: string): boolean => {
    const known = days.get(day) ?? isPlayingDay(state, day);
    days.set(day, known);
    return known;
  };
  return ({ courseId, userId, verifiedAt, day }) =>
    courseId === state.course.courseId &&
    state.players.has(userId) &&
    verifiedAt !== null &&
    isPlayed(day) &&
    Date.parse(verifiedAt) < deadline;
}

/** What the timed job records at a moment; nothing before the deadline, and nothing twice. */
export function finishing(state: CompetitionState, now: string): CompetitionEvent[] {
  if (state.status !== 'OPEN' || !isFinished(state, now)) return [];
  return [{ type: 'CompetitionFinished', data: { verifiedBefore: deadlineOf(state) } }];
}
