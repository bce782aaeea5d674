import { errorAnswer, type ErrorCode } from '@fairmark/contract';

/** A call that the server received. */
export interface Call {
  /** "GET /api/courses" */
  call: string;
  path: string;
  /** "?day=2026-11-21", or nothing. */
  query: string;
  body: unknown;
  /** Idempotency-Key. */
  key: string | null;
  /** Of the session that made it; null: none. */
  token: string | null;
}

/** The server's answer to a call: a success with these fields, the refusal of a code, or a whole response. */
export type Answer = object | ErrorCode;

/** The answer to a command that was recorded. */
export const WRITTEN = { position: '2', log: 'l', revision: '2' };

/** Answers the client's calls from now on. The list returned grows with every call. */
export function serve(answer: (call: Call) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = [];
  globalThis.fetch = async (input, { method = 'GET', headers, body } = {}) => {
    // The client calls by path, without a host.
    const { pathname: path, search: query } = new URL(typeof input === 'string' ? input : '', 'http://club');
    const sent = new Headers(headers);
    const call: Call = {
      call: `${method} ${path}`,
      path,
      query,
      body: typeof body === 'string' ? JSON.parse(body) : (body ?? null),
      key: sent.get('idempotency-key'),
      token: sent.get('authorization')?.replace('Bearer ', '') ?? null,
    };
    calls.push(call);
    const answered = await answer(call);
    if (answered instanceof Response) return answered;
    if (typeof answered === 'object') return Response.json({ status: 200, ...answered });
    const refusal = errorAnswer(answered);
    return Response.json(refusal, { status: refusal.status });
  };
  return calls;
}

/** Something between the phone and the server answers in its place: the client counts the call as unanswered. */
export const lost = () => Response.json({}, { status: 502 });

/** Serves a network that never answers. */
export function serveNothing(): void {
  serve(() => new Promise(() => undefined));
}
