import type { CompetitionType, Weekday } from '@fairmark/contract';
import type { CourseCard } from '../match/match.events.js';
import type { EventOf, Upcasters } from '../envelope/folding.js';

/** Every event of a competition. Each competition has one stream, `competition-<id>`. */

/** The course when the competition was created. Its rounds carry their own course cards. */
export type CompetitionCourse = Omit<CourseCard, 'byGender'>;

export interface CompetitionEvents {
  /** Has no players: the event that follows adds them. */
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
    /** Course-local dates, YYYY-MM-DD, inclusive: rounds played between them count. */
    firstDay: string;
    lastDay: string;
    /**
     * ASKED: the others see a player's holes once the player has opened the competition or, after being added, started
     * a round that counts. ASSUMED: they see them from the beginning, as in version 1.
     */
    consent: 'ASSUMED' | 'ASKED';
  };
  /** In the order in which they were chosen, without duplicates. The host plays only if added. */
  CompetitionPlayersAdded: { userIds: string[] };
  CompetitionPlayerRemoved: { userId: string; reason: 'HOST' | 'ACCOUNT_DELETED' };
  /** A player viewed the competition for the first time, and thereby consented to showing the player's holes. */
  CompetitionOpened: { userId: string };
  /**
   * A player left; others cannot add the player again. Before the deadline this removes the player's row. After it the
   * result stays in the table, and the competition is only hidden from the player.
   */
  CompetitionPlayerLeft: { userId: string };
  /** The host's account was deleted; the earliest-added player takes over. */
  CompetitionHostChanged: { hostId: string };
  CompetitionDeleted: { reason: 'HOST' | 'ACCOUNT_DELETED' | 'OPERATOR' };
  /** The table is final: only rounds verified before this moment (ISO 8601, UTC) count, whenever it is computed. */
  CompetitionFinished: { verifiedBefore: string };
  /** A command with an Idempotency-Key had nothing to change. Recorded so that a retry gets the same answer. */
  CompetitionCommandNoted: Record<string, never>;
}

export type CompetitionEventType = keyof CompetitionEvents;

/** A competition event as a decider returns it and the fold applies it. */
export type CompetitionEvent = EventOf<CompetitionEvents>;

/** For each event type with older versions, the upcasters from each version to the next. */
export const COMPETITION_UPCASTERS: Upcasters<CompetitionEventType> = {
  // In version 1, players were shown without being asked.
  CompetitionCreated: [(data) => ({ ...data, consent: 'ASSUMED' })],
};

export const competitionStream = (competitionId: string): string => `competition-${competitionId}`;
