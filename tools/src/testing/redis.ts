import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@fairmark/events/testing/eventually';
import { freePort, LOCAL } from '../system/free-port.js';
import { endChild } from '../system/processes.js';

/** A Redis for one test, which may kill, freeze and restart it on the same port. It keeps nothing on disk. */
export class TestRedis {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(program: string): Promise<TestRedis> {
    const folder = mkdtempSync(path.join(tmpdir(), 'fairmark-redis-'));
    const redis = new TestRedis(program, folder, await freePort());
    try {
      await redis.start();
      return redis;
    } catch (error) {
      await redis.remove();
      throw error;
    }
  }

  get url(): string {
    return `redis://${LOCAL}:${this.port}`;
  }

  /** Starts it, empty, and waits until it listens. */
  async start(): Promise<void> {
    const settings = { port: this.port, bind: LOCAL, dir: this.folder, save: '', appendonly: 'no', daemonize: 'no' };
    const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn(this.program, [...flags, '--maxmemory-policy', 'noeviction'], { stdio: 'ignore' });
    this.child = child;
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
      return listens(this.port);
    }, 'redis-server listens');
  }

  /** Kills it, as a crash would. Its data is lost. */
  async kill(): Promise<void> {
    if (this.child !== null) await endChild(this.child);
  }

  /** Freezes it with its connections open, until {@link thaw}. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** Kills it and removes its folder. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether something listens on a port of this machine. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, LOCAL);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
