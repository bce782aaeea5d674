import { LIMITS } from '@fairmark/contract';
import { CLUBHOUSE_SCHEMA, grantRole } from '@fairmark/platform';
import { DataSource } from 'typeorm';
import { routesOf } from './permissions/testing/routes.js';
import { Stage } from './testing/stage.js';

/** How long an answer can become: every GET route of the api says so here, and those that are filled below are measured. */

/** One thing, whose parts have limits of their own. */
const ONE = 'one';
const BOUNDS: Record<string, number | typeof ONE> = {
  'GET /api/adverts/pictures/:id': ONE,
  'GET /api/auth/user': ONE,
  'GET /api/auth/verify-email': ONE,
  'GET /api/competitions': LIMITS.competitionsPageMax,
  // Its table: a row for each player.
  'GET /api/competitions/:id': LIMITS.competitionPlayersMax,
  'GET /api/courses': LIMITS.courseSearchResults,
  'GET /api/courses/:id': ONE,
  // Each slot once: the holes, and the days of a weekend.
  'GET /api/courses/:id/adverts': LIMITS.holes + 2,
  'GET /api/courses/pictures/:id': ONE,
  'GET /api/match/:id': ONE,
  'GET /api/match/:id/history': LIMITS.cardHistoryMax,
  'GET /api/match/current': ONE,
  'GET /api/match/invites': 50,
  'GET /api/match/last-practice': ONE,
  'GET /api/mothership/daily-results': LIMITS.pageSizeMax,
  'GET /api/mothership/eclectic-round': ONE,
  'GET /api/mothership/history': LIMITS.pageSizeMax,
  'GET /api/mothership/unverified-rounds': LIMITS.pageSizeMax,
  'GET /api/ops/me': ONE,
  'GET /api/ops/parked': LIMITS.parkedShownMax,
  'GET /api/ops/projections': ONE,
  'GET /api/ops/rounds': LIMITS.foundRoundsMax,
  // The events of one match.
  'GET /api/ops/rounds/:matchId': LIMITS.eventsPerMatchMax,
  'GET /api/user/avatars/:id': ONE,
  'GET /api/user/search': LIMITS.userSearchResults,
};

describe('answers', () => {
  const stage = Stage.forSuite();
  const [ann] = stage.cast(1, beforeAll);

  const sql = (text: string, values: unknown[] = []) => stage.api.app.get(DataSource).query(text, values);
  /** Rows of a list and its length in bytes. */
  const asked = async (path: string, list: string): Promise<{ rows: number; bytes: number }> => {
    const body = await ann.does<Record<string, unknown[]>>('GET', path);
    return { rows: body[list]?.length ?? 0, bytes: Buffer.byteLength(JSON.stringify(body)) };
  };

  it('have a bound each', () => {
    const routes = routesOf(stage.api.app.getHttpAdapter().getInstance());
    const gets = routes.filter((route) => route.startsWith('GET /api/') && !route.startsWith('GET /api/docs'));
    expect(gets.sort()).toEqual(Object.keys(BOUNDS).sort());
  });

  it('list competitions page by page, in few bytes, however large they are', async () => {
    const players = (await stage.players(40)).map(({ id }) => id);
    const form = { competitionName: 'Ringers', competitionType: 'ECLECTIC', course: stage.courseId, duration: 6 };
    for (let n = 0; n < LIMITS.competitionsPageMax + 2; n += 1) {
      await ann.does('POST', '/api/competitions', { ...form, days: ['Sunday'], players });
    }
    const head = await stage.store.head();
    const path = `/api/competitions?limit=${LIMITS.competitionsPageMax}&position=${head}`;
    const { rows, bytes } = await asked(path, 'competitions');
    expect(rows).toBe(LIMITS.competitionsPageMax);
    expect(bytes).toBeLessThan(150_000);
    expect(await ann.call('GET', `/api/competitions?limit=${LIMITS.competitionsPageMax + 1}`)).toMatchObject({
      status: 400,
    });
  });

  it.each(['daily-results?course={course}&', 'history?', 'unverified-rounds?'])('page %s', async (list) => {
    const path = `/api/mothership/${list.replace('{course}', stage.courseId)}limit=`;
    expect(await ann.call('GET', `${path}${LIMITS.pageSizeMax}`)).toMatchObject({ status: 200 });
    expect(await ann.call('GET', `${path}${LIMITS.pageSizeMax + 1}`)).toMatchObject({ status: 400 });
  });

  it('of searches name the first few', async () => {
    await sql(
      `insert into app.courses (id, name, club_name, course_name, state, time_zone, golflink_course_id, tees, holes,
         slope_ratings, scratch_ratings, par_ratings)
       select gen_random_uuid(), 'Lantern ' || n, club_name, course_name, state, time_zone, (50000 + n)::text, tees, holes,
         slope_ratings, scratch_ratings, par_ratings
       from app.courses, generate_series(1, 30) n where id = $1`,
      [stage.courseId],
    );
    const courses = await asked('/api/courses?query=lantern', 'courses');
    expect(courses.rows).toBe(LIMITS.courseSearchResults);
    expect(courses.bytes).toBeLessThan(400_000);
    await stage.players(LIMITS.userSearchResults + 3);
    expect((await asked('/api/user/search?query=golfer', 'users')).rows).toBe(LIMITS.userSearchResults);
  });

  it('of support show the first parked events', async () => {
    await grantRole(stage.pool, { userId: ann.id, role: 'SUPPORT', courseId: null }, 'root');
    await sql(
      `insert into ${CLUBHOUSE_SCHEMA}.parked_events (position, stream, revision, event_id, type, error)
       select 1000000 + n, 'match-x', n, gen_random_uuid()::text, 'HoleScored', 'broken'
       from generate_series(1, ${LIMITS.parkedShownMax + 5}) n`,
    );
    expect((await asked('/api/ops/parked', 'parked')).rows).toBe(LIMITS.parkedShownMax);
  });
});
