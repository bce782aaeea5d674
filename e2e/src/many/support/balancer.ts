import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { onThisMachine } from '@fairmark/events/testing/eventually';

/** The outcome of one attempt at a request. */
export interface Attempt {
  /** The id in the api's log. */
  requestId: string;
  /** Index of the api. */
  api: number;
  /**
   * A status; `refused`: nothing was listening; `reset`: a connection ended without any response, like an idle one or
   * one in the listener's queue; `cut`: it ended within the response, or timed out.
   */
  outcome: number | 'refused' | 'reset' | 'cut';
}

/** A request of a golfer's phone. */
export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  token: string;
  body?: unknown;
}

/** An answer, and the number of attempts. */
export interface Balanced {
  status: number;
  body: unknown;
  attempts: number;
}

const ANSWER_WITHIN_MS = 10_000;
const PAUSE_MS = 20;
const RESETS = ['ECONNRESET', 'EPIPE'];

/**
 * A minimal load balancer: keeps connections open, and retries a request that reached no api at the next one. Records
 * every attempt.
 */
export class Balancer {
  readonly attempts: Attempt[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private turn = 0;

  constructor(private readonly bases: readonly string[]) {}

  /** Tries one api after the other until one has accepted the request. */
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
