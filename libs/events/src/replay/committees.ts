/** That a golfer joined or left the committee of a course. */
export interface CommitteeChange {
  /** ISO 8601. */
  changedAt: string;
  change: 'GRANTED' | 'REVOKED';
  userId: string;
  courseId: string | null;
}

/** Whether a golfer was of a course's committee at a time (ISO 8601), as far as is known. */
export type WasCommittee = (userId: string, courseId: string, at: string) => boolean;

/** A correction may be under way when the role is taken away, and the clocks of database and api differ, by so much at most. */
const TOLERANCE_MS = 120_000;

/**
 * Who was of which committee when, by the changes that are known. Before the first of them nothing is known, and every golfer counts
 * as a member.
 *
 * @param changes in any order
 */
export function committeesOf(changes: readonly CommitteeChange[]): WasCommittee {
  const byTime = changes.toSorted((one, other) => Date.parse(one.changedAt) - Date.parse(other.changedAt));
  const begins = Date.parse(byTime[0]?.changedAt ?? '');
  return (userId, courseId, at) => {
    const time = Date.parse(at);
    if (!(time >= begins)) return true;
    const last = byTime.findLast(
      (change) =>
        change.userId === userId && change.courseId === courseId && Date.parse(change.changedAt) <= time + TOLERANCE_MS,
    );
    return last?.change === 'GRANTED' || (last !== undefined && Date.parse(last.changedAt) >= time - TOLERANCE_MS);
  };
}
