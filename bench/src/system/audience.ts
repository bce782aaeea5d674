import type { CourseHint } from '@fairmark/contract';
import type { Child, Children } from './children.js';

/** The server that the audience listens to. */
export type Source = 'product' | 'echo';

export interface ToSockets {
  to: Source;
  port: number;
  /** One token per connection. */
  tokens: string[];
  courseId: string;
}
/** When each connection received a position, on the shared clock. */
export type FromSockets = { to: Source; connected: number } | { to: Source; position: string; times: number[] };

export interface ToEcho {
  payload: CourseHint;
}
export type FromEcho = { listening: true } | { emittedAt: number };

const PROCESSES = 2;
const CONNECTED_WITHIN_MS = 120_000;
const HEARD_WITHIN_MS = 30_000;

/** Connections that watch a course, in two processes. */
export class Audience {
  private readonly processes: Child[];
  private readonly said: FromSockets[] = [];
  private look = (): void => undefined;

  constructor(children: Children) {
    this.processes = Array.from({ length: PROCESSES }, () => children.start('sockets', {}));
    for (const child of this.processes) {
      child.onMessage((message) => {
        this.said.push(message as FromSockets);
        this.look();
      });
    }
  }

  /** Opens a connection to a source for each token. Resolves once all of them watch the course. */
  async connect({ to, port, tokens, courseId }: ToSockets): Promise<void> {
    for (const [at, child] of this.processes.entries()) {
      const half = tokens.filter((_, i) => i % PROCESSES === at);
      child.send({ to, port, tokens: half, courseId } satisfies ToSockets);
    }
    await this.hears((said) => said.to === to && 'connected' in said, CONNECTED_WITHIN_MS);
  }

  /** When each connection received a position. Rejects if one does not. */
  async heard(from: Source, position: string): Promise<number[]> {
    const all = await this.hears(
      (said) => said.to === from && 'position' in said && said.position === position,
      HEARD_WITHIN_MS,
    );
    return all.flatMap((said) => ('times' in said ? said.times : []));
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((child) => child.stop()));
  }

  /** Waits for a matching message of each process, and removes these messages. */
  private hears(wanted: (said: FromSockets) => boolean, withinMs: number): Promise<FromSockets[]> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('Not every connection has heard')), withinMs);
      this.look = () => {
        const found = this.said.filter(wanted);
        if (found.length < this.processes.length) return;
        clearTimeout(late);
        this.said.splice(0, this.said.length, ...this.said.filter((said) => !wanted(said)));
        this.look = () => undefined;
        resolve(found);
      };
      this.look();
    });
  }
}
