import type { CourseCard, HoleCard } from '@fairmark/events';
import { APP_SCHEMA } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { Client } from 'pg';
import { LAYOUTS } from './patterns.js';

/**
 * A district: five courses whose golfers meet on one of them every Wednesday and Saturday, a hundred at a time, for a
 * year. More rounds mean more districts: players and courses grow with the rounds, a golfer's year does not.
 */
export const DISTRICT = {
  rounds: 10_000,
  courses: 5,
  golfers: 200,
  /** Golfers who always play; 80 of the others join in turn. */
  keen: 20,
  /** Days of play, one course each. */
  days: 100,
} as const;

const OTHERS = 80;
const PER_DAY = DISTRICT.keen + OTHERS;
/** Golfers in groups of three; the rest play in pairs, so that none is left over. */
const IN_THREES = 96;
const TIME_ZONE = 'Australia/Melbourne';

const OF_COURSE = {
  course_id: 'p.course_id',
  course_name: 'c.name',
  club_name: 'c.club_name',
  layout_name: 'c.course_name',
};
/** Columns with values of their own in a copy; all others are copied from the pattern. */
const OWN_OF_ROUND = {
  ...OF_COURSE,
  match_id: 'p.match_id',
  user_id: 's.user_id',
  marker_id: 'marker.user_id',
  day: 'p.day',
  started_at: 'p.started_at',
  verified_at: 'p.started_at + (r.verified_at - r.started_at)',
};
const STARTED = {
  match_id: 'p.match_id',
  created_at: 'p.started_at - (r.started_at - r.created_at)',
  started_at: 'p.started_at',
};
const OWN_OF_PLAYER = { ...STARTED, user_id: 's.user_id' };
const OWN_OF_MATCH = { ...OF_COURSE, ...STARTED, host_id: 'host.user_id', day: 'p.day' };

/**
 * Fills the tables with copies of the projected rounds in them: the same cards for other golfers, courses and times.
 * Rows are in the order of play, so that the rounds of a golfer or a course are as scattered as in practice. The
 * temporary tables `place` and `golfer` list the courses and golfers.
 */
export async function fillRounds(client: Client, districts: number): Promise<void> {
  await client.query(`set work_mem = '256MB'; set synchronous_commit = off`);
  await addCourses(client, districts);
  await addGolfers(client, districts);
  await choosePatterns(client);
  await planMatches(client);
  const from = `pg_temp.played p join pg_temp.seat s using (match_id)`;
  const inOrder = 'order by p.started_at, p.match_id';
  await copy(client, 'matches', {
    own: OWN_OF_MATCH,
    from: `pg_temp.played p
      join ${CLUBHOUSE_SCHEMA}.matches r on r.match_id = p.pattern
      join ${APP_SCHEMA}.courses c on c.id = p.course_id
      join pg_temp.seat host on host.match_id = p.match_id and host.seat = p.host_seat ${inOrder}`,
  });
  await copy(client, 'rounds', {
    own: OWN_OF_ROUND,
    from: `${from} join pg_temp.pattern_seat ps on ps.pattern = p.pattern and ps.seat = s.seat
      join ${CLUBHOUSE_SCHEMA}.rounds r on r.match_id = p.pattern and r.user_id = ps.user_id
      join ${APP_SCHEMA}.courses c on c.id = p.course_id
      left join pg_temp.seat marker on marker.match_id = p.match_id and marker.seat = ps.marker_seat ${inOrder}`,
  });
  await copy(client, 'player_matches', {
    own: OWN_OF_PLAYER,
    from: `${from} join pg_temp.pattern_seat ps on ps.pattern = p.pattern and ps.seat = s.seat
      join ${CLUBHOUSE_SCHEMA}.player_matches r on r.match_id = p.pattern and r.user_id = ps.user_id ${inOrder}`,
  });
}

async function addCourses(client: Client, districts: number): Promise<void> {
  await client.query(
    `insert into ${APP_SCHEMA}.courses (id, name, club_name, course_name, state, time_zone, golflink_course_id, tees, holes,
       slope_ratings, scratch_ratings, par_ratings)
     select gen_random_uuid(), 'Course ' || i, 'Course ' || i || ' Golf Club', 'Main', 'VIC', '${TIME_ZONE}', (10000 + i)::text,
       l -> 'tees', l -> 'holes', l -> 'slopes', l -> 'ratings', l -> 'ratings'
     from generate_series(0, $1::int - 1) i, lateral (select $2::jsonb -> (i % ${LAYOUTS.length}) as l) layout`,
    [districts * DISTRICT.courses, JSON.stringify(LAYOUTS.map(storedLayout))],
  );
  await client.query(
    `create temp table place as
     select id as course_id, number / ${DISTRICT.courses} as district, number % ${DISTRICT.courses} as n,
            number % ${LAYOUTS.length} as layout
     from (select id, golflink_course_id::int - 10000 as number from ${APP_SCHEMA}.courses) numbered`,
  );
}

/** A course's card in the form in which courses are stored. */
function storedLayout({ byGender: { MALE: mens, FEMALE: ladies } }: CourseCard): unknown {
  const hole = (number: number, his: HoleCard, hers: HoleCard) => ({
    number,
    par: { mens: his.par, ladies: hers.par, mensChampionship: his.par, ladiesChampionship: hers.par },
    standard: { distance: his.distance, index: his.strokeIndex },
    ladiesStandard: { distance: hers.distance, index: hers.strokeIndex },
  });
  const rated = (rating: number) => [mens, ladies].map((card) => ({ ratingKind: card?.ratingKind, rating }));
  return {
    tees: [{ tee: 'Standard', name: 'White', colour: '#ffffff' }],
    holes: mens?.holes.map((his, i) => hole(i + 1, his, ladies?.holes[i] ?? his)),
    slopes: rated(125),
    ratings: rated(72),
  };
}

async function addGolfers(client: Client, districts: number): Promise<void> {
  await client.query(
    `create temp table golfer as
     select gen_random_uuid() as user_id, i / ${DISTRICT.golfers} as district, i % ${DISTRICT.golfers} as n
     from generate_series(0, ${districts * DISTRICT.golfers - 1}) i`,
  );
  await client.query(
    `insert into ${APP_SCHEMA}.users (id, full_name, email, golflink_number, handicap, gender, password_hash, email_verified_at)
     select user_id, 'Golfer ' || district || ' ' || n, 'golfer.' || district || '.' || n || '@golfers.test',
       (10000 + ${DISTRICT.courses} * district + n % ${DISTRICT.courses})::text || lpad(n::text, 5, '0'),
       (n % 400) / 10.0, case when n % 2 = 0 then 'FEMALE' else 'MALE' end, 'none', now()
     from golfer`,
  );
  await client.query('create index on golfer (district, n); analyze golfer; analyze place');
}

/** Numbers the projected matches of two and three cards by layout and size. Seats are their golfers in order of id. */
async function choosePatterns(client: Client): Promise<void> {
  await client.query(
    `create temp table pattern_seat as
       select match_id as pattern, user_id, marker_id,
              row_number() over (partition by match_id order by user_id)::int - 1 as seat, null::int as marker_seat
       from ${CLUBHOUSE_SCHEMA}.rounds;
     update pattern_seat one set marker_seat = other.seat
       from pattern_seat other where other.pattern = one.pattern and other.user_id = one.marker_id;
     create temp table pattern as
       select m.match_id as pattern, layout, players, coalesce(host.seat, 0) as host_seat,
              row_number() over (partition by layout, players order by m.match_id)::int - 1 as number,
              count(*) over (partition by layout, players)::int as alike
       from ${CLUBHOUSE_SCHEMA}.matches m
       join (select pattern, count(*)::int as players from pattern_seat group by pattern) s on s.pattern = m.match_id
       join (values ${LAYOUTS.map(({ courseId }, i) => `('${courseId}'::uuid, ${i})`).join(', ')}) as of (course_id, layout)
         using (course_id)
       left join pattern_seat host on host.pattern = m.match_id and host.user_id = m.host_id
       where players in (2, 3);
     analyze pattern; analyze pattern_seat`,
  );
}

/** Plans who plays with whom on which day, and which projected match is copied. Groups start eight minutes apart. */
async function planMatches(client: Client): Promise<void> {
  await client.query(
    `create temp table lineup as
       select district, day_no, user_id, case when k < ${IN_THREES} then k / 3 else ${IN_THREES / 3} + (k - ${IN_THREES}) / 2 end as team,
              case when k < ${IN_THREES} then k % 3 else (k - ${IN_THREES}) % 2 end as seat
       from (select district, day_no, user_id,
               row_number() over (partition by district, day_no order by hashint8extended(1000 * district + n, day_no))::int - 1 as k
             from golfer, generate_series(0, ${DISTRICT.days - 1}) day_no
             where n < ${DISTRICT.keen}
                or (n - ${DISTRICT.keen} + 37 * day_no) % ${DISTRICT.golfers - DISTRICT.keen} < ${OTHERS}) drawn;
     create temp table played as
       select gen_random_uuid() as match_id, district, day_no, team, place.course_id, pattern.pattern, pattern.host_seat, day,
         (day + time '07:00') at time zone '${TIME_ZONE}' + team * interval '8 minutes' + random() * interval '4 minutes'
           as started_at
       from (select district, day_no, team, count(*)::int as players,
               current_date - 7 * (${DISTRICT.days / 2} - day_no / 2) + 3 * (day_no % 2) as day
             from lineup group by district, day_no, team) teams
       join place using (district)
       join pattern on pattern.layout = place.layout and pattern.players = teams.players
         and pattern.number = abs(hashint8extended(1000 * district + team, day_no) % pattern.alike)
       where place.n = day_no % ${DISTRICT.courses};
     create temp table seat as
       select match_id, seat, user_id from lineup join played using (district, day_no, team);
     drop table lineup;
     create index on seat (match_id); analyze played; analyze seat`,
  );
  const { rows } = await client.query<{ rounds: number }>('select count(*)::int as rounds from seat');
  const { rows: golfers } = await client.query<{ rounds: number }>(
    `select count(*)::int * ${PER_DAY / DISTRICT.golfers} * ${DISTRICT.days} as rounds from golfer`,
  );
  if (rows[0]?.rounds !== Number(golfers[0]?.rounds)) throw new Error(`Planned ${rows[0]?.rounds} rounds`);
}

interface Copy {
  /** SQL expressions by column; all other columns are copied from the pattern. */
  own: Record<string, string>;
  /** The `from` clause, in which `r` is the pattern's row. */
  from: string;
}

async function copy(client: Client, name: string, { own, from }: Copy): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute
     where attrelid = '${CLUBHOUSE_SCHEMA}.${name}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const columns = rows.map(({ column }) => column);
  const values = columns.map((column) => own[column] ?? `r.${column}`);
  await client.query(
    `insert into ${CLUBHOUSE_SCHEMA}.${name} (${columns.join(', ')}) select ${values.join(', ')} from ${from}`,
  );
}
