import { COMPETITION_SORTS, HISTORY_SORTS, LEADERBOARD_SORTS, LIMITS, TABLE_IN_COLUMNS } from '@fairmark/contract';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { Chance } from '@fairmark/server';
import type { Client } from 'pg';
import { DISTRICT } from './fill.js';

/** Signed-in golfers: so many that each session is used too rarely to stay cached. */
const CALLERS = 2_000;
const ROUNDS = 5_000;

/** A golfer who makes calls, with the courses and competitions of his district. */
interface Caller {
  token: string;
  userId: string;
  /** Courses of his district. */
  courses: string[];
  competitions: string[];
}

/** The subjects of calls. */
export interface Cast {
  callers: Caller[];
  /** Courses with the days on which a hundred golfers played there. */
  days: { course: string; day: string }[];
  rounds: { matchId: string; userId: string }[];
}

/** A call: its path and the caller's token. */
export interface Call {
  path: string;
  token: string;
  /** Accept header; JSON by default. */
  accept?: string;
}

/** One round by its key: a route of the benchmark's api besides the product's. */
export const FLOOR_ROUTE = '/bench/rounds/:matchId/:userId';

export interface ToApi {
  /** Ids of golfers. One that occurs twice gets two sessions. */
  signIn: string[];
}
export interface FromApi {
  tokens: string[];
}

/** A kind of call, with its name in the report. */
export interface Kind {
  name: string;
  call(luck: Chance, cast: Cast): Call;
  /** The list in its answer and its minimum length; the answers of the floor and of a course have none. */
  rows?: { list: string; atLeast: number };
}

export const FLOOR: Kind = {
  name: 'one round by its key',
  call: (luck, { callers, rounds }) => {
    const { matchId, userId } = luck.pick(rounds);
    return { path: `/bench/rounds/${matchId}/${userId}`, token: luck.pick(callers).token };
  },
};

const PAGE = LIMITS.pageSizeDefault;

/** Every measured kind, the floor first. */
export const KINDS: readonly Kind[] = [
  FLOOR,
  {
    name: 'one course',
    call: (luck, { callers }) => {
      const { courses, token } = luck.pick(callers);
      return { path: `/api/courses/${luck.pick(courses)}`, token };
    },
  },
  ...LEADERBOARD_SORTS.map((sort) => leaderboard(`leaderboard, ${sort}`, `sort=${sort}`, PAGE)),
  leaderboard('leaderboard, stableford, page 2', `offset=${PAGE}`, 20),
  ...HISTORY_SORTS.map((sort) => history(`history, ${sort}`, () => `sort=${sort}`, PAGE)),
  history('history, date-desc, page 2', () => `offset=${PAGE}`, 40),
  history('history of one course', (luck, { courses }) => `course=${luck.pick(courses)}`, 10),
  {
    name: 'unverified rounds',
    call: (luck, { callers }) => ({
      path: '/api/mothership/unverified-rounds',
      token: luck.pick(callers).token,
    }),
    rows: { list: 'rounds', atLeast: 0 },
  },
  {
    name: 'eclectic',
    call: (luck, { callers }) => {
      const { courses, token } = luck.pick(callers);
      return { path: `/api/mothership/eclectic-round?course=${luck.pick(courses)}`, token };
    },
  },
  {
    name: 'competitions',
    call: (luck, { callers }) => ({ path: '/api/competitions', token: luck.pick(callers).token }),
    rows: { list: 'competitions', atLeast: DISTRICT.courses },
  },
  ...COMPETITION_SORTS.map((sort): Kind => ({
    name: `competition, ${sort}`,
    call: (luck, { callers }) => {
      const { competitions, token } = luck.pick(callers);
      return { path: `/api/competitions/${luck.pick(competitions)}?sort=${sort}`, token, accept: TABLE_IN_COLUMNS };
    },
    rows: { list: 'table', atLeast: PAGE },
  })),
];

function leaderboard(name: string, query: string, atLeast: number): Kind {
  return {
    name,
    call: (luck, { callers, days }) => {
      const { course, day } = luck.pick(days);
      const path = `/api/mothership/daily-results?course=${course}&day=${day}&${query}`;
      return { path, token: luck.pick(callers).token };
    },
    rows: { list: 'rounds', atLeast },
  };
}

function history(name: string, query: (luck: Chance, caller: Caller) => string, atLeast: number): Kind {
  return {
    name,
    call: (luck, { callers }) => {
      const caller = luck.pick(callers);
      return { path: `/api/mothership/history?${query(luck, caller)}`, token: caller.token };
    },
    rows: { list: 'rounds', atLeast },
  };
}

/**
 * Chooses subjects of calls from all over the tables, on the connection that filled them. `signIn` returns tokens of
 * new sessions.
 */
export async function chooseCast(client: Client, signIn: (userIds: string[]) => Promise<string[]>): Promise<Cast> {
  const { rows: keen } = await client.query<Omit<Caller, 'token'>>(
    `select user_id as "userId",
       array(select course_id::text from place where place.district = golfer.district) as courses,
       array(select competition_id::text from ${CLUBHOUSE_SCHEMA}.competitions where players @> array[user_id]) as competitions
     from golfer where n < ${DISTRICT.keen} order by random() limit ${CALLERS}`,
  );
  const signedIn = Array.from({ length: CALLERS }, (_, i) => keen[i % keen.length]).filter((one) => one !== undefined);
  const tokens = await signIn(signedIn.map(({ userId }) => userId));
  const { rows: days } = await client.query<Cast['days'][number]>(
    `select course, day
     from (select distinct course_id as course, day::text from played) days order by random() limit ${ROUNDS}`,
  );
  const { rows: rounds } = await client.query<Cast['rounds'][number]>(
    `select match_id as "matchId", user_id as "userId" from seat order by random() limit ${ROUNDS}`,
  );
  return { callers: signedIn.map((one, i) => ({ ...one, token: tokens[i] ?? '' })), days, rounds };
}
