import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';
import { attack } from './ground.js';

const ENDS_WITHIN_MS = 10_000;

/** F3: the disk of the logs is full. Golfers score on an api in this state. */
export const LOGS = attack(
  'F3',
  'an api that cannot write its log: no space left',
  async ({ stack, gauge, seconds, check }) => {
    const index = await stack.addApi({ logFile: '/dev/full' });
    await stack.ready(index);
    const { scores, refused } = await gauge.during(seconds, () => Promise.resolve(), stack.bases[index]);
    check(`it is ready, and takes ${scores - refused} of ${scores} scores`, refused === 0);
    const live = await fetch(`${stack.bases[index]}/health/live`, {
      signal: AbortSignal.timeout(onThisMachine(2_000)),
    });
    check(`/health/live: ${live.status}`, live.status === 200);
    const api = stack.apis[index];
    const ended = api?.kill('SIGTERM');
    const { child } = api ?? {};
    await eventually(() => child?.exitCode !== null, 'it ends', ENDS_WITHIN_MS).catch(() => child?.kill('SIGKILL'));
    await ended;
    check(`ends on SIGTERM with ${child?.exitCode ?? child?.signalCode}`, child?.exitCode === 0);
  },
);
