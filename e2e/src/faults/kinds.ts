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

const fault = (kind: Kind, name: string, happens: () => Promise<void>): Fault => ({ kind, name, happens });

/** Faults of the embedded stack's processes, each kind once. `meanwhile` runs while the other projector works alone. */
export function processFaults(stack: Stack, draw: Chance, meanwhile?: () => Promise<void>): Fault[] {
  const killed: Change = { goes: (projector) => projector.kill(), comesBack: (projector) => projector.start() };
  const frozen: Change = { goes: (projector) => projector.freeze(), comesBack: (projector) => projector.thaw() };
  return [
    fault('kills', 'after an api was killed', async () => {
      const api = draw.pick(stack.apis);
      await api.kill();
      api.start(clockBehind(draw.pick([0, HOUR, -HOUR])));
    }),
    fault('kills', 'after the projector at work was killed', () => changesOver(stack, killed, meanwhile)),
    fault('freezes', 'after an api was frozen', () => freezeFor(draw.pick(stack.apis), SHORT_FREEZE_MS)),
    fault('freezes', 'after the projector at work was frozen', () => changesOver(stack, frozen, meanwhile)),
    fault('freezes', 'after Postgres was frozen', async () => {
      const thaw = stack.freezePostgres();
      await pause(SHORT_FREEZE_MS);
      thaw();
    }),
    fault('kills', 'after Postgres was killed', () => stack.crashPostgres()),
  ];
}

/** Faults of its Redis. */
export function redisFaults(redis: TestRedis): Fault[] {
  return [
    fault('kills', 'after Redis was killed', async () => {
      await redis.kill();
      await redis.start();
    }),
    fault('freezes', 'after Redis was frozen', () => freezeFor(redis, SHORT_FREEZE_MS)),
  ];
}

/** Faults of connections between phones and apis. */
export function lineFaults(lines: readonly TcpProxy[], draw: Chance): Fault[] {
  return [
    fault('cuts', 'after an answer was lost', async () => {
      await Promise.race([draw.pick(lines).loseAnswerTo('POST /api/match/score'), pause(LOST_WITHIN_MS)]);
    }),
    fault('cuts', 'after connections were cut', async () => draw.pick(lines).cut()),
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
    fault('cuts', 'after the log was gone', () => during('refusing', SHORT_FREEZE_MS)),
    fault('freezes', 'after the log was silent', () => during('silent', SILENCE_MS)),
  ];
}

/** Postgres cannot write until it is restarted. Requires `prlimit`, which Linux has, but no privileges. */
export const fullDisk = (stack: Stack): Fault =>
  fault('fullDisks', 'after the disk was full', async () => {
    for (const pid of stack.postgresFamily()) limitFileSize(pid);
    await pause(FULL_MS);
    await stack.crashPostgres();
  });

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
}

/** The projector at work goes, the other one takes over in time, and the first one comes back as the stand-by. */
async function changesOver(stack: Stack, { goes, comesBack }: Change, meanwhile?: () => Promise<void>): Promise<void> {
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
