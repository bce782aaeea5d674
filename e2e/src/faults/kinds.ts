import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { TcpProxy } from '@fairmark/event-store/testing/tcp-proxy';
import type { Chance } from '@fairmark/server';
import { isAlive, type TestRedis } from '@fairmark/tools';
import { clockBehind } from '../browser/support/past.js';
import { isIn, TAKES_OVER_WITHIN_MS, workAndStandBy, writers } from '../many/support/projectors.js';
import type { Service, Stack } from '../support/stack.js';
import type { Kind } from './totals.js';

export interface Fault {
  kind: Kind;
  /** Completes "scores come in …". */
  name: string;
  happens: () => Promise<void>;
}

/** How long a separate log is silent. */
const SILENCE_MS = 6_000;
const SHORT_FREEZE_MS = 2_500;
const FULL_MS = 1_500;
const LOST_WITHIN_MS = 5_000;
const HOUR = 1 / 24;

/** Faults of the embedded stack's processes, each kind once. `meanwhile` runs while the other projector works alone. */
export function processFaults(stack: Stack, draw: Chance, meanwhile?: () => Promise<void>): Fault[] {
  return [
    {
      kind: 'kills',
      name: 'after an api was killed',
      happens: async () => {
        const api = draw.pick(stack.apis);
        await api.kill();
        api.start(clockBehind(draw.pick([0, HOUR, -HOUR])));
      },
    },
    {
      kind: 'kills',
      name: 'after the projector at work was killed',
      happens: () =>
        changesOver(stack, {
          goes: (projector) => projector.kill(),
          comesBack: (projector) => projector.start(),
          meanwhile,
        }),
    },
    {
      kind: 'freezes',
      name: 'after an api was frozen',
      happens: () => freezeFor(draw.pick(stack.apis), SHORT_FREEZE_MS),
    },
    {
      kind: 'freezes',
      name: 'after the projector at work was frozen',
      happens: () =>
        changesOver(stack, {
          goes: (projector) => projector.freeze(),
          comesBack: (projector) => projector.thaw(),
          meanwhile,
        }),
    },
    {
      kind: 'freezes',
      name: 'after Postgres was frozen',
      happens: async () => {
        const thaw = stack.freezePostgres();
        await pause(SHORT_FREEZE_MS);
        thaw();
      },
    },
    { kind: 'kills', name: 'after Postgres was killed', happens: () => stack.crashPostgres() },
  ];
}

/** Faults of its Redis. */
export function redisFaults(redis: TestRedis): Fault[] {
  return [
    {
      kind: 'kills',
      name: 'after Redis was killed',
      happens: async () => {
        await redis.kill();
        await redis.start();
      },
    },
    { kind: 'freezes', name: 'after Redis was frozen', happens: () => freezeFor(redis, SHORT_FREEZE_MS) },
  ];
}

/** Faults of connections between phones and apis. */
export function lineFaults(lines: readonly TcpProxy[], draw: Chance): Fault[] {
  return [
    {
      kind: 'cuts',
      name: 'after an answer was lost',
      happens: async () => {
        await Promise.race([draw.pick(lines).loseAnswerTo('POST /api/match/score'), pause(LOST_WITHIN_MS)]);
      },
    },
    { kind: 'cuts', name: 'after connections were cut', happens: async () => draw.pick(lines).cut() },
  ];
}

/** Faults of the connection to a log on a separate server. */
export function logFaults(line: TcpProxy): Fault[] {
  const during = async (mode: 'refusing' | 'silent', forMs: number): Promise<void> => {
    line.mode = mode;
    await pause(forMs);
    line.mode = 'open';
  };
  return [
    { kind: 'cuts', name: 'after the log was gone', happens: () => during('refusing', SHORT_FREEZE_MS) },
    { kind: 'freezes', name: 'after the log was silent', happens: () => during('silent', SILENCE_MS) },
  ];
}

/** Postgres cannot write until it is restarted. Requires `prlimit`, which Linux has, but no privileges. */
export function fullDisk(stack: Stack): Fault {
  return {
    kind: 'fullDisks',
    name: 'after the disk was full',
    happens: async () => {
      for (const pid of stack.postgresFamily()) limitFileSize(pid);
      await pause(FULL_MS);
      await stack.crashPostgres();
    },
  };
}

/** Limits the size of a process's files, which its own account may do. */
function limitFileSize(pid: number): void {
  try {
    const { uid, gid } = statSync(`/proc/${pid}`);
    execFileSync('prlimit', [`--pid=${pid}`, '--fsize=8192:'], { uid, gid, stdio: 'ignore' });
  } catch (error) {
    // A process that has ended meanwhile needs no limit.
    if (isAlive(pid)) throw error;
  }
}

/** Freezes a part for a while, as on a machine that swaps. */
async function freezeFor(part: { freeze(): void; thaw(): void }, forMs: number): Promise<void> {
  part.freeze();
  await pause(forMs);
  part.thaw();
}

interface Change {
  goes: (projector: Service) => void | Promise<void>;
  comesBack: (projector: Service) => void;
  meanwhile?: (() => Promise<void>) | undefined;
}

/** The projector at work goes, the other one takes over in time, and the first one comes back as the stand-by. */
async function changesOver(stack: Stack, { goes, comesBack, meanwhile }: Change): Promise<void> {
  const { active, standBy } = await workAndStandBy(stack);
  const projector = stack.projectors[active];
  if (projector === undefined) throw new Error(`There is no projector ${active}`);
  const before = await writers(stack);
  const alone = async (): Promise<string> => {
    const now = await writers(stack);
    // Its session, and with it the lock for writing, has ended before it could wake up.
    if (now.length !== 1 || now.some((pid) => before.includes(pid))) {
      throw new Error(`Sessions that write: ${before.join()} before, ${now.join()} now`);
    }
    return now.join();
  };
  let writer: string;
  try {
    await goes(projector);
    await isIn(stack, standBy, 'LIVE', TAKES_OVER_WITHIN_MS);
    writer = await alone();
    await meanwhile?.();
  } finally {
    comesBack(projector);
  }
  await isIn(stack, active, 'STANDBY');
  if ((await alone()) !== writer) throw new Error('The projector that came back has taken the tables again');
}
