import { eventually } from '@fairmark/events/testing/eventually';
import { createLogger } from '@fairmark/server';
import { Registry } from 'prom-client';
import { startProjector, type Projector } from './projection/projector.js';
import { measureProjector, projectorMissing } from './projector.metrics.js';
import { Stand } from './testing/stand.js';

describe('the metrics of a projector', () => {
  const running: Projector[] = [];
  afterEach(() => Promise.all(running.map((projector) => projector.stop())));
  const stand = Stand.forSuite();

  const start = (): { projector: Projector; lines: (name: string) => Promise<string[]> } => {
    const { url: databaseUrl, store } = stand;
    const projector = startProjector({ databaseUrl, store, logger: createLogger('projector', 'silent') });
    running.push(projector);
    const registry = new Registry();
    const jobs = async () => ({ waiting: 2, active: 1, delayed: 0 });
    measureProjector(registry, { store, projector, jobs });
    const lines = async (name: string) =>
      (await registry.metrics())
        .split('\n')
        .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    return { projector, lines };
  };

  it('include state, parked streams, lag and jobs; a standby reports no lag and is ready', async () => {
    const active = start();
    await eventually(() => active.projector.health().state === 'LIVE');
    const standby = start();
    expect(await active.lines('fairmark_projector_state')).toContain('fairmark_projector_state{state="LIVE"} 1');
    expect(await active.lines('fairmark_parked_streams')).toEqual(['fairmark_parked_streams 0']);
    expect(await active.lines('fairmark_projection_lag_events')).toEqual(['fairmark_projection_lag_events 0']);
    expect(await active.lines('fairmark_mail_jobs')).toContain('fairmark_mail_jobs{state="waiting"} 2');
    expect(await standby.lines('fairmark_projector_state')).toContain('fairmark_projector_state{state="STANDBY"} 1');
    expect(await standby.lines('fairmark_projection_lag_events')).toEqual([]);
    expect(projectorMissing(active.projector)).toEqual([]);
    expect(projectorMissing(standby.projector)).toEqual([]);
    await active.projector.stop();
    expect(projectorMissing(active.projector)).toEqual(['projector: STOPPED']);
  });
});
