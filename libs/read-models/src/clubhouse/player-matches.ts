import { LIMITS, MESSAGES, type Invite, type PracticeRound } from '@fairmark/contract';
import { APP_SCHEMA } from '@fairmark/server';
import type pg from 'pg';
import { CLUBHOUSE_SCHEMA } from './clubhouse.schema.js';

/** Races may put a golfer into several open matches; this many are shown. */
const OPEN_MATCHES = 20;
const FELLOWS_FROM_MATCHES = 50;
/** Only one is shown; the others are fallbacks for a golfer who left the later ones. */
const LAST_PRACTICE_ROUNDS = 5;
const PENDING_INVITES = 50;

/** Reads the matches and invitations of a golfer from the read model. */
export class PlayerMatches {
  constructor(private readonly pool: pg.Pool) {}

  /** Ids of the golfer's open lobbies and of rounds with holes owed, at most 24 hours old, latest first. */
  async openFor(userId: string, now: Date): Promise<string[]> {
    const { rows } = await this.pool.query<{ match_id: string }>(
      `select match_id from ${CLUBHOUSE_SCHEMA}.player_matches
       where user_id = $1 and open
         and (started_at > $3 or started_at is null and created_at > $2)
       order by started_at desc nulls last, created_at desc, match_id
       limit ${OPEN_MATCHES}`,
      [userId, before(now, LIMITS.lobbyLifetimeMs), before(now, LIMITS.currentRoundMs)],
    );
    return rows.map(({ match_id }) => match_id);
  }

  /** The golfer's latest started practice rounds that still have a player, latest first. */
  async lastPractice(userId: string): Promise<PracticeRound[]> {
    const { rows } = await this.pool.query<PracticeRound>(
      `select mine.match_id as "matchId", match.course_name as course, match.day::text as day
       from ${CLUBHOUSE_SCHEMA}.player_matches mine join ${CLUBHOUSE_SCHEMA}.matches match using (match_id)
       where mine.user_id = $1 and mine.started_at is not null and match.play_type = 'SOCIAL' and match.status = 'STARTED'
       order by mine.started_at desc, match_id limit ${LAST_PRACTICE_ROUNDS}`,
      [userId],
    );
    return rows;
  }

  /** The golfer's unanswered invitations to open lobbies whose host is not blocked, newest lobby first. */
  async pendingInvites(userId: string, now: Date): Promise<Invite[]> {
    const { rows } = await this.pool.query<Invite>(
      `select invite_id as id, invite_id as "inviteId", i.status, match_id as "matchId",
         json_build_object('id', host_id, 'fullName', coalesce(host.full_name, $3)) as host,
         json_build_object('id', course_id, 'name', course_name, 'clubName', club_name, 'courseName', layout_name) as course,
         json_build_object('id', match_id, 'playType', play_type, 'matchType', match_type, 'tee', tee) as match
       from ${CLUBHOUSE_SCHEMA}.invites i join ${CLUBHOUSE_SCHEMA}.matches m using (match_id)
       left join ${APP_SCHEMA}.users host on host.id = host_id and host.deletion_requested_at is null
       where i.user_id = $1 and i.status = 'PENDING' and m.status = 'LOBBY' and m.created_at > $2
         and host.blocked_at is null
       order by m.created_at desc, invite_id limit ${PENDING_INVITES}`,
      [userId, before(now, LIMITS.lobbyLifetimeMs), MESSAGES.deletedPlayer],
    );
    return rows;
  }

  /** The match of an invitation; null if the read model does not have the invitation (yet). */
  async matchOfInvite(inviteId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ match_id: string }>(
      `select match_id from ${CLUBHOUSE_SCHEMA}.invites where invite_id = $1`,
      [inviteId],
    );
    return rows[0]?.match_id ?? null;
  }

  /** Ids of the golfers with whom this golfer played most recently and who can still be invited, latest first. */
  async recentFellows(userId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ user_id: string }>(
      `with mine as (
         select match_id, started_at from ${CLUBHOUSE_SCHEMA}.player_matches
         where user_id = $1 and started_at is not null
         order by started_at desc limit ${FELLOWS_FROM_MATCHES}
       )
       select other.user_id
       from mine join ${CLUBHOUSE_SCHEMA}.player_matches other using (match_id)
       join ${APP_SCHEMA}.users golfer on golfer.id = other.user_id
       where other.user_id <> $1 and other.started_at is not null
         and golfer.deletion_requested_at is null and golfer.blocked_at is null
       group by other.user_id
       order by max(mine.started_at) desc, other.user_id
       limit $2`,
      [userId, LIMITS.userSearchResults],
    );
    return rows.map((row) => row.user_id);
  }
}

function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds);
}
