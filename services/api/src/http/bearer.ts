import { Refusal } from './refusal.js';

/** Anything that carries a token: an HTTP request in its header, a socket's handshake in `auth` or its query. */
export interface Bearer {
  headers: { authorization?: string };
  auth?: { token?: unknown };
  query?: unknown;
}

const HEADER = /^Bearer +([\w.-]+)$/i;

/** The caller's token, not yet verified. @throws Refusal MISSING_AUTH_TOKEN, UNAUTHORIZED */
export function tokenOf({ headers, auth, query }: Bearer): string {
  if (auth === undefined) {
    const { authorization = '' } = headers;
    if (authorization === '') throw new Refusal('MISSING_AUTH_TOKEN');
    const [, token] = HEADER.exec(authorization) ?? [];
    if (token === undefined) throw new Refusal('UNAUTHORIZED');
    return token;
  }
  const token: unknown = auth.token ?? (query as Bearer['auth'])?.token ?? '';
  if (token === '') throw new Refusal('MISSING_AUTH_TOKEN');
  if (typeof token !== 'string') throw new Refusal('UNAUTHORIZED');
  return token;
}
