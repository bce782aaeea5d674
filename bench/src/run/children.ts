import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endChild, hasEnded } from '@fairmark/tools';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const BUILT = path.resolve(HERE, '../../..');
const END_WITHIN_MS = 7_000;
const ANSWER_WITHIN_MS = 120_000;

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Programs that a benchmark starts: the product's and its own. */
export const PROGRAMS = {
  api: path.join(BUILT, 'dist/api.js'),
  projector: path.join(BUILT, 'dist/projector.js'),
  'profiled-api': path.join(HERE, '../system/profiled-api.main.js'),
  floor: path.join(HERE, '../system/floor.main.js'),
  'crud-peer': path.join(HERE, '../system/crud-peer.main.js'),
  echo: path.join(HERE, '../system/echo.main.js'),
  'queries-api': path.join(HERE, '../queries/api.main.js'),
  sockets: path.join(HERE, '../system/sockets.main.js'),
} as const;

/** A process of a benchmark. Its log is read immediately and counted. */
export class Child {
  /** Bytes that it has logged. */
  logged = 0;
  private last = '';
  private readonly gone: Promise<unknown>;

  constructor(
    readonly name: keyof typeof PROGRAMS,
    private readonly process: ChildProcess,
  ) {
    this.gone = once(process, 'exit');
    process.stdout?.on('data', (chunk: Buffer) => {
      this.logged += chunk.length;
      this.last = chunk.toString('utf8', Math.max(0, chunk.length - 2_000));
    });
  }

  /** The end of its log. */
  get said(): string {
    return this.last;
  }

  /** Processor time that it has used, in milliseconds; NaN if the system does not provide it. */
  get processorMs(): number {
    const file = `/proc/${this.process.pid}/stat`;
    if (!existsSync(file)) return Number.NaN;
    // After the name in brackets, the state is field 1, user and system time are fields 12 and 13.
    const fields = readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return TICK_MS * (Number(fields[11]) + Number(fields[12]));
  }

  get ended(): boolean {
    return hasEnded(this.process);
  }

  send(message: object): void {
    this.process.send?.(message);
  }

  /** Its next message, except text for a supervisor. Rejects if it ends or stays silent. */
  async answer<Message extends object>(): Promise<Message> {
    const patience = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const ended = this.gone.then(() => Promise.reject(new Error(`${this.name} ended. It said: ${this.last}`)));
    for (;;) {
      const heard = once(this.process, 'message', { signal: patience });
      const [message] = (await Promise.race([heard, ended])) as [Message | string];
      if (typeof message === 'object') return message;
    }
  }

  /** Ends it, and kills it if it does not end in time. */
  async stop(): Promise<void> {
    const hard = setTimeout(() => this.process.kill('SIGKILL'), END_WITHIN_MS);
    await endChild(this.process, 'SIGTERM');
    clearTimeout(hard);
  }
}

/** Every process started by a benchmark, so that none outlives it. They also end on their own when it ends. */
export class Children {
  private readonly all: Child[] = [];

  start(name: keyof typeof PROGRAMS, env: Record<string, string>): Child {
    const child = new Child(
      name,
      fork(PROGRAMS[name], {
        env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      }),
    );
    this.all.push(child);
    return child;
  }

  /** Ends them all. */
  async stop(): Promise<void> {
    await Promise.all(this.all.map((child) => child.stop()));
  }
}

/** For the benchmark's own programs: makes this process end with its parent. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit());
  process.on('SIGTERM', () => process.exit());
}

/** Reports to the parent process. */
export function tell(message: object): void {
  process.send?.(message);
}
