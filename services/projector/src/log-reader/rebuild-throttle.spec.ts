import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@fairmark/events/testing/eventually';
import { Client } from 'pg';
import { Stand } from '../testing/stand.js';
import { RebuildThrottle } from './rebuild-throttle.js';

describe('the throttle of a rebuild', () => {
  let throttle: RebuildThrottle;
  let api: Client;
  afterEach(async () => {
    await throttle.stop();
    await api.end();
  });
  const stand = Stand.forSuite();
  beforeEach(async () => {
    api = new Client({ connectionString: stand.url, application_name: 'fairmark api' });
    await api.connect();
    throttle = new RebuildThrottle(stand.url, 20);
  });

  /** Simulates a golfer's queries until the returned function is called; the api stays connected. */
  const play = async (): Promise<() => Promise<void>> => {
    const playing = api.query('select pg_sleep(60)').catch(() => undefined);
    await eventually(() => throttle.resting > 0);
    return async () => {
      await stand.sql(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'fairmark api'`,
      );
      await playing;
    };
  };

  it('pauses and shortens pages while golfers play, and not with an idle api', async () => {
    const rest = await play();
    await throttle.pause(1_500);
    const worked = performance.now();
    await sleep(20);
    expect(await throttle.pause(1_500)).toBe(400);
    // Twenty milliseconds of work, and twice as much rest.
    expect(performance.now() - worked).toBeGreaterThan(55);
    await rest();
    await eventually(() => throttle.resting === 0);
    expect(await throttle.pause(1_500)).toBe(1_500);
  });
});
