import { randomUUID } from 'node:crypto';
import { APP_SCHEMA } from '@fairmark/server';
import type { Pool } from 'pg';

/** Everything that a text may hold and a file of texts may stumble over. */
const AWKWARD = 'He said "no",\nthen; \\N \\. é 🏌 \u2028 \t\r\nend';

/** Puts rows into every table of accounts, courses and adverts, with values that are hard to write down. */
export async function fillClub(pool: Pool, golfers: readonly string[], logId: string): Promise<void> {
  const course = randomUUID();
  for (const [at, id] of golfers.entries()) {
    await pool.query(
      `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash, avatar, email_verified_at)
       values ($1, $2, $3, $4, $5::float8, 'FEMALE', 'hash', $6, case when $5::float8 > 1 then now() end)`,
      [id, at === 0 ? AWKWARD : `Golfer ${at}`, `golfer${at}@example.com`, '', at / 3, at === 1 ? '' : null],
    );
    await pool.query(`insert into app.sessions (id, user_id, expires_at) values ($1, $2, now())`, [randomUUID(), id]);
  }
  const [first, second] = golfers;
  const picture = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 256));
  await pool.query('insert into app.avatars (id, user_id, webp) values ($1, $2, $3)', ['a/1', first, picture]);
  await pool.query(
    `insert into app.mail_links (token_hash, user_id, purpose, expires_at) values ('t', $1, 'VERIFY', 'infinity')`,
    [second],
  );
  await pool.query(
    `insert into app.mail_outbox (cause, kind, user_id, about, queued_at)
     values ('cause', 'INVITATION', $1, '{"matchId":"x","n":1.50}', now())`,
    [second],
  );
  await pool.query(
    `insert into app.courses (id, name, club_name, course_name, state, time_zone, golflink_course_id, tees, holes,
       slope_ratings, scratch_ratings, par_ratings)
     values ($1, 'Banksia', 'Banksia Club', $2, 'VIC', 'Australia/Melbourne', 'X1', '[]', '[]', '{}', '{}', '{}')`,
    [course, AWKWARD],
  );
  await pool.query(`insert into app.advert_pictures (id, webp) values ('p', $1)`, [picture]);
  await pool.query(`insert into app.course_pictures (id, webp) values ('p', $1)`, [picture]);
  await pool.query(
    `insert into app.adverts (id, course_id, place, sponsor_name, text, slot) values ($1, $2, 1, 'Sponsor', $3, 4)`,
    [randomUUID(), course, AWKWARD],
  );
  await pool.query(`insert into app.default_adverts (course_id, text) values ($1, '')`, [course]);
  await pool.query(
    `insert into app.user_roles (user_id, role, course_id, granted_by) values ($1, 'COMMITTEE', $2, 'root')`,
    [first, course],
  );
  await pool.query(
    `insert into app.audit_reads (id, reader, way, what, subject) values ($1, $2, 'CLI', 'round', 'x')`,
    [randomUUID(), AWKWARD],
  );
  await pool.query(
    `insert into app.correction_notes (command_id, match_id, user_id, written_by, salt, note) values ($1, $1, $2, $2, 'salt', $3)`,
    [randomUUID(), second, AWKWARD],
  );
  await pool.query(
    `insert into app.rebuild_jobs (id, projection, state, requested_by) values ($1, 'clubhouse', 'DONE', 'root')`,
    [randomUUID()],
  );
  await pool.query(
    `insert into app.capped_uses (command_id, cap, user_id, uses, used_at) values ($1, 'matches', $2, 1, now())`,
    [randomUUID(), first],
  );
  const act = randomUUID();
  await pool.query(`insert into app.operator_acts (id, operator, act, subject) values ($1, 'root', 'BLOCK', $2)`, [
    act,
    first,
  ]);
  await pool.query('insert into app.operator_reasons (act_id, user_id, reason) values ($1, $2, $3)', [
    act,
    first,
    AWKWARD,
  ]);
  await pool.query('insert into app.mail_checkpoint (log_id, position) values ($1, 1)', [logId]);
}

/** Every row of the schemas given, as text, by table: two databases that answer the same hold the same. */
export async function rowsOf(
  pool: Pool,
  schemas: readonly string[] = [APP_SCHEMA, 'log'],
): Promise<Map<string, string[]>> {
  const tables = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema = any ($1) and table_type = 'BASE TABLE' and table_name not in ('migrations', 'schema_parts')
     order by 1`,
    [schemas],
  );
  const all = new Map<string, string[]>();
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}
