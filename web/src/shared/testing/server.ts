import { errorAnswer, type ErrorCode } from '@fairmark/contract';

/** A call that the server heard. */
export interface Call {
  /** "GET /api/courses" */
  call: string;
  path: string;
  /** "?day=2026-11-21", or nothing. */
  query: string;
  body: unknown;
  /** Idempotency-Key. */
  key: string | null;
}

/** What the server says to a call: a success with these fields, the refusal of a code, or a whole response. */
export type Said = object | ErrorCode;

/** From now on the client's calls are answered by this. What is given back grows with every call. */
export function serve(answer: (call: Call) => Said | Promise<Said>): Call[] {
  const calls: Call[] = [];
  globalThis.fetch = async (input, { method = 'GET', headers, body } = {}) => {
    // The client calls by path alone.
    const { pathname: path, search: query } = new URL(typeof input === 'string' ? input : '', 'http://club');
    const call: Call = {
      call: `${method} ${path}`,
      path,
      query,
      body: typeof body === 'string' ? JSON.parse(body) : (body ?? null),
      key: new Headers(headers).get('idempotency-key'),
    };
    calls.push(call);
    const said = await answer(call);
    if (said instanceof Response) return said;
    if (typeof said === 'object') return Response.json({ status: 200, ...said });
    const refusal = errorAnswer(said);
    return Response.json(refusal, { status: refusal.status });
  };
  return calls;
}

/** A signal that only seems to be there. */
export function serveNothing(): void {
  serve(() => new Promise(() => undefined));
}
