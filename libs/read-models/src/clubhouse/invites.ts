import { LIMITS, MESSAGES, type Invite } from '@fairmark/contract';
import { APP_SCHEMA } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA } from './clubhouse.schema.js';
import type { Stored } from './clubhouse.tables.js';
import type pg from 'pg';

const MATCH = ['match_id', 'host_id', 'course_id', 'course_name', 'club_name', 'layout_name'] as const;
const PLAY = ['play_type', 'match_type', 'tee'] as const;

interface InviteRow extends Stored<'invites', 'invite_id'>, Stored<'matches', (typeof MATCH | typeof PLAY)[number]> {
  host_name: string | null;
}

const PENDING_INVITES = 50;

/** Invitations, from the projector's tables. */
export class Invites {
  constructor(private readonly pool: pg.Pool) {}

  /** Those that wait for my answer in lobbies that are still open, the newest lobby first. */
  async pendingFor(userId: string, now: Date): Promise<Invite[]> {
    const { rows } = await this.pool.query<InviteRow>(
      `select i.invite_id, ${[...MATCH, ...PLAY].map((name) => `m.${name}`).join(', ')}, host.full_name as host_name
       from ${CLUBHOUSE_SCHEMA}.invites i
       join ${CLUBHOUSE_SCHEMA}.matches m using (match_id)
       left join ${APP_SCHEMA}.users host on host.id = m.host_id
       where i.user_id = $1 and i.status = 'PENDING' and m.status = 'LOBBY' and m.created_at > $2
       order by m.created_at desc, i.invite_id
       limit ${PENDING_INVITES}`,
      [userId, new Date(now.getTime() - LIMITS.lobbyLifetimeMs)],
    );
    return rows.map((row) => ({
      id: row.invite_id,
      inviteId: row.invite_id,
      status: 'PENDING',
      host: { id: row.host_id, fullName: row.host_name ?? MESSAGES.deletedPlayer },
      course: { id: row.course_id, name: row.course_name, clubName: row.club_name, courseName: row.layout_name },
      match: { id: row.match_id, playType: row.play_type, matchType: row.match_type, tee: row.tee },
      matchId: row.match_id,
    }));
  }
}
