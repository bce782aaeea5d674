import { ERRORS } from '@fairmark/contract';
import fc from 'fast-check';
import pg from 'pg';
import { Golfer } from '../support/golfer.js';
import { play, proofLinks } from '../support/group.js';
import type { Stack } from '../support/stack.js';
import { mutation, spoil, type Mutation, type Outgoing } from './mutations.js';
import { SAMPLES, type World } from './requests.js';

export interface FuzzOptions {
  seed: number;
  /** Spoiled requests in all, 1 to 1,000,000. */
  runs: number;
  onRun?: () => void;
}

type CallerName = 'anonymous' | 'stranger' | 'guest' | 'host';

interface Case {
  route: string;
  caller: CallerName;
  mutations: Mutation[];
}

const ANSWER_WITHIN_MS = 10_000;
/** What a refused call may not change: the log, and every row of the accounts. */
const STATE = `
  select (select coalesce(max(position), 0) from log.events) as log,
         (select coalesce(sum(hashtextextended(t::text, 0)), 0) from app.users t) as users,
         (select coalesce(sum(hashtextextended(t::text, 0)), 0) from app.sessions t) as sessions,
         (select coalesce(sum(hashtextextended(t::text, 0)), 0) from app.mail_links t) as links,
         (select count(*) from app.mail_outbox) as mails,
         (select coalesce(sum(hashtextextended(t::text, 0)), 0) from app.courses t) as courses`;

/** The routes of the running api, as its OpenAPI page names them. */
async function routesOf(base: string): Promise<string[]> {
  const answer = await fetch(`${base}/api/docs-json`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  const document = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/**
 * Sends spoiled requests to every route, as every kind of caller. Throws with the shortest offender when an answer is a 5xx, an error
 * outside the catalogue, or a refusal that changed something.
 */
export async function fuzz(
  stack: Stack,
  options: FuzzOptions,
): Promise<{ routes: number; statuses: Map<number, number> }> {
  const [base = ''] = stack.bases;
  const routes = await routesOf(base);
  const missing = routes.filter((route) => SAMPLES[route] === undefined);
  if (missing.length > 0) throw new Error(`No sample request for ${missing.join(', ')}`);
  const { world, tokens } = await populate(stack, base);
  const database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  const statuses = new Map<number, number>();
  const state = async () => JSON.stringify((await database.query(STATE)).rows[0]);
  let before = await state();

  const check = async ({ route, caller, mutations }: Case): Promise<void> => {
    options.onRun?.();
    const sample = SAMPLES[route];
    if (sample === undefined) return;
    const outgoing = spoil({ method: route.split(' ')[0] ?? 'GET', ...sample(world) }, mutations);
    const { status, text } = await send(base, outgoing, tokens[caller]);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const after = await state();
    const changed = after !== before;
    before = after;
    const said = `${outgoing.method} ${outgoing.url} as ${caller} answered ${status}: ${text.slice(0, 300)}`;
    if (status >= 500) throw new Error(`A server error: ${said}`);
    if (status >= 400 && changed) throw new Error(`A refusal changed something: ${said}`);
    if (status >= 400 && outgoing.method !== 'HEAD') checkRefusal(status, text, said);
  };

  try {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          route: fc.constantFrom(...routes),
          caller: fc.constantFrom<CallerName>('anonymous', 'stranger', 'guest', 'host'),
          mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
        }),
        check,
      ),
      { seed: options.seed, numRuns: options.runs, endOnFailure: true },
    );
  } finally {
    await database.end();
  }
  return { routes: routes.length, statuses };
}

/** A refusal says its code, repeats its status, and shows nothing of the inside. */
function checkRefusal(status: number, text: string, said: string): void {
  const body = JSON.parse(text) as { status?: number; error?: { code?: string; message?: string } };
  const code = body.error?.code ?? '';
  if (!(code in ERRORS)) throw new Error(`A code outside the catalogue: ${said}`);
  if (body.status !== status) throw new Error(`The body's status is another: ${said}`);
  if (/\bat .+\.(js|ts):\d+|node_modules|select .+ from /i.test(text)) throw new Error(`The inside shows: ${said}`);
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

/** Golfers in every part, a started match, a lobby and an invitation. */
async function populate(stack: Stack, base: string): Promise<{ world: World; tokens: Record<CallerName, string> }> {
  const golfer = (name: string, gender: 'FEMALE' | 'MALE') => new Golfer(base, { name, gender, handicap: 12.4 });
  const [host, guest, stranger, opener] = [
    golfer('Hank Host', 'MALE'),
    golfer('Gwen Guest', 'FEMALE'),
    golfer('Sam Stranger', 'MALE'),
    golfer('Olive Opener', 'FEMALE'),
  ];
  for (const one of [host, guest, stranger, opener]) await one.signsUp(stack.linkFromMail);
  const courseId = await proofLinks(host);
  const matchId = await play(host, [guest], { course: courseId, matchType: 'STABLEFORD' });
  const { match } = await opener.does<{ match: { id: string } }>('POST', '/api/match/create', {
    course: courseId,
    playType: 'COMPETITION',
    matchType: 'PAR',
    tee: 'Standard',
  });
  const { position } = await opener.does<{ position: string }>('POST', '/api/match/invite', {
    id: guest.id,
    matchId: match.id,
  });
  const { invites } = await guest.does<{ invites: { id: string }[] }>('GET', `/api/match/invites?position=${position}`);
  return {
    world: {
      courseId,
      matchId,
      lobbyId: match.id,
      inviteId: invites[0]?.id ?? '',
      hostId: host.id,
      guestId: guest.id,
    },
    tokens: { anonymous: '', stranger: stranger.token, guest: guest.token, host: host.token },
  };
}
