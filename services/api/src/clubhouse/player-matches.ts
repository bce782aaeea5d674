import { LIMITS, type CurrentMatch } from '@fairmark/contract';
import { CLUBHOUSE_SCHEMA } from '@fairmark/platform';
import type pg from 'pg';

interface OpenMatchRow {
  match_id: string;
  is_host: boolean;
  next_hole: number | null;
  started: boolean;
  play_type: CurrentMatch['playType'];
}

/** Matches that a golfer could be in at once, by races; nobody sees more. */
const OPEN_MATCHES = 20;
const FELLOWS_FROM_MATCHES = 50;

/** Which matches a golfer is in, from the projector's tables. */
export class PlayerMatches {
  constructor(private readonly pool: pg.Pool) {}

  /** The match that any phone resumes: a started round in which I owe holes, else my open lobby (decisions A10). */
  async currentFor(userId: string, now: Date): Promise<CurrentMatch | null> {
    const [current] = await this.openFor(userId, now);
    return current ?? null;
  }

  /** Every open lobby and every round in which I owe holes, none older than 24 hours; the one to resume first. */
  async openFor(userId: string, now: Date): Promise<CurrentMatch[]> {
    const { rows } = await this.pool.query<OpenMatchRow>(
      `select p.match_id, p.is_host, p.next_hole, p.started_at is not null as started, m.play_type
       from ${CLUBHOUSE_SCHEMA}.player_matches p
       join ${CLUBHOUSE_SCHEMA}.matches m using (match_id)
       where p.user_id = $1 and p.open
         and case when p.started_at is null then p.created_at > $2 else p.started_at > $3 end
       order by p.started_at desc nulls last, p.created_at desc, p.match_id
       limit ${OPEN_MATCHES}`,
      [userId, before(now, LIMITS.lobbyLifetimeMs), before(now, LIMITS.currentRoundMs)],
    );
    return rows.map((row) => ({
      matchId: row.match_id,
      isHost: row.is_host,
      started: row.started,
      playType: row.play_type,
      nextHole: row.next_hole,
    }));
  }

  /** Ids of the golfers with whom I played last, latest first (decisions C28). */
  async recentFellows(userId: string, limit: number = LIMITS.userSearchResults): Promise<string[]> {
    const { rows } = await this.pool.query<{ user_id: string }>(
      `with mine as (
         select match_id, started_at from ${CLUBHOUSE_SCHEMA}.player_matches
         where user_id = $1 and started_at is not null
         order by started_at desc limit ${FELLOWS_FROM_MATCHES}
       )
       select other.user_id
       from mine join ${CLUBHOUSE_SCHEMA}.player_matches other using (match_id)
       where other.user_id <> $1 and other.started_at is not null
       group by other.user_id
       order by max(mine.started_at) desc, other.user_id
       limit $2`,
      [userId, limit],
    );
    return rows.map((row) => row.user_id);
  }
}

function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds);
}
