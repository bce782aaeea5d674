/** A valid request of a client, which the fuzzer spoils. */
export interface Request {
  method: string;
  /** With its parameters filled in, without the query. */
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown> | null;
}

/** What the fuzzer knows about the running product. */
export interface World {
  courseId: string;
  matchId: string;
  lobbyId: string;
  inviteId: string;
  competitionId: string;
  hostId: string;
  guestId: string;
}

/** A route of the running api, named as in the OpenAPI document: `GET /api/match/{id}`. */
export interface Route {
  route: string;
  takesBody: boolean;
}

const UNKNOWN_EMAIL = { email: 'nobody@golfers.example' };
const TOKEN = 'x'.repeat(43);
const COURSE_QUERY = 'query Course($courseId: String!) { course(courseId: $courseId) { id name } }';

/** Query and body of valid requests by route. Routes not listed have neither. */
const SAMPLES: Record<string, (world: World) => Partial<Pick<Request, 'query' | 'body'>>> = {
  'POST /api/auth/login': () => ({ body: { ...UNKNOWN_EMAIL, password: 'not the password' } }),
  'POST /api/auth/register': () => ({
    body: {
      email: 'fuzz@golfers.example',
      password: 'short',
      fullName: 'Fuzz',
      golflinkNumber: '1234567',
      handicap: 9.1,
      gender: 'MALE',
    },
  }),
  'GET /api/auth/verify-email': () => ({ query: { token: TOKEN } }),
  'POST /api/auth/forgot-password': () => ({ body: UNKNOWN_EMAIL }),
  'POST /api/auth/reset-password': () => ({ body: { token: TOKEN, password: 'another long walk' } }),
  'POST /api/auth/resend-verification-email': () => ({ body: UNKNOWN_EMAIL }),
  'POST /api/auth/logout': () => ({ body: { everywhere: false } }),
  'POST /api/auth/confirm-password': () => ({ body: { password: 'not the password' } }),
  'POST /api/auth/change-password': () => ({ body: { current: 'not the password', password: 'another long walk' } }),
  'POST /api/user/settings': () => ({
    body: { fullName: 'Fuzz Golfer', golflinkNumber: '12345678', handicap: 12.3 },
  }),
  'GET /api/user/search': () => ({ query: { query: 'golf' } }),
  'GET /api/courses': () => ({ query: { query: 'proof' } }),
  'POST /api/content/graphql': () => ({
    body: { query: COURSE_QUERY, operationName: 'Course', variables: { courseId: '30990' } },
  }),
  'POST /api/match/create': ({ courseId }) => ({
    body: { course: courseId, tee: 'Standard', playType: 'COMPETITION', matchType: 'STROKE' },
  }),
  'GET /api/match/last-practice': () => ({ query: { position: '1' } }),
  'GET /api/match/invites': () => ({ query: { position: '1' } }),
  'GET /api/match/{id}': ({ guestId }) => ({ query: { userId: guestId } }),
  'GET /api/match/{id}/history': ({ hostId }) => ({ query: { userId: hostId } }),
  'POST /api/match/invite': ({ lobbyId, guestId }) => ({ body: { id: guestId, matchId: lobbyId } }),
  'DELETE /api/match/invite': ({ lobbyId, guestId }) => ({ body: { userId: guestId, matchId: lobbyId } }),
  'PUT /api/match/invite': ({ inviteId }) => ({ body: { id: inviteId, status: 'DENIED' } }),
  'POST /api/match/ready': ({ lobbyId }) => ({
    body: { matchId: lobbyId, settings: { handicap: 10.2, dailyHandicap: 9, ready: true } },
  }),
  'POST /api/match/start': ({ lobbyId }) => ({ body: { matchId: lobbyId } }),
  'POST /api/match/leave-lobby': ({ matchId }) => ({ body: { matchId } }),
  'DELETE /api/match/round': ({ matchId }) => ({ body: { matchId, unexpected: 1 } }),
  'PUT /api/match/marker': ({ matchId, hostId, guestId }) => ({ body: { matchId, userId: hostId, markerId: guestId } }),
  'POST /api/match/score': ({ matchId, hostId }) => ({ body: { matchId, holeNumber: 4, strokes: 5, userId: hostId } }),
  'POST /api/match/{matchId}/verify': ({ guestId }) => ({ body: { userId: guestId } }),
  'DELETE /api/match/{matchId}/verify': ({ guestId }) => ({ body: { userId: guestId } }),
  'POST /api/match/{matchId}/corrections': ({ guestId, hostId }) => ({
    body: {
      userId: guestId,
      reason: 'OTHER',
      note: 'A stroke too many',
      holes: [{ holeNumber: 4, strokes: 5, noScore: false, replaces: hostId }],
    },
  }),
  'GET /api/mothership/daily-results': ({ courseId }) => ({ query: { course: courseId, sort: 'nett' } }),
  'GET /api/mothership/history': ({ courseId }) => ({ query: { course: courseId, sort: 'date-desc' } }),
  'GET /api/mothership/eclectic-round': ({ courseId }) => ({ query: { course: courseId } }),
  'POST /api/competitions': ({ courseId, hostId, guestId }) => ({
    body: {
      competitionName: 'Fuzz ringers',
      competitionType: 'ECLECTIC',
      course: courseId,
      duration: 6,
      days: ['Saturday', 'Wednesday'],
      players: [hostId, guestId],
      allowance: 75,
    },
  }),
  'GET /api/competitions': () => ({ query: { position: '1' } }),
  'GET /api/competitions/{id}': () => ({ query: { sort: 'nett-rank' } }),
  'PUT /api/competitions/{id}': ({ hostId, guestId }) => ({ body: { players: [guestId, hostId] } }),
  'POST /api/ops/second-factor': () => ({ body: {} }),
  'POST /api/ops/second-factor/proof': () => ({ body: { code: '123456' } }),
  'POST /api/ops/projections/{name}/rebuild': () => ({ body: {} }),
  'POST /api/ops/projections/{name}/cancel': () => ({ body: {} }),
  'GET /api/ops/board-links': ({ courseId }) => ({ query: { course: courseId } }),
  'POST /api/ops/board-links': ({ courseId }) => ({ body: { course: courseId, label: 'Bar' } }),
  'GET /api/ops/rounds': ({ courseId }) => ({ query: { course: courseId, day: '2026-11-22' } }),
};

/** A valid request for a route. @throws if the route takes a body that is not listed here */
export function sampleOf({ route, takesBody }: Route, world: World): Request {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => valueOf(parameter, pattern, world));
  const sample = SAMPLES[route]?.(world);
  if (takesBody && sample === undefined) throw new Error(`No sample request for ${route}`);
  return { method, path, query: {}, body: null, ...sample };
}

function valueOf(parameter: string, path: string, world: World): string {
  if (parameter === 'name') return 'clubhouse';
  if (/pictures|avatars/.test(path)) return TOKEN;
  if (path.startsWith('/api/courses')) return world.courseId;
  if (path.startsWith('/api/competitions')) return world.competitionId;
  return /match|rounds/.test(path) ? world.matchId : world.hostId;
}
