import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import { PROGRAMS, tell } from './children.js';

/** The product's api, which profiles itself when it is asked to. */

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

await import(pathToFileURL(PROGRAMS.api).href);
