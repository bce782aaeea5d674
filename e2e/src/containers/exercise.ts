import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '@fairmark/events/testing/eventually';
import type { Deployment } from './deployment.js';
import { checkContents, checkRights } from './rights.js';
import { Players } from './players.js';

/** What to try, and where to report progress. */
export interface Exercise {
  /** Only one kill, no restore and few commands. */
  short: boolean;
  /** When aborted, no further step is started. */
  signal: AbortSignal;
  say: (line: string) => void;
}

const HEALTHY_WITHIN_MS = 120_000;
/** In order of increasing consequences. */
const KILLED = ['api-1', 'projector', 'redis', 'proxy', 'postgres', 'eventstore'];
/** Commands of earlier chapters, without those that need an id, prompt or take long. */
const COMMANDS = [
  'projections status',
  'projections verify',
  'projections parked',
  'projections rebuild',
  'audit verify',
  'audit acts',
  'audit reads',
  'roles list',
  'mails begin-anew',
  'help restore',
];
const SHORT_COMMANDS = ['projections status', 'projections verify', 'audit verify'];

/** Runs all steps in order. Rejects at the first that fails. */
export async function exercise(deployment: Deployment, { short, signal, say }: Exercise): Promise<void> {
  const step = async (what: string, work: () => Promise<string | void>): Promise<void> => {
    signal.throwIfAborted();
    const begun = performance.now();
    try {
      const found = await work();
      say(`${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s${found === undefined ? '' : `, ${found}`}`);
    } catch (error) {
      throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
  await step('Rights and settings as Compose reads them', async () => checkRights(deployment));
  await step('Build', async () => void (await deployment.compose(['build'])));
  await step('What is in the image', async () => checkContents(deployment));
  await step('"Starting it"', async () => {
    await deployment.runChapter('Starting it');
    await allHealthy(deployment);
  });
  await step('"Courses and golfers"', () => deployment.runChapter('Courses and golfers'));
  await step('Plain http', async () => {
    const { status, headers } = await fetch(`http://localhost:${deployment.httpPort}/`, { redirect: 'manual' });
    if (status !== 308 || !headers.get('location')?.startsWith('https://')) throw new Error(`answered ${status}`);
  });

  const players = await Players.begin(deployment.url, await deployment.authority());
  try {
    for (const service of short ? ['postgres'] : KILLED) {
      const part = (await deployment.parts()).find((one) => one.service === service);
      if (part === undefined) continue;
      await step(`${service} killed`, () => killed(deployment, players, part.name));
    }
    await step('"Upgrading"', () => upgraded(deployment, players, short));
    await step('The round is signed', async () => {
      const gross = await players.finish();
      if (gross.join() !== '72,72') throw new Error(`the leaderboard has ${gross.join()}`);
    });
    await step('Every score is in the log once', () => recorded(deployment, players));
  } finally {
    await players.stop();
  }

  for (const command of short ? SHORT_COMMANDS : COMMANDS) {
    await step(`fairmark ${command}`, async () => void (await deployment.fairmark(command.split(' '))));
  }
  if (short) return;
  for (const chapter of ['Commands', 'Metrics', 'Backing up']) {
    await step(`"${chapter}"`, () => deployment.runChapter(chapter));
  }
  await step('"Restoring" on a new host', async () => {
    const before = await deployment.fairmark(['audit', 'round', players.matchId]);
    await deployment.compose(['down', '--volumes']);
    await deployment.runChapter('Restoring', deployment.log === 'postgres' ? { blocks: 1 } : {});
    await deployment.compose(['up', '--detach', '--wait']);
    await allHealthy(deployment);
    const after = await deployment.fairmark(['audit', 'round', players.matchId]);
    if (after.stdout !== before.stdout) throw new Error(`the round differs:\n${after.stdout}`);
  });
  await step('"Taking it down"', () => deployment.runChapter('Taking it down'));
}

/** Waits until every container is healthy or has exited. */
async function allHealthy(deployment: Deployment): Promise<void> {
  let unwell = '';
  const well = async (): Promise<boolean> => {
    const parts = await deployment.parts();
    const bad = parts.filter(({ health, state }) => health !== 'healthy' && !(health === '' && state === 'exited'));
    unwell = bad.map(({ name, state, health }) => `${name} is ${state} ${health}`).join(', ');
    return parts.length > 0 && bad.length === 0;
  };
  await eventually(well, () => `every container is healthy: ${unwell}`, HEALTHY_WITHIN_MS);
}

/** Kills a container: the engine has to restart it, and scores have to be accepted again. Returns the longest wait. */
async function killed(deployment: Deployment, players: Players, name: string): Promise<string> {
  const since = Date.now();
  await deployment.crash(name);
  const longest = await players.waitForScores(since);
  await allHealthy(deployment);
  await players.waitForScores(Date.now());
  return `a score waited for at most ${longest} ms`;
}

/**
 * Builds another release that replaces this one; unless `short`, once a first try with a wrong setting has failed.
 * Returns the number of failed requests and the longest wait.
 */
async function upgraded(deployment: Deployment, players: Players, short: boolean): Promise<string> {
  const before = await imageOf(deployment, 'api-1');
  // Change the sources of pages and apis for the new release.
  appendFileSync(
    path.join(deployment.folder, 'web/src/main.tsx'),
    "\ndocument.documentElement.dataset['release'] = 'next';\n",
  );
  const since = Date.now();
  if (!short) {
    const { stdout } = await deployment.run('sh', ['-c', '! MAX_GROUP_SIZE=9 sh upgrade.sh 2>&1']);
    if (!stdout.includes('MAX_GROUP_SIZE must be')) throw new Error(`It does not name the wrong setting:\n${stdout}`);
  }
  await deployment.runChapter('Upgrading');
  const longest = await players.waitForScores(since);
  await allHealthy(deployment);
  if ((await imageOf(deployment, 'api-1')) === before) throw new Error('api-1 still runs the build before');
  return `${players.failedSince(since)} requests failed, a score waited for at most ${longest} ms`;
}

async function imageOf(deployment: Deployment, service: string): Promise<string> {
  const part = (await deployment.parts()).find((one) => one.service === service);
  return (await deployment.run('docker', ['inspect', '--format', '{{.Image}}', part?.name ?? service])).stdout.trim();
}

/** Compares the golfers' answers with the log. */
async function recorded(deployment: Deployment, { matchId, sent }: Players): Promise<string> {
  const { stdout } = await deployment.fairmark(['audit', 'round', matchId, '--json']);
  const { lines } = JSON.parse(stdout) as { lines: { eventId: string }[] };
  const ids = lines.map(({ eventId }) => eventId);
  const wrong = sent.filter(({ result, entryId }) => {
    return result !== 'acknowledged' || ids.filter((id) => id === entryId).length !== 1;
  });
  if (sent.length === 0 || wrong.length > 0) throw new Error(`${wrong.length} of ${sent.length} are not`);
  return `${sent.length} scores`;
}
