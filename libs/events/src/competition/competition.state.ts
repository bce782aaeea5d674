import type { CompetitionEvents } from './competition.events.js';

/** A competition folded from its events. */
export interface CompetitionState extends Readonly<CompetitionEvents['CompetitionCreated']> {
  hostId: string;
  status: 'OPEN' | 'FINISHED' | 'DELETED';
  createdAt: string;
  /** By player, when added, ISO 8601; in the order of adding, which is the order of host succession. */
  players: Map<string, string>;
  /** Golfers who have viewed the competition, and the host who created it. They stay in it after leaving. */
  opened: Set<string>;
  /** Players who left; those who left after the deadline are still in `players`. */
  left: Set<string>;
  additions: Map<string, number>;
  /** Rounds verified before this moment count; null until the finish is recorded. */
  verifiedBefore: string | null;
}
