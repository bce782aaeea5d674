import { commandIdOf, createdMatchId } from '@fairmark/api/match/commands/command-identity';
import type { Gender, Tee, Weekday } from '@fairmark/contract';
import { dayBegins, plusDays, weekdayOf } from '@fairmark/events';
import { dailyHandicap, type Format } from '@fairmark/scoring';
import { chance } from '@fairmark/server';
import { courseCard, type CardSource } from '@fairmark/server/courses/course-card';
import { v5 as uuidV5 } from 'uuid';
import { stepsOf, type PlayedCard, type Step, type Story } from './rounds.js';

/** A calendar date, YYYY-MM-DD. */
export type Day = string;

/** What a demo is made of. */
export interface Plan {
  /** With official handicaps; a plus handicap is negative. */
  golfers: readonly { id: string; gender: Gender; handicap: number }[];
  /** The home course of most golfers, and the other courses. */
  club: CardSource;
  others: readonly CardSource[];
}

/** A match of the demo, from its lobby to as far as it is played. */
export interface PlannedMatch {
  /** Day and group: unique. */
  name: string;
  matchId: string;
  day: Day;
  course: CardSource;
  players: readonly number[];
  steps: readonly Step[];
  /** Minutes after midnight; null for an unfinished round, whose last step happens now. */
  teeOff: number | null;
}

/** A group of golfers on a day, as indexes into the list of golfers, the host first. */
interface Group {
  slot: 'club' | 'later' | 'evening' | 'practice';
  players: readonly number[];
  story: Story;
  /** Minutes after midnight. */
  teeOff: number;
  tee?: Tee;
  /** Whether it is played at one of the other courses instead of the club. */
  away?: boolean;
  /** How much of it has happened if the day is today; all of it by default. */
  today?: 'halfPlayed' | 'inviting';
}

/** The golfer as whom visitors sign in. */
const HOST = 0;
const HOST_DAYS: readonly Weekday[] = ['Sunday', 'Tuesday', 'Wednesday', 'Saturday'];
/** How the rounds of the club's group of three and of the two later ones turn out. */
const STORIES: Readonly<Record<Weekday, readonly [club: Story, later: Story]>> = {
  Sunday: ['player-unsigned', 'differs'],
  Monday: ['plain', 'plain'],
  Tuesday: ['plain', 'plain'],
  Wednesday: ['marker-unsigned', 'plain'],
  Thursday: ['withdrawal', 'plain'],
  Friday: ['plain', 'withdrawal'],
  Saturday: ['plain', 'plain'],
};
const FORMATS_PLAYED: readonly Format[] = ['STABLEFORD', 'STABLEFORD', 'PAR', 'STROKE'];

/** All chance derives from it, so that every run plans the same rounds. */
const SEED = 'demo-2';
/** UUID namespace of the idempotency keys of the demo's commands. */
const KEYS = '5d0a56b1-3f8b-4c55-9f3e-6a6c1e8f2d77';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** In minutes, past the end of any day: the round is then moved back until its last step happens now. */
const AS_LATE_AS_POSSIBLE = 48 * 60;

/** Days since 1 January 1970. */
const dayNumber = (day: Day): number => Date.parse(day) / DAY_MS;

/** Makes keys and request ids of steps that are the same in every run. */
function identifier(name: string): (step: number) => Pick<Step, 'key' | 'requestId'> {
  return (step) => ({
    key: uuidV5(`${SEED}/${name}/${step}`, KEYS),
    requestId: `${SEED}-${name.replaceAll(' ', '-')}-${step}`,
  });
}

/** The matches of a day; if `isToday`, some are unfinished. The same plan and day give the same matches. */
export function matchesOf(plan: Plan, day: Day, isToday: boolean): PlannedMatch[] {
  return groupsOf(plan, day).map((group) => plannedMatch(plan, group, { day, isToday }));
}

/** The groups of a day, which depend on its date alone, so that a demo continues tomorrow where it ended today. */
function groupsOf({ golfers }: Plan, day: Day): Group[] {
  const weekday = weekdayOf(day);
  const [club, later] = STORIES[weekday];
  const pool = chance(`${SEED}/${day}`).shuffled([...golfers.keys()].slice(1));
  const take = (count: number): number[] => pool.splice(0, count);
  const hostPlays = HOST_DAYS.includes(weekday);
  const tee = weekday === 'Saturday' ? 'Championship' : 'Standard';
  const alone: Group = { slot: 'practice', players: [HOST], story: 'practice', teeOff: 13 * 60, away: true };
  return [
    { slot: 'club', players: hostPlays ? [HOST, ...take(2)] : take(3), story: club, teeOff: 7 * 60 + 20, tee },
    { slot: 'later', players: take(2), story: later, teeOff: 11 * 60, away: weekday === 'Friday', today: 'halfPlayed' },
    { slot: 'evening', players: take(2), story: 'plain', teeOff: 12 * 60, today: 'inviting' },
    ...(hostPlays ? [] : [alone]),
  ];
}

function plannedMatch(plan: Plan, group: Group, { day, isToday }: { day: Day; isToday: boolean }): PlannedMatch {
  const { club, others } = plan;
  const { players, slot, story, tee = 'Standard', away = false } = group;
  const name = `${day}-${slot}`;
  const draws = chance(`${SEED}/${name}`);
  const course = (away ? others[dayNumber(day) % others.length] : club) ?? club;
  const format = story === 'practice' ? 'STABLEFORD' : draws.pick(FORMATS_PLAYED);
  const cards = players.map((golfer): PlayedCard => {
    const { gender, handicap } = golferOf(plan, golfer);
    const card = courseCard(course, tee).byGender[gender];
    if (card === undefined) throw new Error(`${course.name} has no ${tee} tee for ${gender}`);
    const { slopeRating, scratchRating, parRating, holes } = card;
    const daily = dailyHandicap({ handicap, slopeRating, scratchRating, parRating, gender });
    return { holes, format, handicap, dailyHandicap: daily };
  });
  const idOf = (golfer: number): string => golferOf(plan, golfer).id;
  const identify = identifier(name);
  const matchId = createdMatchId(commandIdOf(idOf(players[0] ?? HOST), 'POST /api/match/create', identify(0).key));
  const declines = group.today === 'inviting' ? HOST : null;
  const all = stepsOf({
    matchId,
    courseId: course.id,
    players,
    cards,
    format,
    tee,
    story,
    declines,
    draws,
    idOf,
    identify,
  });
  const isWhole = !isToday || group.today === undefined;
  const steps = isWhole ? all.steps : all.steps.slice(0, all[group.today ?? 'halfPlayed']);
  return { name, matchId, day, course, players, steps, teeOff: isWhole ? group.teeOff : null };

  function golferOf({ golfers }: Plan, golfer: number): Plan['golfers'][number] {
    const found = golfers[golfer];
    if (found === undefined) throw new RangeError(`There is no demo golfer ${golfer}`);
    return found;
  }
}

/** What a timetable needs to know about a match. */
interface Round extends Pick<PlannedMatch, 'day' | 'teeOff'> {
  course: { timeZone: string };
  steps: readonly Pick<Step, 'path' | 'minute'>[];
}

/**
 * Converts minutes of a match's steps to times, with the tee-off at `teeOff` on the course's clock. If the day is not
 * over yet, the round is moved earlier, and sped up where that is not enough, so that it starts on its day and ends by
 * `now`. Null if the day has not begun at the course.
 */
export function timetable({ day, course, teeOff, steps }: Round, now: number): ((minute: number) => Date) | null {
  const dayStart = Date.parse(dayBegins(course, day));
  const dayEnd = Date.parse(dayBegins(course, plusDays(day, 1)));
  const room = now - dayStart;
  if (room <= 0) return null;
  const start = steps.find(({ path }) => path.endsWith('/start'))?.minute ?? 0;
  const last = steps.at(-1)?.minute ?? 0;
  const [before, after] = [-start * MINUTE_MS, last * MINUTE_MS];
  const pace = Math.min(1, room / (before + Math.max(after, 0) + MINUTE_MS));
  // Count back from the next midnight: clocks change in the small hours, so this gives the right time of day.
  const onTheClock = dayEnd - DAY_MS + (teeOff ?? AS_LATE_AS_POSSIBLE) * MINUTE_MS;
  const teesOff = Math.max(Math.min(onTheClock, now - after * pace), dayStart + before * pace);
  return (minute) => new Date(teesOff + minute * MINUTE_MS * pace);
}

const WEEKS = 6;
const PERIOD = WEEKS * 7;
/** By the course's clock. */
const CREATED_AT_HOUR = 6;
/**
 * Competitions that the club starts again as soon as they have ended. `begins`: the day number of a period's start,
 * modulo its length: Mondays, half a period apart, so that on any day one of them is in its fourth week or later.
 */
const SERIES: readonly { name: string; days: Weekday[]; allowance: number; host: number; begins: number }[] = [
  { name: 'Tuesday Ringers', days: ['Tuesday'], allowance: 100, host: HOST, begins: 4 },
  { name: 'Weekend Ringers', days: ['Saturday', 'Sunday'], allowance: 75, host: 2, begins: 4 + PERIOD / 2 },
];

/** The steps that create the competitions of a day, with their times: the morning of the first day, or `now` if earlier. */
export function competitionsOf({ golfers, club }: Plan, today: Day, now: number): { step: Step; at: Date }[] {
  return SERIES.map(({ name, days, allowance, host, begins }) => {
    const day = plusDays(today, -((dayNumber(today) - begins) % PERIOD));
    const kind = { competitionName: name, competitionType: 'ECLECTIC', duration: WEEKS, days, allowance };
    const body = { ...kind, course: club.id, players: golfers.map(({ id }) => id) };
    const identity = identifier(`${name} ${day}`)(0);
    const morning = Date.parse(dayBegins(club, day)) + CREATED_AT_HOUR * 60 * MINUTE_MS;
    const step: Step = { minute: 0, by: host, method: 'POST', path: '/api/competitions', body, ...identity };
    return { step, at: new Date(Math.min(morning, now)) };
  });
}
