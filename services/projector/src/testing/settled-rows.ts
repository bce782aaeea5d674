import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';

/** Gives the `names` of rows that no later event takes back: matches that began, invites that were answered, verified cards. */
export const SETTLED_ROWS = `
  select array(
    select 'match ' || match_id from ${CLUBHOUSE_SCHEMA}.matches where status <> 'LOBBY'
    union all select 'invite ' || invite_id from ${CLUBHOUSE_SCHEMA}.invites where status <> 'PENDING'
    union all select 'card ' || match_id || ' ' || user_id from ${CLUBHOUSE_SCHEMA}.rounds where verified
  ) as names`;

/** Notices a row that goes back to an older state, which changes neither counts nor sums that others move on. */
export class SettledRows {
  private seen: ReadonlySet<string> = new Set();

  /** Of the rows that were settled when it looked last, those that are not any more. */
  wentBack(names: readonly string[]): string[] {
    const now = new Set(names);
    const back = [...this.seen].filter((name) => !now.has(name));
    this.seen = now;
    return back;
  }
}
