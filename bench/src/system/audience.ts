import type { CourseHint } from '@fairmark/contract';
import type { Child, Children } from '../run/children.js';

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

/** Connections that watch a course, in two processes. */
export class Audience {
  private readonly processes: Child[];

  constructor(children: Children) {
    this.processes = Array.from({ length: PROCESSES }, () => children.start('sockets', {}));
  }

  /** Opens a connection to a source for each token. Resolves once all of them watch the course. */
  async connect({ tokens, ...source }: ToSockets): Promise<void> {
    for (const [at, child] of this.processes.entries()) {
      const half = tokens.filter((_, i) => i % PROCESSES === at);
      child.send({ ...source, tokens: half } satisfies ToSockets);
    }
    await this.answers();
  }

  /** What each process hears next: a hint of one position at all of its connections. Call it before the hint is sent. */
  answers(): Promise<FromSockets[]> {
    return Promise.all(this.processes.map((child) => child.answer<FromSockets>()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((child) => child.stop()));
  }
}
