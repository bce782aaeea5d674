/** A golfer joined or left the committee of a course. */
export interface CommitteeChange {
  /** ISO 8601. */
  changedAt: string;
  change: 'GRANTED' | 'REVOKED';
  userId: string;
  courseId: string | null;
}

/** Whether a golfer was on a course's committee at a time (ISO 8601); true where that is unknown. */
export type WasCommittee = (userId: string, courseId: string, at: string) => boolean;

/** Allows for corrections in flight while the role is revoked, and for clock skew between database and api. */
const TOLERANCE_MS = 120_000;

/**
 * Answers who was on which committee when, from the recorded changes. Before the first change nothing is known, so
 * every golfer counts as a member.
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
