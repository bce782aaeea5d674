import { Session } from 'node:inspector/promises';
import { tell } from '../run/children.js';

/** The product's api, which profiles itself on request. */

const SAMPLE_EVERY_US = 250;
const session = new Session();
session.connect();

process.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('profile' in message)) return;
  void (message.profile === 'start' ? start() : stop());
});

async function start(): Promise<void> {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await session.post('Profiler.start');
  tell({ started: true });
}

async function stop(): Promise<void> {
  tell(await session.post('Profiler.stop'));
}

// The unbundled code, so that each function is listed under its package.
await import(new URL('../../../services/api/dist/main.js', import.meta.url).href);
