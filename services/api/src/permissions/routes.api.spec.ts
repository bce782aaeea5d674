import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@fairmark/contract';
import { grantRole } from '@fairmark/server';
import { COURSE_DOCUMENT } from '../adverts/content/content.documents.js';
import { assemble, eventCount, ROLES, type Group, type Role, type Scene } from './testing/group.js';
import { routesOf } from './testing/routes.js';
import { eclectic, Stage } from '../testing/stage.js';
import { refusal, expectRefusal } from '../testing/api.js';

/** Who may do what: a row for every route of the app. A route without a row fails, and a row without a route. */

type Outcome = number | ErrorCode;

/** Open to all; a signed-in golfer gets the same answer. */
interface PublicRow {
  public: Outcome;
  path?: string;
  body?: object;
}

/** Needs a token; every golfer gets the same answer, whatever match he or she is in. */
interface SignedInRow {
  signedIn: Outcome;
  path?: string;
  body?: object;
}

/** About a match: what it answers depends on who calls. */
type MatchRow = Record<Role, Outcome> & {
  scene: Scene;
  path?: (group: Group, role: Role) => string;
  body?: (group: Group, role: Role) => object;
};

type Row = PublicRow | SignedInRow | MatchRow;

const nowhere = { stranger: 'MATCH_NOT_FOUND', invitee: 'MATCH_NOT_FOUND' } as const;
const hostOnly = { ...nowhere, player: 'NOT_HOST', marker: 'NOT_HOST', host: 200 } as const;
const everyPlayer = { ...nowhere, player: 200, marker: 200, host: 200 } as const;
/** The player's card is the player's and the marker's business, not the host's. */
const cardHolders = { ...nowhere, player: 200, marker: 200, host: 'NOT_MARKER' } as const;

const justMatch = ({ matchId }: Group) => ({ matchId });
const newcomer = () => ({ id: bystander });
const docs: PublicRow = { public: 200 };

/** A golfer who has nothing to do with the matches. */
let bystander = '';

const TABLE: Record<string, Row> = {
  'GET /api/docs': docs,
  'GET /api/docs/': docs,
  'GET /api/docs/swagger-ui-init.js': docs,
  'GET /api/docs/docs/swagger-ui-init.js': docs,
  'GET /api/docs/*': { public: 200, path: '/api/docs/swagger-ui.css' },
  'HEAD /api/docs/*': { public: 200, path: '/api/docs/swagger-ui.css' },
  'GET /api/docs/docs/*': { public: 200, path: '/api/docs/docs/swagger-ui.css' },
  'HEAD /api/docs/docs/*': { public: 200, path: '/api/docs/docs/swagger-ui.css' },
  'GET /api/docs/index.html': docs,
  // Registered by the page's package, which does not bring the file.
  'GET /api/docs/LICENSE': { public: 'NOT_FOUND' },
  'GET /api/docs-json': docs,
  'GET /health/live': { public: 200 },
  'GET /health/ready': { public: 200 },

  // The web client; here it is not built, and the path is no page's.
  'GET /assets/*': { public: 'NOT_FOUND' },
  'HEAD /assets/*': { public: 404 },
  'GET /*': { public: 'NOT_FOUND' },
  'HEAD /*': { public: 404 },

  'POST /api/auth/register': { public: 'INVALID_INPUT', body: {} },
  'POST /api/auth/login': {
    public: 'INVALID_CREDENTIALS',
    body: { email: 'no@golfers.test', password: 'a long walk' },
  },
  'GET /api/auth/verify-email': { public: 'INVALID_TOKEN', path: '/api/auth/verify-email?token=none' },
  'POST /api/auth/resend-verification-email': { public: 'EMAIL_NOT_FOUND', body: { email: 'no@golfers.test' } },
  'POST /api/auth/forgot-password': { public: 'INVALID_CREDENTIALS', body: { email: 'no@golfers.test' } },
  'POST /api/auth/reset-password': { public: 'INVALID_RESET_TOKEN', body: { token: 'none', password: 'a long walk' } },
  'GET /api/auth/user': { signedIn: 200 },
  'POST /api/auth/logout': { signedIn: 200 },
  'POST /api/auth/change-password': { signedIn: 'WRONG_PASSWORD', body: { current: 'none', password: 'a long walk' } },
  'POST /api/auth/confirm-password': { signedIn: 'WRONG_PASSWORD', body: { password: 'none' } },
  'GET /api/auth/sessions': { signedIn: 200 },
  'DELETE /api/auth/sessions/:id': { signedIn: 200, path: `/api/auth/sessions/${randomUUID()}` },

  'POST /api/user/settings': { signedIn: 200, body: { handicap: 11.1 } },
  'GET /api/user/search': { signedIn: 200, path: '/api/user/search?query=golfer' },
  'DELETE /api/user/delete': { signedIn: 'REAUTHENTICATE' },
  // The address is the permission.
  'GET /api/user/avatars/:id': { public: 'NOT_FOUND', path: '/api/user/avatars/none' },

  'GET /api/courses': { public: 200 },
  'GET /api/courses/:id': { public: 'COURSE_NOT_FOUND', path: `/api/courses/${randomUUID()}` },

  'GET /api/courses/:id/adverts': { signedIn: 200, path: '/api/courses/{course}/adverts' },
  // To boards with a link: board.api.spec.ts.
  'GET /api/courses/:id/board': { signedIn: 200, path: '/api/courses/{course}/board' },
  // An <img> can't send a token; other servers ask the content service for what every banner shows.
  'GET /api/courses/pictures/:id': { public: 'NOT_FOUND', path: '/api/courses/pictures/none' },
  'GET /api/adverts/pictures/:id': { public: 'NOT_FOUND', path: '/api/adverts/pictures/none' },
  'POST /api/content/graphql': {
    public: 200,
    body: { query: COURSE_DOCUMENT, variables: { courseId: '99999' } },
  },

  'GET /api/mothership/daily-results': { signedIn: 200, path: '/api/mothership/daily-results?course={course}' },
  'GET /api/mothership/history': { signedIn: 200, path: '/api/mothership/history?course={course}' },
  'GET /api/mothership/unverified-rounds': { signedIn: 200 },
  'GET /api/mothership/eclectic-round': { signedIn: 200, path: '/api/mothership/eclectic-round?course={course}' },

  'POST /api/competitions': { signedIn: 'COURSE_NOT_FOUND', body: eclectic(randomUUID(), [{ id: randomUUID() }]) },
  'GET /api/competitions': { signedIn: 200 },
  // To those who have nothing to do with one; its host and players are in competitions.api.spec.ts.
  'GET /api/competitions/:id': { signedIn: 'COMPETITION_NOT_FOUND' },
  'PUT /api/competitions/:id': { signedIn: 'COMPETITION_NOT_FOUND', body: { players: [randomUUID()] } },
  'DELETE /api/competitions/:id/players/me': { signedIn: 'COMPETITION_NOT_FOUND' },
  'DELETE /api/competitions/:id': { signedIn: 'COMPETITION_NOT_FOUND' },

  // To golfers without a role, whatever they ask about; those with one are in oversight.api.spec.ts.
  'GET /api/ops/me': { signedIn: 200 },
  'POST /api/ops/second-factor': { signedIn: 'FORBIDDEN' },
  'POST /api/ops/second-factor/proof': { signedIn: 'FORBIDDEN', body: { code: '000000' } },
  'GET /api/ops/projections': { signedIn: 'FORBIDDEN' },
  'GET /api/ops/backups': { signedIn: 'FORBIDDEN' },
  'GET /api/ops/parked': { signedIn: 'FORBIDDEN' },
  'POST /api/ops/projections/:name/rebuild': {
    signedIn: 'FORBIDDEN',
    path: '/api/ops/projections/clubhouse/rebuild',
    body: {},
  },
  'POST /api/ops/projections/:name/cancel': {
    signedIn: 'FORBIDDEN',
    path: '/api/ops/projections/clubhouse/cancel',
    body: {},
  },
  'GET /api/ops/board-links': { signedIn: 'NOT_COMMITTEE', path: '/api/ops/board-links?course={course}' },
  'POST /api/ops/board-links': { signedIn: 'NOT_COMMITTEE', body: { course: randomUUID(), label: 'Bar' } },
  'DELETE /api/ops/board-links/:id': { signedIn: 'NOT_FOUND' },
  'GET /api/ops/rounds': { signedIn: 'FORBIDDEN', path: '/api/ops/rounds?course={course}&day=2026-11-22' },
  'GET /api/ops/rounds/:matchId': { signedIn: 'FORBIDDEN' },

  'POST /api/match/create': { signedIn: 'COURSE_NOT_FOUND', body: creation(randomUUID()) },
  'GET /api/match/current': { signedIn: 200 },
  'GET /api/match/last-practice': { signedIn: 200 },
  'GET /api/match/invites': { signedIn: 200 },
  'GET /api/match/:id': {
    scene: 'lobby',
    path: ({ matchId }) => `/api/match/${matchId}`,
    ...everyPlayer,
    invitee: 200,
  },
  'GET /api/match/:id/history': {
    scene: 'lobby',
    path: ({ matchId }) => `/api/match/${matchId}/history`,
    ...everyPlayer,
    invitee: 200,
  },
  'POST /api/match/invite': {
    scene: 'lobby',
    body: ({ matchId }) => ({ matchId, ...newcomer() }),
    ...hostOnly,
  },
  'DELETE /api/match/invite': {
    scene: 'lobby',
    body: ({ matchId, players }) => ({ matchId, userId: players.invitee.id }),
    ...hostOnly,
  },
  'PUT /api/match/invite': {
    scene: 'lobby',
    body: ({ inviteId, matchId }) => ({ id: inviteId, matchId, status: 'DENIED' }),
    stranger: 'INVITE_NOT_FOUND',
    invitee: 200,
    player: 'INVITE_NOT_FOUND',
    marker: 'INVITE_NOT_FOUND',
    host: 'INVITE_NOT_FOUND',
  },
  'POST /api/match/ready': {
    scene: 'lobby',
    body: ({ matchId }) => ({ matchId, settings: { handicap: 9, ready: true } }),
    ...everyPlayer,
  },
  'PUT /api/match/marker': {
    scene: 'round',
    body: ({ matchId, players }) => ({ matchId, userId: players.player.id, markerId: players.host.id }),
    ...hostOnly,
  },
  'POST /api/match/start': { scene: 'practice lobby', body: justMatch, ...hostOnly },
  'POST /api/match/leave-lobby': { scene: 'lobby', body: justMatch, ...everyPlayer },
  'DELETE /api/match/round': { scene: 'round', body: justMatch, ...everyPlayer },
  'POST /api/match/score': {
    scene: 'round',
    body: ({ matchId, players }) => ({ matchId, userId: players.player.id, holeNumber: 1, strokes: 4 }),
    ...cardHolders,
  },
  'POST /api/match/:id/verify': {
    scene: 'full cards',
    path: ({ matchId }) => `/api/match/${matchId}/verify`,
    // With whom the card is signed: the player with the marker, everybody else with the player.
    body: ({ players }, role) => ({ userId: players[role === 'player' ? 'marker' : 'player'].id }),
    ...cardHolders,
  },
  'POST /api/match/:id/corrections': {
    scene: 'verified card',
    path: ({ matchId }) => `/api/match/${matchId}/corrections`,
    body: ({ players }) => ({
      userId: players.player.id,
      reason: 'RULING',
      holes: [{ holeNumber: 1, strokes: 6 }],
    }),
    ...nowhere,
    player: 'NOT_COMMITTEE',
    marker: 'NOT_COMMITTEE',
    // Who is of the committee there.
    host: 200,
  },
  'DELETE /api/match/:id/verify': {
    scene: 'signed card',
    path: ({ matchId }) => `/api/match/${matchId}/verify`,
    body: ({ players }) => ({ userId: players.player.id }),
    ...cardHolders,
  },
};

function creation(course: string) {
  return { course, tee: 'Standard', playType: 'SOCIAL' };
}

const stage = Stage.forSuite({ maxGroupSize: 4 });

beforeAll(async () => {
  bystander = (await stage.player()).id;
});

test('every route has its row, and every row its route', () => {
  const routes = routesOf(stage.api.app.getHttpAdapter().getInstance());
  expect(routes.sort()).toEqual(Object.keys(TABLE).sort());
});

/** What an answer of this outcome holds. */
const is = (outcome: Outcome) => (typeof outcome === 'number' ? { status: outcome } : refusal(outcome));
const allowed = (outcome: Outcome): boolean => typeof outcome === 'number';
const rows = Object.entries(TABLE);

describe('to anybody', () => {
  test.each(rows.filter((row): row is [string, PublicRow] => 'public' in row[1]))('%s', async (route, row) => {
    const [method, path] = addressOf(route, row);
    const player = await stage.player();
    for (const token of [undefined, 'not.a.token', player.golfer.token]) {
      expect(await stage.api.call(method, path, row.body, { token })).toMatchObject(is(row.public));
    }
  });
});

describe('to nobody without a token', () => {
  test.each(rows.filter(([, row]) => !('public' in row)))('%s', async (route) => {
    const [method, path] = addressOf(route, {});
    const body = method === 'GET' ? undefined : {};
    const call = (headers?: Record<string, string>) => stage.api.call(method, path, body, { headers });
    expectRefusal(await call(), 'MISSING_AUTH_TOKEN');
    for (const authorization of ['Bearer not.a.token', 'Bearer', 'Basic YTpi', 'x']) {
      expectRefusal(await call({ authorization }), 'UNAUTHORIZED');
    }
  });
});

describe('to every golfer', () => {
  test.each(rows.filter((row): row is [string, SignedInRow] => 'signedIn' in row[1]))('%s', async (route, row) => {
    const [method, path] = addressOf(route, row);
    const player = await stage.player();
    expect(await player.call(method, path, row.body)).toMatchObject(is(row.signedIn));
  });
});

describe('by what a golfer is to the match', () => {
  // Those who are refused come first: they leave the match as it is, for the next one.
  const cells = rows.flatMap(([route, row]) => {
    if (!('scene' in row)) return [];
    const roles = ROLES.toSorted((one, other) => Number(allowed(row[one])) - Number(allowed(row[other])));
    return roles.map((role) => [route, role, row[role], row] as const);
  });
  let untouched: { row: MatchRow; group: Group } | null = null;

  test.each(cells)('%s by the %s: %s', async (route, role, outcome, row) => {
    const group = untouched?.row === row ? untouched.group : await assemble(stage, row.scene);
    const before = await eventCount(stage, group);
    const [method, path] = addressOf(route, { path: row.path?.(group, role) });
    const answer = await group.players[role].call(method, path, row.body?.(group, role));
    expect(answer).toMatchObject(is(outcome));
    const added = (await eventCount(stage, group)) - before;
    // A refusal changes nothing, and nor does looking; everything else in this table does.
    expect(added > 0).toBe(allowed(outcome) && method !== 'GET');
    untouched = added === 0 ? { row, group } : null;
  });
});

/** The method, and the path to call: the row's own, or the route's with ids that nothing has. */
function addressOf(route: string, { path }: { path?: string | undefined }): [method: string, path: string] {
  const [method = '', pattern = ''] = route.split(' ');
  const own = path?.replace('{course}', stage.courseId);
  return [method, own ?? pattern.replaceAll(/:\w+/g, randomUUID()).replace('*', 'x')];
}

/** Every route of /api/ops, so that a new one cannot forget it; corrections are in correction.api.spec.ts. */
test('no role opens anything to a session that has not proved the second factor', async () => {
  const { pool, courseId } = stage;
  const staff = await stage.player();
  for (const role of ['AUDITOR', 'SUPPORT', 'COMMITTEE'] as const) {
    await grantRole(pool, { userId: staff.id, role, courseId: role === 'COMMITTEE' ? courseId : null }, 'operator');
  }
  const [link, LINKS] = [randomUUID(), '/api/ops/board-links'];
  const values = [link, courseId];
  await pool.query(`insert into app.board_links values ($1, $2, 'none', 'Bar', now())`, values);
  const opened = rows.filter(
    (row): row is [string, SignedInRow] => 'signedIn' in row[1] && /\/api\/ops\/(?!me$|second-factor)/.test(row[0]),
  );
  expect(opened.length).toBeGreaterThan(9);
  for (const [route, row] of opened) {
    const [method, path] = addressOf(route, route.startsWith('DELETE') ? { path: `${LINKS}/${link}` } : row);
    const body = path === LINKS ? { ...row.body, course: courseId } : row.body;
    const answer = await staff.call(method, path, body);
    expect({ route, ...answer }).toMatchObject({ route, ...refusal('SECOND_FACTOR_REQUIRED', { enrolled: false }) });
  }
});
