import { randomBytes, randomUUID } from 'node:crypto';
import { LIMITS, MESSAGES, type BoardLink } from '@fairmark/contract';
import { inTransaction, isoTime, linkTokenHash, recordAct } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal } from '../http/refusal.js';
import { CLOCK, PG_POOL, type Clock } from '../platform/tokens.js';
import { tokenOf, type Bearer } from '../http/caller.js';

/** A valid board link and the only course whose board it may show. */
export interface OpenedLink {
  linkId: string;
  courseId: string;
}

const TOKEN_BYTES = 32;
/** Never matches an access token, which contains dots. */
const LINK_TOKEN = /^[\w-]{43}$/;
/** `last_used_at` is updated at most this often. */
const USED_EVERY_MS = 60_000;

/** Selects links as they are answered. `rows`: the table of links, or the name of a `with` query. */
const linksOf = (rows: string): string =>
  `select l.id, l.label, ${isoTime('l.made_at')} as "madeAt", ${isoTime('l.last_used_at')} as "lastUsedAt",
     case when l.made_by is not null then
       json_build_object('id', l.made_by, 'fullName', coalesce(u.full_name, '${MESSAGES.deletedPlayer}')) end as "madeBy"
   from ${rows} l left join app.users u on u.id = l.made_by and u.deletion_requested_at is null`;

/** Board links, which a course's committee makes and revokes. A token is 256 random bits; only its hash is stored. */
@Injectable()
export class BoardLinks {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The link whose token a request or handshake carries; null if it carries another kind of token. Reads the row every
   * time, so a revoked link is refused immediately.
   * @throws Refusal MISSING_AUTH_TOKEN, UNAUTHORIZED; BOARD_LINK_REVOKED if the link does not exist or no longer exists
   */
  async open(bearer: Bearer): Promise<OpenedLink | null> {
    const token = tokenOf(bearer);
    if (!LINK_TOKEN.test(token)) return null;
    const { rows } = await this.pool.query<OpenedLink & { used: Date | null }>({
      name: 'board link',
      text: `select id as "linkId", course_id as "courseId", last_used_at as used from app.board_links
             where token_hash = $1`,
      values: [linkTokenHash(token)],
    });
    const [link] = rows;
    if (link === undefined) throw new Refusal('BOARD_LINK_REVOKED');
    const { linkId, courseId, used } = link;
    const now = this.clock();
    if (used === null || now.getTime() - used.getTime() >= USED_EVERY_MS) {
      await this.pool.query('update app.board_links set last_used_at = $2 where id = $1', [linkId, now]);
    }
    return { linkId, courseId };
  }

  /** Those of the given links that still exist, with the course of each. */
  async coursesOf(linkIds: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.pool.query<OpenedLink>(
      'select id as "linkId", course_id as "courseId" from app.board_links where id = any($1)',
      [linkIds],
    );
    return new Map(rows.map(({ linkId, courseId }) => [linkId, courseId]));
  }

  /** The links of a course, the latest first. */
  async ofCourse(courseId: string): Promise<BoardLink[]> {
    const { rows } = await this.pool.query<BoardLink>(
      `${linksOf('app.board_links')}
       where l.course_id = $1 order by l.made_at desc, l.id limit ${LIMITS.boardLinksPerCourseMax}`,
      [courseId],
    );
    return rows;
  }

  /** Makes a link and returns its token, which cannot be recovered later. @throws Refusal BOARD_LINKS_FULL */
  make(courseId: string, label: string, madeBy: string): Promise<{ link: BoardLink; token: string }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return inTransaction(this.pool, async (client) => {
      // Serialise concurrent calls, so that each counts the links of the others.
      await client.query('select from app.courses where id = $1 for no key update', [courseId]);
      const { rowCount } = await client.query('select from app.board_links where course_id = $1', [courseId]);
      if ((rowCount ?? 0) >= LIMITS.boardLinksPerCourseMax) throw new Refusal('BOARD_LINKS_FULL');
      const { rows } = await client.query<BoardLink>(
        `with made as (
           insert into app.board_links (id, course_id, token_hash, label, made_at, made_by)
           values ($1, $2, $3, $4, $5, $6) returning *
         ) ${linksOf('made')}`,
        [randomUUID(), courseId, linkTokenHash(token), label, this.clock(), madeBy],
      );
      const about = { operator: madeBy, subject: courseId, userId: madeBy, reason: label };
      await recordAct(client, { ...about, act: 'MAKE_BOARD_LINK' });
      const [link] = rows;
      if (link === undefined) throw new Error('The link was not stored');
      return { link, token };
    });
  }

  /** Revokes a link: its further calls are refused, and every process closes its connections. */
  async revoke(id: string, revokedBy: string): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ course_id: string; label: string }>(
        'delete from app.board_links where id = $1 returning course_id, label',
        [id],
      );
      const [link] = rows;
      // Another committee member has just revoked it.
      if (link === undefined) return;
      const about = { operator: revokedBy, subject: link.course_id, userId: revokedBy, reason: link.label };
      await recordAct(client, { ...about, act: 'REVOKE_BOARD_LINK' });
    });
  }
}
