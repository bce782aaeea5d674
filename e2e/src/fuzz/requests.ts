/** A call as a client would make it; the fuzzer starts from these and spoils them. */
export interface Request {
  method: string;
  /** With the path's parameters filled in, without the query. */
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

type Sample = (world: World) => Omit<Request, 'method'>;

const call = (path: string, body: Record<string, unknown> | null = null, query: Record<string, string> = {}) => ({
  path,
  body,
  query,
});

/**
 * One honest request for every route, by the name that the OpenAPI page gives it. A route that is not here fails the run, so
 * that nothing is left out.
 */
export const SAMPLES: Record<string, Sample> = {
  'POST /api/auth/login': () =>
    call('/api/auth/login', { email: 'nobody@golfers.example', password: 'not the password' }),
  'POST /api/auth/register': () =>
    call('/api/auth/register', {
      email: 'fuzz@golfers.example',
      password: 'short',
      fullName: 'Fuzz',
      golflinkNumber: '1234567',
      handicap: 9.1,
      gender: 'MALE',
    }),
  'GET /api/auth/user': () => call('/api/auth/user'),
  'GET /api/auth/verify-email': () => call('/api/auth/verify-email', null, { token: 'x'.repeat(43) }),
  'POST /api/auth/forgot-password': () => call('/api/auth/forgot-password', { email: 'nobody@golfers.example' }),
  'POST /api/auth/reset-password': () =>
    call('/api/auth/reset-password', { token: 'x'.repeat(43), password: 'another long walk' }),
  'POST /api/auth/resend-verification-email': () =>
    call('/api/auth/resend-verification-email', { email: 'nobody@golfers.example' }),
  'POST /api/auth/logout': () => call('/api/auth/logout', { everywhere: false }),
  'POST /api/auth/confirm-password': () => call('/api/auth/confirm-password', { password: 'not the password' }),
  'POST /api/auth/change-password': () =>
    call('/api/auth/change-password', { current: 'not the password', password: 'another long walk' }),
  'GET /api/auth/sessions': () => call('/api/auth/sessions'),
  'DELETE /api/auth/sessions/{id}': () => call(`/api/auth/sessions/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`),
  'GET /api/ops/backups': () => call('/api/ops/backups'),
  'POST /api/user/settings': () =>
    call('/api/user/settings', { fullName: 'Fuzz Golfer', golflinkNumber: '12345678', handicap: 12.3 }),
  'DELETE /api/user/delete': () => call('/api/user/delete'),
  'GET /api/user/avatars/{id}': () => call(`/api/user/avatars/${'x'.repeat(43)}`),
  'GET /api/user/search': () => call('/api/user/search', null, { query: 'golf' }),
  'GET /api/courses': () => call('/api/courses', null, { query: 'proof' }),
  'GET /api/courses/{id}': ({ courseId }) => call(`/api/courses/${courseId}`),
  'GET /api/courses/{id}/adverts': ({ courseId }) => call(`/api/courses/${courseId}/adverts`),
  'GET /api/courses/{id}/board': ({ courseId }) => call(`/api/courses/${courseId}/board`),
  'GET /api/courses/pictures/{id}': () => call(`/api/courses/pictures/${'x'.repeat(43)}`),
  'GET /api/adverts/pictures/{id}': () => call(`/api/adverts/pictures/${'x'.repeat(43)}`),
  'POST /api/content/graphql': () =>
    call('/api/content/graphql', {
      query: 'query Course($courseId: String!) { course(courseId: $courseId) { id name } }',
      operationName: 'Course',
      variables: { courseId: '30990' },
    }),
  'POST /api/match/create': ({ courseId }) =>
    call('/api/match/create', { course: courseId, tee: 'Standard', playType: 'COMPETITION', matchType: 'STROKE' }),
  'GET /api/match/current': () => call('/api/match/current'),
  'GET /api/match/last-practice': () => call('/api/match/last-practice', null, { position: '1' }),
  'GET /api/match/invites': () => call('/api/match/invites', null, { position: '1' }),
  'GET /api/match/{id}': ({ matchId, guestId }) => call(`/api/match/${matchId}`, null, { userId: guestId }),
  'GET /api/match/{id}/history': ({ matchId, hostId }) =>
    call(`/api/match/${matchId}/history`, null, { userId: hostId }),
  'POST /api/match/invite': ({ lobbyId, guestId }) => call('/api/match/invite', { id: guestId, matchId: lobbyId }),
  'DELETE /api/match/invite': ({ lobbyId, guestId }) =>
    call('/api/match/invite', { userId: guestId, matchId: lobbyId }),
  'PUT /api/match/invite': ({ inviteId }) => call('/api/match/invite', { id: inviteId, status: 'DENIED' }),
  'POST /api/match/ready': ({ lobbyId }) =>
    call('/api/match/ready', { matchId: lobbyId, settings: { handicap: 10.2, dailyHandicap: 9, ready: true } }),
  'POST /api/match/start': ({ lobbyId }) => call('/api/match/start', { matchId: lobbyId }),
  'POST /api/match/leave-lobby': ({ matchId }) => call('/api/match/leave-lobby', { matchId }),
  'DELETE /api/match/round': ({ matchId }) => call('/api/match/round', { matchId, unexpected: 1 }),
  'PUT /api/match/marker': ({ matchId, hostId, guestId }) =>
    call('/api/match/marker', { matchId, userId: hostId, markerId: guestId }),
  'POST /api/match/score': ({ matchId, hostId }) =>
    call('/api/match/score', { matchId, holeNumber: 4, strokes: 5, userId: hostId }),
  'POST /api/match/{matchId}/verify': ({ matchId, guestId }) =>
    call(`/api/match/${matchId}/verify`, { userId: guestId }),
  'DELETE /api/match/{matchId}/verify': ({ matchId, guestId }) =>
    call(`/api/match/${matchId}/verify`, { userId: guestId }),
  'POST /api/match/{matchId}/corrections': ({ matchId, guestId, hostId }) =>
    call(`/api/match/${matchId}/corrections`, {
      userId: guestId,
      reason: 'OTHER',
      note: 'A stroke too many',
      holes: [{ holeNumber: 4, strokes: 5, noScore: false, replaces: hostId }],
    }),
  'GET /api/mothership/daily-results': ({ courseId }) =>
    call('/api/mothership/daily-results', null, { course: courseId, sort: 'nett' }),
  'GET /api/mothership/history': ({ courseId }) =>
    call('/api/mothership/history', null, { course: courseId, sort: 'date-desc' }),
  'GET /api/mothership/unverified-rounds': () => call('/api/mothership/unverified-rounds'),
  'GET /api/mothership/eclectic-round': ({ courseId }) =>
    call('/api/mothership/eclectic-round', null, { course: courseId }),
  'POST /api/competitions': ({ courseId, hostId, guestId }) =>
    call('/api/competitions', {
      competitionName: 'Fuzz ringers',
      competitionType: 'ECLECTIC',
      course: courseId,
      duration: 6,
      days: ['Saturday', 'Wednesday'],
      players: [hostId, guestId],
      allowance: 75,
    }),
  'GET /api/competitions': () => call('/api/competitions', null, { position: '1' }),
  'GET /api/competitions/{id}': ({ competitionId }) =>
    call(`/api/competitions/${competitionId}`, null, { sort: 'nett-rank' }),
  'PUT /api/competitions/{id}': ({ competitionId, hostId, guestId }) =>
    call(`/api/competitions/${competitionId}`, { players: [guestId, hostId] }),
  'DELETE /api/competitions/{id}': ({ competitionId }) => call(`/api/competitions/${competitionId}`),
  'DELETE /api/competitions/{id}/players/me': ({ competitionId }) =>
    call(`/api/competitions/${competitionId}/players/me`),
  'GET /api/ops/me': () => call('/api/ops/me'),
  'POST /api/ops/second-factor': () => call('/api/ops/second-factor', {}),
  'POST /api/ops/second-factor/proof': () => call('/api/ops/second-factor/proof', { code: '123456' }),
  'GET /api/ops/projections': () => call('/api/ops/projections'),
  'GET /api/ops/parked': () => call('/api/ops/parked'),
  'POST /api/ops/projections/{name}/rebuild': () => call('/api/ops/projections/clubhouse/rebuild', {}),
  'POST /api/ops/projections/{name}/cancel': () => call('/api/ops/projections/clubhouse/cancel', {}),
  'GET /api/ops/board-links': ({ courseId }) => call('/api/ops/board-links', null, { course: courseId }),
  'POST /api/ops/board-links': ({ courseId }) => call('/api/ops/board-links', { course: courseId, label: 'Bar' }),
  'DELETE /api/ops/board-links/{id}': ({ matchId }) => call(`/api/ops/board-links/${matchId}`),
  'GET /api/ops/rounds': ({ courseId }) => call('/api/ops/rounds', null, { course: courseId, day: '2026-11-22' }),
  'GET /api/ops/rounds/{matchId}': ({ matchId }) => call(`/api/ops/rounds/${matchId}`),
  'GET /health/live': () => call('/health/live'),
  'GET /health/ready': () => call('/health/ready'),
};
