import { APP_SCHEMA } from '@fairmark/server';
import type { Pool } from 'pg';
import type { OwedWork } from '../jobs/job-queue.js';

const EVERY_MS = 3_600_000;
/** How long ended sessions, sent mails and used links are kept; for that long a used link can say that it was used. */
const KEPT = `30 * interval '1 day'`;

const OBSOLETE = [
  `sessions where least(ended_at, expires_at) < now() - ${KEPT}`,
  `sign_ins where hour < now() - ${KEPT}`,
  `capped_uses where used_at < now() - ${KEPT}`,
  `mail_links where expires_at < now() - ${KEPT}`,
  `mail_outbox where link_token is null and about is null and created_at < now() - ${KEPT}`,
];

/** Removes obsolete rows of accounts once an hour; doing it twice does no harm. */
export function upkeepWork(pool: Pool): OwedWork {
  return {
    queue: 'upkeep',
    atOnce: 1,
    everyMs: EVERY_MS,
    owed: async () => ['accounts'],
    work: async () => {
      for (const rows of OBSOLETE) await pool.query(`delete from ${APP_SCHEMA}.${rows}`);
    },
  };
}
