import type { CompetitionCourse, CompetitionEvents, CompetitionType, Weekday } from './competition.events.js';

export type CompetitionStatus = 'OPEN' | 'FINISHED' | 'DELETED';

export interface CompetitionPlayer {
  userId: string;
  addedAt: string;
}

/** Whether players are asked before the others see their holes. */
export type Consent = CompetitionEvents['CompetitionCreated']['consent'];

/** A competition as its events describe it. `players` keeps the order of adding, which is the order of host succession. */
export interface CompetitionState {
  competitionId: string;
  hostId: string;
  name: string;
  competitionType: CompetitionType;
  course: CompetitionCourse;
  duration: number;
  days: readonly Weekday[];
  allowance: number;
  firstDay: string;
  lastDay: string;
  status: CompetitionStatus;
  createdAt: string;
  players: Map<string, CompetitionPlayer>;
  consent: Consent;
  /** Golfers who have looked at it, and who created it: whatever they were then, they know of it. */
  opened: Set<string>;
  /** Players who left; after the deadline they are among `players` all the same. */
  left: Set<string>;
  /** How often each golfer was added. */
  additions: Map<string, number>;
  /** Rounds verified before this moment count; null until the table is frozen. */
  verifiedBefore: string | null;
  finishedAt: string | null;
}
