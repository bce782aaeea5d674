import { LIMITS, TABLE_IN_COLUMNS, type CompetitionTableAnswer } from '@fairmark/contract';
import { createCompetition } from '@fairmark/projector/testing/competition-log';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { bearer } from '../testing/api.js';
import { rawGet } from '../testing/raw-get.js';
import { Club } from './testing/club.js';

/** The largest compressed answer of every list: full pages of cards with 18 scores, of golfers with random names. */

const SENT_MAX = 64_000;
const { pageSizeMax, competitionPlayersMax, competitionsPageMax, courseSearchResults } = LIMITS;
const NOW = Date.now();
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
const daysAgo = (days: number): string => new Date(NOW - days * 86_400_000).toISOString();

/** A card of each golfer $1 for each number of days ago $2, on the course $3; $4: verified; now is $5. Hole n is the best of the nth one. */
const CARDS = `insert into ${CLUBHOUSE_SCHEMA}.rounds
  (match_id, user_id, marker_id, course_id, course_name, club_name, layout_name, day, started_at, match_type, daily_handicap,
   player_holes, marker_holes, player_signed, marker_signed, verified, verified_at, withdrawn, strokes, pars, stroke_indexes,
   stableford, par, nett_to_par, includes_no_score, corrected_at)
  select gen_random_uuid(), golfer, ($1::uuid[])[1 + nth % cardinality($1)], $3, 'Banksia Links', 'Banksia Links Golf Club', 'Main',
    ($5::timestamptz at time zone 'UTC')::date - ago, $5::timestamptz - ago * interval '1 day' - nth * interval '1 second', 'STROKE', nth % 40,
    18, 18, $4, $4, $4, case when $4 then $5::timestamptz - ago * interval '1 day' end, false,
    (select array_agg(case when hole = ago % 18 + 1 then 3 else 4 + floor(random() * 4) end::smallint) from generate_series(1, 18) hole),
    (select array_agg(4::smallint) from generate_series(1, 18)),
    (select array_agg(hole::smallint) from generate_series(1, 18) hole),
    nth % 60, nth % 9, nth % 50, false, $5
  from unnest($1::uuid[]) with ordinality g(golfer, nth), unnest($2::int[]) ago`;

describe('the largest answer', () => {
  const club = Club.forSuite();
  const [me] = club.named(beforeAll, 'Mia Moss');
  let competitionId: string;

  beforeAll(async () => {
    const others = await club.api.sql<{ id: string }>(
      `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash, email_verified_at, avatar)
       select gen_random_uuid(), md5(n::text), md5(n::text) || '@golfers.test', '1234567', n % 54, 'FEMALE', 'x', now(),
         gen_random_uuid()
       from generate_series(1, $1) n returning id`,
      [competitionPlayersMax - 1],
    );
    const players = [me.id, ...others.map(({ id }) => id)];
    const [course, another] = club.courses;
    const numbers = range(40_000, courseSearchResults).map(String);
    await club.api.copies(...numbers.map((golflinkCourseId) => ({ golflinkCourseId })));
    const [whole, pageAndMore] = [range(1, LIMITS.holes), range(1, pageSizeMax + 1)];
    await club.api.sql(CARDS, [players, whole, course.courseId, true, daysAgo(0)]);
    await club.api.sql(CARDS, [[me.id], pageAndMore, another.courseId, true, daysAgo(0)]);
    await club.api.sql(CARDS, [players.slice(0, 4), pageAndMore, another.courseId, false, daysAgo(0)]);
    const days = { firstDay: daysAgo(40).slice(0, 10), duration: 15, at: daysAgo(40) };
    for (let n = 0; n <= competitionsPageMax; n += 1) {
      const about = { hostId: me.id, course, players, consent: 'ASSUMED', ...days } as const;
      competitionId = await createCompetition(club.store, about);
    }
    await club.caughtUp();
  });

  const headers = { accept: TABLE_IN_COLUMNS };
  const see = <Body>(path: string) => me.does<Body>('GET', path, undefined, { headers });
  const page = `limit=${pageSizeMax}`;
  const board = () => `/api/mothership/daily-results?course=${club.courses[0].courseId}&day=${daysAgo(1).slice(0, 10)}`;

  it.each<[string, () => string, number]>([
    ['leaderboard', () => `${board()}&${page}`, pageSizeMax],
    ['history', () => `/api/mothership/history?${page}`, pageSizeMax],
    ['unverified rounds', () => `/api/mothership/unverified-rounds?${page}`, pageSizeMax],
    ['competitions', () => '/api/competitions', competitionsPageMax],
    ['table', () => `/api/competitions/${competitionId}`, competitionPlayersMax],
    ['courses', () => '/api/courses', courseSearchResults],
  ])('%s is at most 64 kB as sent', async (_, path, rows) => {
    const body = await see<object>(path());
    const [shown] = Object.values(body).filter((value) => Array.isArray(value));
    expect(shown).toHaveLength(rows);
    for (const encoding of ['br', 'gzip']) {
      const asked = { ...headers, ...bearer(me.golfer.token).headers, 'accept-encoding': encoding };
      const sent = await rawGet(club.api.url, path(), { headers: asked });
      expect(sent.headers['content-encoding']).toBe(encoding);
      expect(sent.bytes.length).toBeLessThanOrEqual(SENT_MAX);
    }
  });

  it('has a row for every player, with each hole from another round', async () => {
    const { table } = await see<CompetitionTableAnswer>(`/api/competitions/${competitionId}`);
    expect(table.map(({ days, from }) => [days.length, new Set(from).size])).toEqual(table.map(() => [18, 18]));
  });
});
