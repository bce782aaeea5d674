import { Client } from 'undici';

const ANSWER_WITHIN_MS = 15_000;

/** One kept connection over which calls go one after the other. */
export class Line {
  private readonly client: Client;

  constructor(port: number) {
    this.client = new Client(`http://127.0.0.1:${port}`, {
      pipelining: 1,
      headersTimeout: ANSWER_WITHIN_MS,
      bodyTimeout: ANSWER_WITHIN_MS,
    });
  }

  /** A call's answer, read as JSON. Rejects unless its status is 2xx. */
  async call<Answer>(method: 'GET' | 'POST', path: string, { token, body, key }: Said): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (key !== undefined) headers['idempotency-key'] = key;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await this.client.request({ method, path, headers, body: text });
    const said = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${said.slice(0, 500)}`);
    return JSON.parse(said) as Answer;
  }

  async close(): Promise<void> {
    await this.client.destroy();
  }
}

interface Said {
  token: string;
  body?: object;
  /** Idempotency-Key. */
  key?: string;
}
