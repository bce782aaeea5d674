import fc from 'fast-check';
import type { Request } from './requests.js';

/** One way to spoil a request. Numbers select the place, so that a seed alone reproduces a run. */
export type Mutation =
  | { kind: 'drop'; at: number }
  | { kind: 'put'; at: number; value: unknown }
  | { kind: 'add'; key: string; value: unknown }
  | { kind: 'query'; key: string; value: string; twice: boolean }
  | { kind: 'path'; at: number; value: string }
  | { kind: 'method'; method: string }
  | { kind: 'raw'; body: string; contentType: string };

const HOSTILE_STRINGS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202egolf',
  "'; drop table app.users; --",
  '%_%',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'x'.repeat(5_000),
  '🏌️'.repeat(200),
  'null',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '-1',
  '9'.repeat(400),
];

const HOSTILE_NUMBERS = [0, -0, -1, 1.5, 19, 31, 54.1, -11, 1e21, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 63];

const value = fc.oneof(
  fc.constantFrom(...HOSTILE_STRINGS),
  fc.constantFrom(...HOSTILE_NUMBERS),
  fc.constantFrom(null, true, false, [], {}, [[]], ['a'], { toString: 1 }, { length: -1 }, { $gt: '' }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.uuid(),
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

const KEYS = ['', ...'__proto__ constructor hostId verified dailyHandicap tokenVersion id role toString'.split(' ')];
const QUERY_KEYS = 'query course sort position log userId limit offset cursor day token x'.split(' ');

const raw = fc.constantFrom(
  { body: '{', contentType: 'application/json' },
  { body: '[]', contentType: 'application/json' },
  { body: 'null', contentType: 'application/json' },
  { body: '"text"', contentType: 'application/json' },
  { body: '{"matchId":1,"matchId":2}', contentType: 'application/json' },
  { body: '{"__proto__":{"x":1}}', contentType: 'application/json' },
  { body: '['.repeat(20_000), contentType: 'application/json' },
  { body: `{"a":"${'y'.repeat(200_000)}"}`, contentType: 'application/json' },
  { body: 'a=1&b=2', contentType: 'application/x-www-form-urlencoded' },
  { body: '--x\r\n', contentType: 'multipart/form-data; boundary=x' },
  { body: '<a/>', contentType: 'text/xml' },
  { body: '\u0000\u0001', contentType: 'application/octet-stream' },
  { body: '{}', contentType: 'application/json; charset=utf-16' },
);

/** Every way to spoil a request. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('put' as const), at: fc.nat(20), value }),
  fc.record({ kind: fc.constant('add' as const), key: fc.constantFrom(...KEYS), value }),
  fc.record({
    kind: fc.constant('query' as const),
    key: fc.constantFrom(...QUERY_KEYS),
    value: fc.oneof(fc.constantFrom(...HOSTILE_STRINGS), fc.string({ maxLength: 30 })),
    twice: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('path' as const), at: fc.nat(6), value: fc.constantFrom(...HOSTILE_STRINGS) }),
  fc.record({
    kind: fc.constant('method' as const),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
  }),
  raw.map((spoiled) => ({ kind: 'raw' as const, ...spoiled })),
);

/** A request as it is sent, as text. */
export interface Outgoing {
  method: string;
  url: string;
  body: string | undefined;
  contentType: string | undefined;
}

/** Spoils a request and serialises it. */
export function spoil(request: Request, mutations: readonly Mutation[]): Outgoing {
  let { method, path } = request;
  const query = new URLSearchParams(request.query);
  let body: Record<string, unknown> | null = request.body === null ? null : structuredClone(request.body);
  let rawBody: { body: string; contentType: string } | null = null;
  for (const change of mutations) {
    switch (change.kind) {
      case 'drop':
      case 'put':
        body = changeBody(body, change);
        break;
      case 'add':
        // defineProperty, so that __proto__ becomes a key of the JSON.
        body = Object.defineProperty({ ...body }, change.key, {
          value: change.value,
          enumerable: true,
          configurable: true,
        });
        break;
      case 'query':
        query.append(change.key, change.value);
        if (change.twice) query.append(change.key, change.value);
        break;
      case 'path':
        path = changePath(path, change);
        break;
      case 'method':
        method = change.method;
        break;
      case 'raw':
        rawBody = change;
        break;
    }
  }
  const url = query.size === 0 ? path : `${path}?${query.toString()}`;
  return { method, url, ...written(method, rawBody, body) };
}

function written(
  method: string,
  raw: { body: string; contentType: string } | null,
  body: Record<string, unknown> | null,
): Pick<Outgoing, 'body' | 'contentType'> {
  if (method === 'GET' || method === 'HEAD') return { body: undefined, contentType: undefined };
  if (raw !== null) return raw;
  if (body === null) return { body: undefined, contentType: undefined };
  return { body: JSON.stringify(body), contentType: 'application/json' };
}

/** Drops or replaces one value, one level into objects. */
function changeBody(
  body: Record<string, unknown> | null,
  change: Extract<Mutation, { kind: 'drop' | 'put' }>,
): Record<string, unknown> | null {
  if (body === null) return change.kind === 'put' ? { value: change.value } : null;
  const keys = Object.keys(body);
  const key = keys[change.at % Math.max(keys.length, 1)];
  if (key === undefined) return body;
  const inner = body[key];
  if (change.at % 2 === 1 && typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
    return { ...body, [key]: changeBody(inner as Record<string, unknown>, { ...change, at: change.at >> 1 }) };
  }
  if (change.kind === 'drop') return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
  return { ...body, [key]: change.value };
}

function changePath(path: string, { at, value: text }: Extract<Mutation, { kind: 'path' }>): string {
  const parts = path.split('/');
  parts[1 + (at % Math.max(parts.length - 1, 1))] = encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/gu, ''));
  return parts.join('/');
}
