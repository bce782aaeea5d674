import { ERRORS } from '@fairmark/contract';
import fc from 'fast-check';
import type { Stack } from '../support/stack.js';
import { CALLERS, populate, type CallerName } from './callers.js';
import { mutation, spoil, type Mutation, type Outgoing } from './mutations.js';
import { sampleOf, type Request, type Route } from './requests.js';

export interface FuzzOptions {
  seed: number;
  /** Number of spoiled requests, 1 to 1,000,000. */
  runs: number;
  onRun?: () => void;
}

export interface FuzzResult {
  routes: number;
  /** Routes that answered other than 401 to a request with an unchanged method and path. */
  reached: Set<string>;
  /** Number of answers by status. */
  statuses: Map<number, number>;
}

interface Case {
  route: string;
  caller: CallerName;
  mutations: Mutation[];
}

const ANSWER_WITHIN_MS = 10_000;
/** State that a refused call must not change: the log, and every row of the accounts. */
const STATE = `
  select (select coalesce(max(position), 0) from log.events) as log,
         (select coalesce(sum(hashtextextended(t::text, 0)), 0) from app.users t) as users,
         (select coalesce(sum(hashtextextended(t::text, 0)), 0) from app.sessions t) as sessions,
         (select coalesce(sum(hashtextextended(t::text, 0)), 0) from app.mail_links t) as links,
         (select count(*) from app.mail_outbox where kind in ('VERIFY_EMAIL', 'RESET_PASSWORD')) as mails,
         (select coalesce(sum(hashtextextended(t::text, 0)), 0) from app.courses t) as courses`;

/** The routes of the running api according to its OpenAPI document. */
async function routesOf(base: string): Promise<Route[]> {
  const answer = await fetch(`${base}/api/docs-json`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  const document = (await answer.json()) as { paths: Record<string, Record<string, { requestBody?: object }>> };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      route: `${method.toUpperCase()} ${path}`,
      takesBody: requestBody !== undefined,
    })),
  );
}

/**
 * Sends spoiled requests to every route as every kind of caller. Throws at the first answer that is a 5xx, an error
 * outside the catalogue, a refusal with side effects, or one that does not recognise a signed-in caller. Failures are
 * not shrunk: the product has state, so a shorter request would meet another one.
 */
export async function fuzz(stack: Stack, options: FuzzOptions): Promise<FuzzResult> {
  const [base = ''] = stack.bases;
  const routes = await routesOf(base);
  const { world, callers } = await populate(stack, base);
  const samples = new Map<string, Request>(routes.map((each) => [each.route, sampleOf(each, world)]));
  const reached = new Set<string>();
  const statuses = new Map<number, number>();
  const state = async () => JSON.stringify((await stack.database.query(STATE)).rows[0]);

  const check = async ({ route, caller, mutations }: Case): Promise<void> => {
    options.onRun?.();
    const sample = samples.get(route);
    if (sample === undefined) return;
    const outgoing = spoil(sample, mutations);
    const golfer = await callers.golfer(caller, route);
    const before = await state();
    const { status, text } = await send(base, outgoing, golfer?.token ?? '');
    const changed = (await state()) !== before;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status !== 401 && mutations.every(({ kind }) => kind !== 'method' && kind !== 'path')) reached.add(route);
    const outcome = `${outgoing.method} ${outgoing.url} as ${caller} answered ${status}: ${text.slice(0, 300)}`;
    if (status >= 500) throw new Error(`A server error: ${outcome}`);
    if (status < 400) callers.wasServed(golfer);
    else if (changed) throw new Error(`A refusal changed something: ${outcome}`);
    else if (outgoing.method !== 'HEAD') checkRefusal({ status, text, outcome, signedIn: golfer !== null });
  };

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        route: fc.constantFrom(...samples.keys()),
        caller: fc.constantFrom<CallerName>(...CALLERS),
        mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
      }),
      check,
    ),
    { seed: options.seed, numRuns: options.runs, endOnFailure: true },
  );
  await callers.areSignedIn();
  return { routes: routes.length, reached, statuses };
}

/** A refusal has a known code, repeats its status, leaks no internals, and recognises signed-in callers. */
function checkRefusal(answer: { status: number; text: string; outcome: string; signedIn: boolean }): void {
  const { status, text, outcome, signedIn } = answer;
  const body = JSON.parse(text) as { status?: number; error?: { code?: string; message?: string } };
  const code = body.error?.code ?? '';
  if (!(code in ERRORS)) throw new Error(`A code outside the catalogue: ${outcome}`);
  if (body.status !== status) throw new Error(`The body has another status: ${outcome}`);
  if (/\bat .+\.(js|ts):\d+|node_modules|select .+ from /i.test(text)) throw new Error(`Internals show: ${outcome}`);
  if (signedIn && (code === 'UNAUTHORIZED' || code === 'MISSING_AUTH_TOKEN')) {
    throw new Error(`A signed-in caller was not recognised: ${outcome}`);
  }
}

async function send(base: string, outgoing: Outgoing, token: string): Promise<{ status: number; text: string }> {
  const headers: Record<string, string> = {};
  if (token !== '') headers.authorization = `Bearer ${token}`;
  if (outgoing.contentType !== undefined) headers['content-type'] = outgoing.contentType;
  const response = await fetch(`${base}${outgoing.url}`, {
    method: outgoing.method,
    headers,
    body: outgoing.body,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  return { status: response.status, text: await response.text() };
}
