/**
 * Whether the process of this container is well: `node dist/healthcheck.js api|projector`, exit
 * code 0 when it is. An api names what it cannot reach, and is well when that is nothing: an upgrade
 * stops at one that is not, while the proxy asks it for what there is. A projector, active or standing
 * by, asks the database every second or two in a session that the database ends after four seconds of
 * silence: as long as one of this container's is there, the projector neither hangs nor has it lost
 * the database.
 */
import { Client } from 'pg';
import { withSecretFiles } from '@fairmark/server/config/config';

const WITHIN_MS = 4_000;
const SESSION = 'fairmark projector';

const checks = { api: apiHasAll, projector: projectorHasSession };
const check = checks[process.argv[2]];
if (check === undefined) {
  process.stderr.write(`Usage: ${Object.keys(checks).join(' | ')}\n`);
  process.exit(2);
}
try {
  const problem = await check();
  if (problem !== null) process.stderr.write(`${problem}\n`);
  process.exit(problem === null ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function apiHasAll() {
  const url = `http://127.0.0.1:${process.env.PORT || 3000}/health/ready`;
  const response = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
  const text = await response.text();
  if (!response.ok) return `${response.status} ${text}`;
  const { away } = JSON.parse(text);
  return away.length === 0 ? null : `away: ${away.join(', ')}`;
}

async function projectorHasSession() {
  const client = new Client({
    connectionString: withSecretFiles(process.env).DATABASE_URL,
    application_name: 'fairmark healthcheck',
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = $1 and client_addr = inet_client_addr()`,
    [SESSION],
  );
  return rowCount > 0 ? null : 'the projector has no session on the database';
}
