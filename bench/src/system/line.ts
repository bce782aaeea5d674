import { Client } from 'undici';

const ANSWER_WITHIN_MS = 15_000;

/** A kept-alive connection for one call at a time. */
export class Line {
  private readonly client: Client;

  constructor(port: number) {
    this.client = new Client(`http://127.0.0.1:${port}`, {
      pipelining: 1,
      headersTimeout: ANSWER_WITHIN_MS,
      bodyTimeout: ANSWER_WITHIN_MS,
    });
  }

  /** Makes a call and parses its answer as JSON. Rejects unless its status is 2xx. */
  async call<Answer>(method: 'GET' | 'POST', path: string, sent: Sent): Promise<Answer> {
    return JSON.parse(await this.text(method, path, sent)) as Answer;
  }

  /** The same, without parsing the answer. */
  async text(method: 'GET' | 'POST', path: string, { token, body, key, accept }: Sent): Promise<string> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: accept ?? 'application/json' };
    if (key !== undefined) headers['idempotency-key'] = key;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await this.client.request({ method, path, headers, body: text });
    const said = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${said.slice(0, 500)}`);
    return said;
  }

  async close(): Promise<void> {
    await this.client.destroy();
  }
}

interface Sent {
  token: string;
  body?: object;
  /** Idempotency-Key. */
  key?: string;
  /** JSON by default. */
  accept?: string;
}
