import { Agent, get } from 'node:http';

/** A call: its path and the caller's token. */
export interface Call {
  path: string;
  token: string;
  /** Accept header; JSON by default. */
  accept?: string;
}

/** The result of calls of one kind: milliseconds of each, and total bytes of the answers. */
export interface Timed {
  latencies: number[];
  bytes: number;
}

const ANSWER_WITHIN_MS = 15_000;

/** Clients that each keep one connection open and wait for an answer before the next call. */
export class Clients {
  private readonly agents: Agent[];

  constructor(
    private readonly port: number,
    count: number,
  ) {
    this.agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  }

  /** Calls for a while, timing from a call's first byte to the answer's last. Rejects if an answer is not 200. */
  async call(next: () => Call, seconds: number): Promise<Timed> {
    const timed: Timed = { latencies: [], bytes: 0 };
    const end = performance.now() + seconds * 1_000;
    const client = async (agent: Agent): Promise<void> => {
      while (performance.now() < end) {
        const call = next();
        const started = performance.now();
        const { length } = await this.ask(agent, call);
        timed.latencies.push(performance.now() - started);
        timed.bytes += length;
      }
    };
    await Promise.all(this.agents.map(client));
    return timed;
  }

  /** Makes one call and parses its answer as JSON. */
  async answer(call: Call): Promise<Record<string, unknown>> {
    const [agent] = this.agents;
    return JSON.parse((await this.ask(agent, call)).toString()) as Record<string, unknown>;
  }

  close(): void {
    for (const agent of this.agents) agent.destroy();
  }

  private ask(agent: Agent | undefined, { path, token, accept = 'application/json' }: Call): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const request = get(
        { agent, host: '127.0.0.1', port: this.port, path, headers: { authorization: `Bearer ${token}`, accept } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const body = Buffer.concat(chunks);
            if (response.statusCode === 200) resolve(body);
            else reject(new Error(`${path}: ${response.statusCode} ${body.toString().slice(0, 500)}`));
          });
        },
      );
      request.setTimeout(ANSWER_WITHIN_MS, () => request.destroy(new Error(`${path} was not answered`)));
      request.on('error', reject);
    });
  }
}
