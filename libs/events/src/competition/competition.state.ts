import type { CompetitionEvents } from './competition.events.js';

export type CompetitionStatus = 'OPEN' | 'FINISHED' | 'DELETED';

export interface CompetitionPlayer {
  userId: string;
  addedAt: string;
}

/** A competition as its events describe it. `players` keeps the order of adding, which is the order of host succession. */
export interface CompetitionState extends Readonly<CompetitionEvents['CompetitionCreated']> {
  hostId: string;
  status: CompetitionStatus;
  createdAt: string;
  players: Map<string, CompetitionPlayer>;
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
