import { randomUUID } from 'node:crypto';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import { APP_SCHEMA } from '@fairmark/server';
import type { Pool } from 'pg';

/** Characters that a text may hold and a text file may fail to escape. */
const AWKWARD = 'He said "no",\nthen; \\N \\. é 🏌 \u2028 \t\r\nend';

/** For a suite: a club with a log, rows in every table of accounts, courses and adverts, and the derived tables. */
export function clubForSuite(log: { seed: number; events: number }): Stand {
  const club = Stand.forSuite({ kept: true });
  beforeAll(async () => {
    const { golfers } = await fillLog(club.store, log);
    await fillClub(club.pool, golfers, await club.store.logId());
    await club.projected();
  });
  return club;
}

/** Fills every table of accounts, courses and adverts, with values that are hard to escape. */
async function fillClub(pool: Pool, golfers: readonly string[], logId: string): Promise<void> {
  const insert = async (table: string, row: Record<string, unknown>): Promise<void> => {
    const values = Object.keys(row).map((_, at) => `$${at + 1}`);
    const into = `${APP_SCHEMA}.${table} (${Object.keys(row).join(', ')})`;
    await pool.query(`insert into ${into} values (${values.join(', ')})`, Object.values(row));
  };
  const now = '2026-11-22T01:02:03.456789Z';
  for (const [at, id] of golfers.entries()) {
    const name = {
      full_name: at === 0 ? AWKWARD : `Golfer ${at}`,
      email: `golfer${at}@example.com`,
      golflink_number: '',
    };
    const avatar = { avatar: at === 1 ? '' : null, email_verified_at: at > 3 ? now : null };
    await insert('users', { id, ...name, handicap: at / 3, gender: 'FEMALE', password_hash: 'hash', ...avatar });
    await insert('sessions', { id: randomUUID(), user_id: id, expires_at: now });
  }
  const [first, second] = golfers;
  const [course_id, id, act_id] = [randomUUID(), randomUUID(), randomUUID()];
  const webp = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 256));
  await insert('avatars', { id: 'a/1', user_id: first, webp });
  await insert('mail_links', { token_hash: 't', user_id: second, purpose: 'VERIFY', expires_at: 'infinity' });
  const mail = { cause: 'cause', kind: 'INVITATION', user_id: second, queued_at: now };
  await insert('mail_outbox', { ...mail, about: '{"matchId":"x","n":1.50}' });
  const names = { name: 'Banksia', club_name: 'Banksia Club', course_name: AWKWARD, golflink_course_id: 'X1' };
  const place = { state: 'VIC', time_zone: 'Australia/Melbourne', tees: '[]', holes: '[]' };
  const ratings = { slope_ratings: '{}', scratch_ratings: '{}', par_ratings: '{}' };
  await insert('courses', { id: course_id, ...names, ...place, ...ratings });
  await insert('advert_pictures', { id: 'p', webp });
  await insert('course_pictures', { id: 'p', webp });
  await insert('adverts', { id, course_id, place: 1, sponsor_name: 'Sponsor', text: AWKWARD, slot: 4 });
  await insert('default_adverts', { course_id, text: '' });
  await insert('user_roles', { user_id: first, role: 'COMMITTEE', course_id, granted_by: 'root' });
  await insert('audit_reads', { id, reader: AWKWARD, way: 'CLI', what: 'round', subject: 'x' });
  const note = { match_id: id, user_id: second, written_by: second, salt: 'salt', note: AWKWARD };
  await insert('correction_notes', { command_id: id, ...note });
  const board = { id, course_id, token_hash: 'b', label: AWKWARD };
  await insert('board_links', { ...board, made_at: now, made_by: first });
  await insert('backups', { made_at: now, folder: AWKWARD, events: 1, bytes: 2, free_bytes: 3 });
  await insert('rebuild_jobs', { id, projection: 'clubhouse', state: 'DONE', requested_by: 'root' });
  await insert('capped_uses', { command_id: id, cap: 'matches', user_id: first, uses: 1, used_at: now });
  await insert('sign_ins', { user_id: first, hour: now, kind: 'SIGN_IN', times: 2 });
  await insert('second_factors', { user_id: first, secret: 'JBSWY3DPEHPK3PXP', confirmed_at: now, last_step: 1 });
  await insert('operator_acts', { id: act_id, operator: 'root', act: 'BLOCK', subject: first });
  await insert('operator_reasons', { act_id, user_id: first, reason: AWKWARD });
  await insert('mail_checkpoint', { log_id: logId, position: 1 });
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
