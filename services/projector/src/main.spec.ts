import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { competitionStream } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { freePort } from '@fairmark/tools';
import { createCompetition } from './testing/competition-log.js';
import { PROGRAM, Stand } from './testing/stand.js';

describe('the projector as a process', () => {
  const stand = Stand.forSuite();

  it('works and shuts down while its log cannot be written, counts lost lines and measures its disks', async () => {
    // Over since 2020, by any clock.
    const stream = competitionStream(await createCompetition(stand.store, { firstDay: '2020-01-01' }));
    await stand.projected();
    const port = await freePort();
    const more = { HOST: '127.0.0.1', METRICS_PORT: String(port), LOG_LEVEL: 'debug', DISK_DIRS: '/' };
    const full = openSync('/dev/full', 'w');
    const child = fork(PROGRAM, [], { env: stand.env(more), stdio: ['ignore', full, 'inherit', 'ipc'], execArgv: [] });
    closeSync(full);
    try {
      let metrics = '';
      await eventually(async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
        metrics = (await answer?.text()) ?? '';
        return metrics.includes('fairmark_projector_state{state="LIVE"} 1');
      });
      expect(metrics).toMatch(/^fairmark_log_lines_lost_total [1-9]\d*$/m);
      expect(metrics).toMatch(/^fairmark_disk_free_bytes\{folder="\/"\} [1-9]/m);
      const isFinished = async () =>
        (await stand.store.readStream(stream)).some(({ type }) => type === 'CompetitionFinished');
      await eventually(isFinished, 'a competition is finished');
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
