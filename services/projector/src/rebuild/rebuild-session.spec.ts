import { REBUILD_LOCK } from '@fairmark/read-models';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Stand } from '../testing/stand.js';
import { openRebuildSession } from './rebuild-session.js';

describe('the session of a rebuild', () => {
  let stand: Stand;
  beforeEach(async () => {
    stand = await Stand.make();
  });
  afterEach(() => stand.end());

  it('gets the lock of one that froze in the middle of loading rows, and leaves one that was heard a moment ago alone', async () => {
    const frozen = new Client({ connectionString: stand.url });
    const ended = new Promise((resolve) => frozen.on('error', resolve));
    await frozen.connect();
    await frozen.query('select pg_advisory_lock($1, $2)', REBUILD_LOCK.slice());
    await frozen.query('create temp table loaded (number int)');
    const rows = frozen.query(copyFrom('copy loaded from stdin'));
    rows.on('error', () => undefined);
    rows.write('1\n');
    await expect(openRebuildSession(stand.url)).rejects.toThrow('being rebuilt already');
    const session = await openRebuildSession(stand.url, 1_000);
    await ended;
    expect(session.signal.aborted).toBe(false);
    await session.close();
  }, 20_000);
});
