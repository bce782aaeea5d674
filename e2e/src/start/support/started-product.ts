import type { ChildProcess } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { withDatabase } from '@fairmark/server';
import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';

const READY_WITHIN_MS = 90_000;
const ENDED_WITHIN_MS = 10_000;

type Ended = { code: number | null; signal: NodeJS.Signals | null };

/** A running `npm start`, as seen on its terminal. */
export class StartedProduct {
  /** Its output so far. */
  output = '';
  private ended: Ended | null = null;

  constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
    private readonly dataDir: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    child.once('close', (code, signal) => (this.ended = { code, signal }));
  }

  /** Waits until it prints something, ignoring the first `after` characters of output. */
  async says(pattern: RegExp, after = 0): Promise<void> {
    const matches = (): boolean => pattern.test(this.output.slice(after));
    await eventually(
      () => matches() || this.ended !== null,
      () => `it says ${pattern}; its output: ${this.output}`,
      READY_WITHIN_MS,
    );
    if (!matches()) throw new Error(`It ended without saying ${pattern}: ${this.output}`);
  }

  /** The text printed next to a name, such as the address of the inbox. */
  printed(name: string): string {
    const found = new RegExp(`^ *${name} +(\\S.*)$`, 'm').exec(this.output)?.[1];
    if (found === undefined) throw new Error(`It printed no ${name}: ${this.output}`);
    return found;
  }

  /** Ctrl-C, which the terminal sends to the whole group, including npm and its shell. */
  pressCtrlC(): void {
    process.kill(-(this.child.pid ?? 0), 'SIGINT');
  }

  /** Signals npm alone, like a service manager. */
  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Closes the terminal: its output is no longer read, and the group gets SIGHUP. */
  closeTerminal(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    process.kill(-(this.child.pid ?? 0), 'SIGHUP');
  }

  /** Waits for its end and returns exit code and signal. */
  async end(): Promise<Ended | null> {
    await eventually(
      () => this.ended !== null,
      () => `it ends; its output: ${this.output}`,
      ENDED_WITHIN_MS,
    );
    return this.ended;
  }

  async isReady(): Promise<boolean> {
    return (await this.get('/health/ready').catch(() => null)) === 200;
  }

  /** Waits until it serves again after something died. */
  async readyAgain(): Promise<void> {
    await eventually(() => this.isReady(), 'it serves again', 60_000);
  }

  /** Runs one statement on a separate connection to its database and returns the rows. */
  query(statement: string): Promise<unknown[]> {
    const url = readFileSync(path.join(this.dataDir, 'database-url'), 'utf8').trim();
    return withDatabase(url, async (client) => (await client.query(statement)).rows);
  }

  /** The status of a page of the api. */
  async get(page: string): Promise<number> {
    const signal = AbortSignal.timeout(onThisMachine(2_000));
    return (await fetch(`http://127.0.0.1:${this.port}${page}`, { signal })).status;
  }

  /** Checks that a first start, with the demo, serves everything it prints and protects its key and logs. */
  async servesAll(): Promise<void> {
    for (const page of ['/health/ready', '/', '/api/docs']) expect([page, await this.get(page)]).toEqual([page, 200]);
    expect((await fetch(this.printed('Mail inbox'))).status).toBe(200);
    expect(await this.query('show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    expect(await this.query('select count(*)::int > 7 as enough from app.courses')).toEqual([{ enough: true }]);
    for (const file of ['jwt-secret', 'logs', 'logs/api.log', 'logs/setup.log']) {
      expect([file, statSync(path.join(this.dataDir, file)).mode & 0o077]).toEqual([file, 0]);
    }
  }
}
