import { eventually } from '@fairmark/events/testing/eventually';
import {
  CLUBHOUSE_CHANNEL,
  CLUBHOUSE_LOCK,
  CLUBHOUSE_SCHEMA,
  readNews,
  type ProjectionNews,
} from '@fairmark/read-models';
import { Client, type ClientBase } from 'pg';
import { Stand } from '../testing/stand.js';
import { OwnershipLost, TablesReplaced } from '../log-reader/errors.js';
import { OwnerSession } from './owner-session.js';

const park = (position: number) => async (client: ClientBase) => {
  await client.query(
    `insert into ${CLUBHOUSE_SCHEMA}.parked_events (position, stream, revision, event_id, type, error)
     values ($1, 'match-1', 0, 'id', 'type', 'error')`,
    [position],
  );
};

describe('the session of an active projector', () => {
  let session: OwnerSession;
  afterEach(() => session.close());
  const stand = Stand.forSuite();
  beforeEach(async () => {
    session = await OwnerSession.open(stand.url);
    expect(await session.tryLock(CLUBHOUSE_LOCK)).toBe(true);
    session.own(await session.readCheckpoint('the log'));
  });

  it('writes rows and checkpoint together', async () => {
    await session.commit(7n, park(7));
    expect(await stand.checkpoint()).toBe(7n);
    await expect(
      session.commit(8n, async (client) => {
        await park(8)(client);
        await client.query('select 1 / 0');
      }),
    ).rejects.toThrow('division by zero');
    expect(await stand.checkpoint()).toBe(7n);
    expect(await stand.parked()).toHaveLength(1);
    await session.commit(9n, park(9));
    expect(await stand.parked()).toHaveLength(2);
  });

  it.each([
    ['its position', 'position = 3', OwnershipLost],
    ['its log', "log_id = 'another log'", OwnershipLost],
    ['its tables', 'generation = gen_random_uuid(), position = 99', TablesReplaced],
  ])('writes nothing, and ends by itself, once another process has changed %s', async (_, change, error) => {
    await session.commit(7n, park(7));
    await stand.moves(change);
    let written = false;
    await expect(
      session.commit(8n, async () => {
        written = true;
      }),
    ).rejects.toThrow(error);
    expect(written).toBe(false);
    await eventually(() => session.signal.aborted);
    expect(session.signal.reason).toBeInstanceOf(error);
  });

  it('notifies of every commit and heartbeat, after it is visible', async () => {
    const received: ProjectionNews[] = [];
    const listener = new Client({ connectionString: stand.url });
    await listener.connect();
    try {
      listener.on('notification', ({ payload }) => received.push(readNews(payload ?? '')));
      await listener.query(`listen ${CLUBHOUSE_CHANNEL}`);
      await session.commit(12n, park(12));
      await eventually(() => received.some(({ position }) => position === 12n));
      const commits = received.length;
      await eventually(() => received.length > commits);
      expect(received.at(-1)).toEqual({ log: 'the log', position: 12n });
    } finally {
      await listener.end();
    }
  });
});
