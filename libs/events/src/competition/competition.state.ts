import type { CompetitionCourse, CompetitionType, Weekday } from './competition.events.js';

export type CompetitionStatus = 'OPEN' | 'FINISHED' | 'DELETED';

export interface CompetitionPlayer {
  userId: string;
  addedAt: string;
}

/** A competition as its events tell it. `players` keeps the order of adding, which is the order of host succession. */
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
  /** Rounds verified before this moment count; null until the table is frozen. */
  verifiedBefore: string | null;
  finishedAt: string | null;
}
