import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { onThisMachine } from '@fairmark/events/testing/eventually';

/** What became of one attempt to have a request answered by an api. */
export interface Attempt {
  /** As the api's log names it. */
  requestId: string;
  /** Which of the apis. */
  api: number;
  /**
   * A status; `refused`: nothing listened; `reset`: a connection ended without a byte of an answer, as happens to one that lay
   * idle, or in the listener's queue; `cut`: within the answer, or nothing came in time.
   */
  outcome: number | 'refused' | 'reset' | 'cut';
}

/** A request as a golfer's phone sends it. */
export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  token: string;
  body?: unknown;
}

/** An answer, and how many attempts it took. */
export interface Balanced {
  status: number;
  body: unknown;
  attempts: number;
}

const ANSWER_WITHIN_MS = 10_000;
const PAUSE_MS = 20;
const RESETS = ['ECONNRESET', 'EPIPE'];

/**
 * What a balancer in front of the apis does, and no more: keeps connections open, and hands a request that reached no api to
 * the next api. Writes every attempt down.
 */
export class Balancer {
  readonly attempts: Attempt[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private turn = 0;

  constructor(private readonly bases: readonly string[]) {}

  /** Asks one api after the other until one has taken the request. */
  async send(sent: Sent): Promise<Balanced> {
    const key = randomUUID();
    const end = Date.now() + onThisMachine(ANSWER_WITHIN_MS);
    for (let attempts = 1; Date.now() < end; attempts += 1) {
      const api = this.turn % this.bases.length;
      this.turn += 1;
      const requestId = randomUUID();
      const { outcome, text } = await this.attempt(`${this.bases[api]}${sent.path}`, sent, { key, requestId });
      this.attempts.push({ requestId, api, outcome });
      if (typeof outcome === 'number') return { status: outcome, body: JSON.parse(text) as unknown, attempts };
      if (outcome === 'cut') return { status: 502, body: null, attempts };
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return { status: 503, body: null, attempts: 0 };
  }

  close(): void {
    this.agent.destroy();
  }

  private attempt(
    url: string,
    { method, token, body }: Sent,
    { key, requestId }: { key: string; requestId: string },
  ): Promise<{ outcome: Attempt['outcome']; text: string }> {
    return new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'x-request-id': requestId,
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': key }),
      };
      const signal = AbortSignal.timeout(onThisMachine(ANSWER_WITHIN_MS));
      const call = request(url, { method, headers, agent: this.agent, signal }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ outcome: response.statusCode ?? 0, text }));
        response.on('error', () => resolve({ outcome: 'cut', text }));
      });
      call.on('error', (error: NodeJS.ErrnoException) => {
        const { code = '' } = error;
        const outcome = code === 'ECONNREFUSED' ? 'refused' : RESETS.includes(code) ? 'reset' : 'cut';
        resolve({ outcome, text: '' });
      });
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

/** Whether nothing listens at an address. */
export function isRefused(base: string): Promise<boolean> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
}
