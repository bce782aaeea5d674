import type { CompetitionType, Weekday } from '@fairmark/contract';
import type { CourseCard } from '../match/match.events.js';
import type { Upcasters } from '../envelope/upcaster.js';

/** Everything that can happen to a competition. One stream, `competition-<id>`, each. */

/** The course as it was when the competition was created. Its rounds bring their own cards. */
export type CompetitionCourse = Omit<CourseCard, 'byGender'>;

export interface CompetitionEvents {
  /** Without players: they are added by the event that follows. */
  CompetitionCreated: {
    competitionId: string;
    hostId: string;
    name: string;
    competitionType: CompetitionType;
    course: CompetitionCourse;
    /** Weeks, 4 to 15. */
    duration: number;
    /** Weekdays on which rounds count. */
    days: readonly Weekday[];
    /** Percent of the daily handicap that nett results take off: 100, 75, 50 or 0. */
    allowance: number;
    /** Course-local dates, YYYY-MM-DD, both included: rounds of these days count. */
    firstDay: string;
    lastDay: string;
    /**
     * ASKED: a player's holes are shown to the others once the player has opened the competition, or has begun a round that
     * counts after being added. ASSUMED: from the beginning, as it was until version 2.
     */
    consent: 'ASSUMED' | 'ASKED';
  };
  /** In the order in which they were chosen, each once. The host plays only if added. */
  CompetitionPlayersAdded: { userIds: string[] };
  CompetitionPlayerRemoved: { userId: string; reason: 'HOST' | 'ACCOUNT_DELETED' };
  /** A player looked at the competition for the first time: that is the consent to show the player's holes. */
  CompetitionOpened: { userId: string };
  /**
   * A player left, and is not added again by anyone else. Before the deadline the row goes; later the result stands, and the
   * competition is only out of the player's sight.
   */
  CompetitionPlayerLeft: { userId: string };
  /** The host's account was deleted; the earliest-added player takes over. */
  CompetitionHostChanged: { hostId: string };
  CompetitionDeleted: { reason: 'HOST' | 'ACCOUNT_DELETED' | 'OPERATOR' };
  /** The table is frozen: rounds verified before this moment (ISO 8601, UTC) count, whenever it is computed. */
  CompetitionFinished: { verifiedBefore: string };
  /** A command under an Idempotency-Key found all as it asked for. Changes nothing: its retry gets its answer by it. */
  CompetitionCommandNoted: Record<string, never>;
}

export type CompetitionEventType = keyof CompetitionEvents;

/** A competition event as a decider makes it and as a fold takes it. */
export type CompetitionEvent = {
  [T in CompetitionEventType]: { type: T; data: CompetitionEvents[T] };
}[CompetitionEventType];

/** Every event's older versions, each with the change of its data into the next one. */
export const COMPETITION_UPCASTERS: Upcasters<CompetitionEventType> = {
  // Until version 2 players were shown without being asked.
  CompetitionCreated: [(data) => ({ ...data, consent: 'ASSUMED' })],
};

export const competitionStream = (competitionId: string): string => `competition-${competitionId}`;
