import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { eventually } from '@fairmark/events/testing/eventually';

const READY_WITHIN_MS = 90_000;

/** An `npm start` under way, seen from its terminal. */
export class StartedProduct {
  /** What it printed so far. */
  output = '';
  private ended: { code: number | null; signal: NodeJS.Signals | null } | null = null;

  constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
    private readonly dataDir: string,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.once('close', (code, signal) => (this.ended = { code, signal }));
  }

  /** Until it says that it runs. */
  async running(): Promise<void> {
    await this.says(/Running\. Ctrl-C stops everything\./);
  }

  /** Until it prints something, after the first characters of its output. */
  async says(pattern: RegExp, after = 0): Promise<void> {
    const said = (): boolean => pattern.test(this.output.slice(after));
    await eventually(
      () => said() || this.ended !== null,
      () => `it says ${pattern}; it said: ${this.output}`,
      READY_WITHIN_MS,
    );
    if (!said()) throw new Error(`It ended without saying ${pattern}: ${this.output}`);
  }

  /** What it printed beside a name, such as the address of the inbox. */
  printed(name: string): string {
    const found = new RegExp(`^ *${name} +(\\S.*)$`, 'm').exec(this.output)?.[1];
    if (found === undefined) throw new Error(`It printed no ${name}: ${this.output}`);
    return found;
  }

  /** Ctrl-C: the terminal sends it to the whole group, npm and its shell included. */
  pressCtrlC(): void {
    process.kill(-(this.child.pid ?? 0), 'SIGINT');
  }

  /** A signal to npm alone, as a service manager sends it. */
  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** The terminal's window is closed: its output is read no more, and the group gets SIGHUP. */
  closeTerminal(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    process.kill(-(this.child.pid ?? 0), 'SIGHUP');
  }

  /** How it ended, waiting for it. */
  async end(withinMs = 10_000): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    await eventually(
      () => this.ended !== null,
      () => `it ends; it said: ${this.output}`,
      withinMs,
    );
    return this.ended ?? { code: null, signal: null };
  }

  async isReady(): Promise<boolean> {
    return (await this.get('/health/ready').catch(() => null)) === 200;
  }

  /** Rows of one statement, over a connection of its own to its database. */
  async query(statement: string): Promise<unknown[]> {
    const client = new Client({
      connectionString: readFileSync(path.join(this.dataDir, 'database-url'), 'utf8').trim(),
    });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Status of a page of the api. */
  async get(page: string): Promise<number> {
    return (await fetch(`http://127.0.0.1:${this.port}${page}`, { signal: AbortSignal.timeout(2_000) })).status;
  }
}
