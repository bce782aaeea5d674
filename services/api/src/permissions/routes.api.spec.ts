import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@fairmark/contract';
import { grantRole } from '@fairmark/server';
import { COURSE_DOCUMENT } from '../adverts/content/content.documents.js';
import { apiDocument } from '../http/openapi.js';
import { assemble, entryCount, ROLES, type Group, type Role, type Scene } from './testing/group.js';
import { routesOf } from './testing/routes.js';
import { eclectic, Stage, type Player } from '../testing/stage.js';
import { refusal, expectRefusal } from '../testing/api.js';

/** Permissions: a row for every route of the app. A route without a row fails, and so does a row without a route. */

type Outcome = number | ErrorCode;

/** Open to all; a signed-in golfer gets the same answer. */
interface PublicRow {
  public: Outcome;
  path?: string;
  body?: object;
}

/** Needs a token; every golfer gets the same answer, whatever match he or she is in. */
interface SignedInRow extends Omit<PublicRow, 'public'> {
  signedIn: Outcome;
}

/** Staff of all courses, of this course, or of another. */
const STAFF = ['auditor', 'support', 'committee', 'committee elsewhere'] as const;
type StaffRole = (typeof STAFF)[number];
type Caller = Role | StaffRole;
type Cells<To extends Caller> = Record<To, Outcome>;
type CompetitionCells = Cells<'stranger' | 'player' | 'host'> & { scene: 'competition' };

/** About a match, a competition or a course: the answer depends on the caller. */
type RoleRow = Partial<Record<Caller, Outcome>> &
  (Cells<Role> | Cells<'stranger' | StaffRole> | CompetitionCells) & {
    scene: Scene;
    /** By default the route's, with the id of the match, competition or board link. */
    path?: (group: Group) => string;
    body?: (group: Group, role: Caller) => object;
  };

type Row = PublicRow | SignedInRow | RoleRow;

const nowhere = { stranger: 'MATCH_NOT_FOUND', invitee: 'MATCH_NOT_FOUND' } as const;
const hostOnly = { ...nowhere, player: 'NOT_HOST', marker: 'NOT_HOST', host: 200 } as const;
const everyPlayer = { ...nowhere, player: 200, marker: 200, host: 200 } as const;
/** The player's card is open to the player and the marker, not to the host. */
const cardHolders = { ...nowhere, player: 200, marker: 200, host: 'NOT_MARKER' } as const;

/** Not found by golfers who are not in it. */
const noCompetition = { scene: 'competition', stranger: 'COMPETITION_NOT_FOUND' } as const;
/** For staff; all others, without a role or on the committee of another course, get the same answer. */
const toStaff = (auditor: Outcome, support: Outcome, committee: Outcome, others: Outcome = 'FORBIDDEN') =>
  ({ scene: 'board link', auditor, support, committee, 'committee elsewhere': others, stranger: others }) as const;
const operations = toStaff(200, 200, 'FORBIDDEN');
/** With an unknown name, as a rebuild would start; only support gets that answer. */
const rebuilding = { ...toStaff('FORBIDDEN', 'NOT_FOUND', 'FORBIDDEN'), body: () => ({}) };
const committeeOnly = toStaff('NOT_COMMITTEE', 'NOT_COMMITTEE', 200, 'NOT_COMMITTEE');
const readers = toStaff(200, 'FORBIDDEN', 200);
/** Only an auditor is answered that it does not exist. */
const noRound = toStaff('MATCH_NOT_FOUND', 'FORBIDDEN', 'FORBIDDEN');

const justMatch = ({ matchId }: Group) => ({ matchId });
const playersCard = ({ matchId, players }: Group) => ({ matchId, userId: players.player.id });
const docs: PublicRow = { public: 200 };
const docsFile: PublicRow = { public: 200, path: '/api/docs/swagger-ui.css' };
const docsFileBelow: PublicRow = { public: 200, path: '/api/docs/docs/swagger-ui.css' };
const [email, password] = ['no@golfers.test', 'a long walk'];
const onNoCourse = { course: randomUUID(), tee: 'Standard', playType: 'SOCIAL' };

/** A golfer who has nothing to do with the matches. */
let bystander: Player;

const TABLE: Record<string, Row> = {
  'GET /api/docs': docs,
  'GET /api/docs/': docs,
  'GET /api/docs/swagger-ui-init.js': docs,
  'GET /api/docs/docs/swagger-ui-init.js': docs,
  'GET /api/docs/*': docsFile,
  'HEAD /api/docs/*': docsFile,
  'GET /api/docs/docs/*': docsFileBelow,
  'HEAD /api/docs/docs/*': docsFileBelow,
  'GET /api/docs/index.html': docs,
  // Registered by the page's package, which lacks the file.
  'GET /api/docs/LICENSE': { public: 'NOT_FOUND' },
  'GET /api/docs-json': docs,
  'GET /health/live': { public: 200 },
  'GET /health/ready': { public: 200 },

  // The web client: not built here, and the path is not a page.
  'GET /assets/*': { public: 'NOT_FOUND' },
  'HEAD /assets/*': { public: 404 },
  'GET /*': { public: 'NOT_FOUND' },
  'HEAD /*': { public: 404 },

  'POST /api/auth/register': { public: 'INVALID_INPUT', body: {} },
  'POST /api/auth/login': { public: 'INVALID_CREDENTIALS', body: { email, password } },
  'GET /api/auth/verify-email': { public: 'INVALID_TOKEN', path: '/api/auth/verify-email?token=none' },
  'POST /api/auth/resend-verification-email': { public: 'EMAIL_NOT_FOUND', body: { email } },
  'POST /api/auth/forgot-password': { public: 'INVALID_CREDENTIALS', body: { email } },
  'POST /api/auth/reset-password': { public: 'INVALID_RESET_TOKEN', body: { token: 'none', password } },
  'GET /api/auth/user': { signedIn: 200 },
  'POST /api/auth/logout': { signedIn: 200 },
  'POST /api/auth/change-password': { signedIn: 'WRONG_PASSWORD', body: { current: 'none', password } },
  'POST /api/auth/confirm-password': { signedIn: 'WRONG_PASSWORD', body: { password: 'none' } },
  'GET /api/auth/sessions': { signedIn: 200 },
  'DELETE /api/auth/sessions/:id': { signedIn: 200, path: `/api/auth/sessions/${randomUUID()}` },

  'POST /api/user/settings': { signedIn: 200, body: { handicap: 11.1 } },
  'GET /api/user/search': { signedIn: 200, path: '/api/user/search?query=golfer' },
  'DELETE /api/user/delete': { signedIn: 'REAUTHENTICATE' },
  // The address itself is the permission.
  'GET /api/user/avatars/:id': { public: 'NOT_FOUND', path: '/api/user/avatars/none' },

  'GET /api/courses': { public: 200 },
  'GET /api/courses/:id': { public: 'COURSE_NOT_FOUND', path: `/api/courses/${randomUUID()}` },

  'GET /api/courses/:id/adverts': { signedIn: 200, path: '/api/courses/{course}/adverts' },
  // For boards with a link, see board.api.spec.ts.
  'GET /api/courses/:id/board': { signedIn: 200, path: '/api/courses/{course}/board' },
  // An <img> can't send a token; the content service answers other servers what every banner shows.
  'GET /api/courses/pictures/:id': { public: 'NOT_FOUND', path: '/api/courses/pictures/none' },
  'GET /api/adverts/pictures/:id': { public: 'NOT_FOUND', path: '/api/adverts/pictures/none' },
  'POST /api/content/graphql': { public: 200, body: { query: COURSE_DOCUMENT, variables: { courseId: '99999' } } },

  'GET /api/mothership/daily-results': { signedIn: 200, path: '/api/mothership/daily-results?course={course}' },
  'GET /api/mothership/history': { signedIn: 200, path: '/api/mothership/history?course={course}' },
  'GET /api/mothership/unverified-rounds': { signedIn: 200 },
  'GET /api/mothership/eclectic-round': { signedIn: 200, path: '/api/mothership/eclectic-round?course={course}' },

  'POST /api/competitions': { signedIn: 'COURSE_NOT_FOUND', body: eclectic(randomUUID(), [{ id: randomUUID() }]) },
  'GET /api/competitions': { signedIn: 200 },
  'GET /api/competitions/:id': { ...noCompetition, player: 200, host: 200 },
  'PUT /api/competitions/:id': {
    ...noCompetition,
    body: ({ players }) => ({ players: [players.player.id, players.invitee.id] }),
    player: 'NOT_HOST',
    host: 200,
  },
  'DELETE /api/competitions/:id/players/me': { ...noCompetition, player: 200, host: 'FORBIDDEN' },
  'DELETE /api/competitions/:id': { ...noCompetition, player: 'NOT_HOST', host: 200 },

  'GET /api/ops/me': { signedIn: 200 },
  // To golfers without a role.
  'POST /api/ops/second-factor': { signedIn: 'FORBIDDEN' },
  'POST /api/ops/second-factor/proof': { signedIn: 'FORBIDDEN', body: { code: '000000' } },
  'GET /api/ops/projections': operations,
  'GET /api/ops/backups': operations,
  'GET /api/ops/parked': operations,
  'POST /api/ops/projections/:name/rebuild': rebuilding,
  'POST /api/ops/projections/:name/cancel': rebuilding,
  'GET /api/ops/board-links': { ...committeeOnly, path: () => '/api/ops/board-links?course={course}' },
  'POST /api/ops/board-links': { ...committeeOnly, body: () => ({ course: stage.courseId, label: 'Bar' }) },
  'DELETE /api/ops/board-links/:id': committeeOnly,
  'GET /api/ops/rounds': { ...readers, path: () => '/api/ops/rounds?course={course}&day=2026-11-22' },
  'GET /api/ops/rounds/:matchId': { ...readers, scene: 'round', player: 'FORBIDDEN' },
  'GET /api/ops/rounds/:matchId of no round': { ...noRound, path: () => `/api/ops/rounds/${randomUUID()}` },
  'GET /api/ops/rounds/:matchId of no id': { ...noRound, path: () => '/api/ops/rounds/nothing' },
  'GET /api/ops/rounds/:matchId of a letter too many': {
    ...noRound,
    scene: 'round',
    path: ({ matchId }) => `/api/ops/rounds/${matchId}x`,
  },

  'POST /api/match/create': { signedIn: 'COURSE_NOT_FOUND', body: onNoCourse },
  'GET /api/match/current': { signedIn: 200 },
  'GET /api/match/last-practice': { signedIn: 200 },
  'GET /api/match/invites': { signedIn: 200 },
  'GET /api/match/:id': { scene: 'lobby', ...everyPlayer, invitee: 200 },
  'GET /api/match/:id/history': { scene: 'lobby', ...everyPlayer, invitee: 200 },
  'POST /api/match/invite': {
    scene: 'lobby',
    body: ({ matchId }) => ({ matchId, id: bystander.id }),
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
    body: (group) => ({ ...playersCard(group), markerId: group.players.host.id }),
    ...hostOnly,
  },
  'POST /api/match/start': { scene: 'practice lobby', body: justMatch, ...hostOnly },
  'POST /api/match/leave-lobby': { scene: 'lobby', body: justMatch, ...everyPlayer },
  'DELETE /api/match/round': { scene: 'round', body: justMatch, ...everyPlayer },
  'POST /api/match/score': {
    scene: 'round',
    body: (group) => ({ ...playersCard(group), holeNumber: 1, strokes: 4 }),
    ...cardHolders,
  },
  'POST /api/match/:id/verify': {
    scene: 'full cards',
    // The partner in signing: the marker for the player, the player for all others.
    body: ({ players }, role) => ({ userId: players[role === 'player' ? 'marker' : 'player'].id }),
    ...cardHolders,
  },
  'POST /api/match/:id/corrections': {
    scene: 'verified card',
    body: ({ players: { player } }) => {
      return { userId: player.id, reason: 'RULING', holes: [{ holeNumber: 1, strokes: 6 }] };
    },
    ...nowhere,
    player: 'NOT_COMMITTEE',
    marker: 'NOT_COMMITTEE',
    // The caller is on the committee there.
    host: 200,
    auditor: 'MATCH_NOT_FOUND',
    support: 'MATCH_NOT_FOUND',
    committee: 200,
    'committee elsewhere': 'MATCH_NOT_FOUND',
  },
  'DELETE /api/match/:id/verify': {
    scene: 'signed card',
    body: ({ players: { player } }) => ({ userId: player.id }),
    ...cardHolders,
  },
};

const stage = Stage.forSuite({ maxGroupSize: 4 });

const staff = Object.fromEntries(
  stage.cast(STAFF.length, beforeAll).map((player, nth) => [STAFF[nth], player]),
) as Record<StaffRole, Player>;

beforeAll(async () => {
  bystander = await stage.player();
  await stage.api.appoints(staff.auditor.golfer, 'AUDITOR');
  await stage.api.appoints(staff.support.golfer, 'SUPPORT');
  await stage.api.appoints(staff.committee.golfer, 'COMMITTEE', stage.courseId);
  await stage.api.appoints(staff['committee elsewhere'].golfer, 'COMMITTEE', stage.otherCourseId);
});

test('every route has a row, and every row a route', () => {
  const routes = routesOf(stage.api.app.getHttpAdapter().getInstance());
  const named = new Set(rows.map(([row]) => row.replace(/ of .*/, '')));
  expect(routes.sort()).toEqual([...named].sort());
});

/** The content of an answer with this outcome. */
const is = (outcome: Outcome) => (typeof outcome === 'number' ? { status: outcome } : refusal(outcome));
const allowed = (outcome: Outcome): boolean => typeof outcome === 'number';
const rows = Object.entries(TABLE);

describe('without a token', () => {
  test.each(rows.filter((row): row is [string, PublicRow] => 'public' in row[1]))('%s', async (route, row) => {
    const [method, path] = addressOf(route, row);
    for (const token of [undefined, 'not.a.token', bystander.golfer.token]) {
      expect(await stage.api.call(method, path, row.body, { token })).toMatchObject(is(row.public));
    }
  });
});

test('the document of the API says which routes need no token', () => {
  const { paths } = apiDocument(stage.api.app);
  const open = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, { security?: object[] }>)
      .filter(([, { security }]) => security !== undefined)
      .map(([method, { security }]) => [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, security]),
  );
  const described = rows.filter(([route, row]) => 'public' in row && !/^HEAD|docs|assets|\*/.test(route));
  expect(Object.fromEntries(open)).toEqual(Object.fromEntries(described.map(([route]) => [route, [{}]])));
});

describe('only with a token', () => {
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

describe('for every signed-in golfer', () => {
  test.each(rows.filter((row): row is [string, SignedInRow] => 'signedIn' in row[1]))('%s', async (route, row) => {
    const [method, path] = addressOf(route, row);
    const player = await stage.player();
    expect(await player.call(method, path, row.body)).toMatchObject(is(row.signedIn));
  });
});

describe('by the role of the golfer', () => {
  // Refused callers come first: they leave the scene untouched for the next one.
  const cells = rows.flatMap(([route, row]) => {
    if (!('scene' in row)) return [];
    const roles = [...ROLES, ...STAFF].flatMap((role) => (row[role] === undefined ? [] : [[role, row[role]] as const]));
    const refusedFirst = roles.sort(([, one], [, other]) => Number(allowed(one)) - Number(allowed(other)));
    return refusedFirst.map(([role, outcome]) => [route, role, outcome, row] as const);
  });
  let untouched: { scene: Scene; group: Group } | null = null;

  test.each(cells)('%s by the %s: %s', async (route, role, outcome, row) => {
    const group = untouched?.scene === row.scene ? untouched.group : await assemble(stage, row.scene);
    const before = await entryCount(stage, group);
    const [method, path] = addressOf(route, { path: row.path?.(group) }, group);
    const answer = await { ...group.players, ...staff }[role].call(method, path, row.body?.(group, role));
    expect(answer).toMatchObject(is(outcome));
    const added = (await entryCount(stage, group)) - before;
    // Neither a refusal nor a read changes anything, except that readers of a round are recorded.
    expect(added > 0).toBe(allowed(outcome) && (method !== 'GET' || route.startsWith('GET /api/ops/rounds')));
    untouched = added === 0 ? { scene: row.scene, group } : null;
  });
});

/** The method and the path to call: the row's own, or the route's with the ids of a group, or unknown ones. */
function addressOf(
  route: string,
  { path }: { path?: string | undefined },
  group?: Group,
): [method: string, path: string] {
  const [method = '', pattern = ''] = route.split(' ');
  const own = path?.replace('{course}', stage.courseId);
  const { competitionId = randomUUID(), linkId, matchId } = group ?? {};
  const id = { '/api/competitions/:id': competitionId, '/api/ops/board-links/:id': linkId };
  const known = Object.entries(id).find(([of]) => pattern.startsWith(of))?.[1] ?? matchId ?? randomUUID();
  return [method, own ?? pattern.replaceAll(/:\w+/g, known).replace('*', 'x')];
}

/** Covers every route of /api/ops, including new ones; corrections are in correction.api.spec.ts. */
test('no role opens anything to a session that has not proved the second factor', async () => {
  const { pool, courseId } = stage;
  const newcomer = await stage.player();
  for (const role of ['AUDITOR', 'SUPPORT', 'COMMITTEE'] as const) {
    await grantRole(pool, { userId: newcomer.id, role, courseId: role === 'COMMITTEE' ? courseId : null }, 'operator');
  }
  const group = await assemble(stage, 'board link');
  const opened = rows.filter(
    (row): row is [string, RoleRow] => 'scene' in row[1] && /\/api\/ops\/(?!me$|second-factor)/.test(row[0]),
  );
  expect(opened.length).toBeGreaterThan(9);
  for (const [route, row] of opened) {
    const [method, path] = addressOf(route, { path: row.path?.(group) }, group);
    const answer = await newcomer.call(method, path, row.body?.(group, 'stranger'));
    expect({ route, ...answer }).toMatchObject({ route, ...refusal('SECOND_FACTOR_REQUIRED', { enrolled: false }) });
  }
});
