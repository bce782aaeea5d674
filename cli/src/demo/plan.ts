import { commandIdOf, createdCompetitionId, createdMatchId } from '@fairmark/api/commands/command-identity';
import { LIMITS, type Weekday } from '@fairmark/contract';
import { competitionStream, dayBegins, matchStream, namedUuid, plusDays } from '@fairmark/events';
import { dailyHandicap } from '@fairmark/scoring';
import { chance } from '@fairmark/server';
import { courseCard, type CardSource } from '@fairmark/server/courses/course-card';
import { dayNumber, groupsOf, type Day, type Group } from './calendar.js';
import { playRound } from './score-model.js';
import { stepsOf, type Golfer, type Player, type Step } from './script.js';

/** What a demo is made of. */
export interface Plan {
  golfers: readonly Golfer[];
  /** The home course of most golfers, and the other courses. */
  club: CardSource;
  others: readonly CardSource[];
  /** In milliseconds; no step happens later. */
  now: number;
}

/** A match or a competition of the demo, with all that its golfers do. */
export interface Script {
  /** Unique. */
  name: string;
  stream: string;
  steps: readonly Step[];
  /** The time of a step, given its minute; null if the day has not begun at the course. */
  at: ((minute: number) => Date) | null;
}

/** How far a golfer's handicap drifts up or down with the weeks. */
const DRIFT = 0.4;
/** All chance derives from it, so that every run plans the same rounds. */
const SEED = 'demo';
/** UUID namespace of the idempotency keys of the demo's commands. */
const KEYS = '5d0a56b1-3f8b-4c55-9f3e-6a6c1e8f2d77';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** In minutes, past the end of any day: the round is then moved back until its last step happens now. */
const AS_LATE_AS_POSSIBLE = 48 * 60;

/** Makes the keys of a match's or competition's steps, which are the same in every run. */
function keysOf(name: string): (step: number) => string {
  return (step) => namedUuid(`${SEED}/${name}/${step}`, KEYS);
}

/** The matches of a day; if `isToday`, some are unfinished. The same plan and day give the same steps. */
export function matchesOf(plan: Plan, day: Day, isToday: boolean): Script[] {
  const groups = groupsOf((name) => chance(`${SEED}/${name}`), day, isToday);
  return groups.map((group) => matchOf(plan, group, day, isToday));
}

function matchOf(plan: Plan, group: Group, day: Day, isToday: boolean): Script {
  const { others, club, now } = plan;
  const name = `${day}-${group.slot}`;
  const course = (group.away ? others[dayNumber(day) % others.length] : club) ?? club;
  const [host, ...guests] = group.players.map((golfer): Player => {
    const { gender } = golferOf(plan, golfer);
    const card = courseCard(course, group.tee).byGender[gender];
    if (card === undefined) throw new Error(`${course.name} has no ${group.tee} tee for ${gender}`);
    const handicap = handicapOn(plan, golfer, day);
    const played = { ...group, holes: card.holes, dailyHandicap: dailyHandicap({ ...card, handicap, gender }) };
    return { ...golferOf(plan, golfer), handicap, entries: playRound(chance(`${SEED}/${name}/${golfer}`), played) };
  });
  if (host === undefined) throw new RangeError(`${name} has no players`);
  const keyOf = keysOf(name);
  const matchId = createdMatchId(commandIdOf(host.id, 'POST /api/match/create', keyOf(0)));
  const bystanders = group.bystanders.map((golfer) => golferOf(plan, golfer));
  const all = stepsOf({ ...group, matchId, courseId: course.id, host, guests, bystanders, keyOf });
  const steps = isToday ? all.filter(({ minute }) => minute <= group.today) : all;
  const teeOff = steps.length < all.length ? null : group.teeOff;
  return { name, stream: matchStream(matchId), steps, at: timetable({ day, course, teeOff, steps }, now) };
}

function golferOf({ golfers }: Plan, golfer: number): Golfer {
  const found = golfers[golfer];
  if (found === undefined) throw new RangeError(`There is no demo golfer ${golfer}`);
  return found;
}

function handicapOn(plan: Plan, golfer: number, day: Day): number {
  const week = Math.floor(dayNumber(day) / 7);
  const drift = DRIFT * (2 * chance(`${SEED}/handicap/${golfer}/${week}`).next() - 1);
  const official = Math.round((golferOf(plan, golfer).handicap + drift) * 10) / 10;
  return Math.min(Math.max(official, LIMITS.handicapMin), LIMITS.handicapMax);
}

/** What the times of a round depend on. */
interface Round {
  day: Day;
  course: { timeZone: string };
  /** Minutes after midnight; null for an unfinished round, whose last step happens now. */
  teeOff: number | null;
  steps: readonly Pick<Step, 'call' | 'minute'>[];
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
  const start = steps.find(({ call }) => call.endsWith('/start'))?.minute ?? 0;
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
/**
 * Competitions that the club starts again as soon as they have ended. `allowance`: percent of the daily handicap;
 * `begins`: the day number on which their periods start, modulo `PERIOD`. Both start on a Monday, half a period apart,
 * so that on any day one of them is in its fourth week or later.
 */
const SERIES = [
  { competitionName: 'Tuesday Ringers', days: ['Tuesday'], allowance: 100, host: 0, begins: 4 },
  { competitionName: 'Weekend Ringers', days: ['Saturday', 'Sunday'], allowance: 75, host: 2, begins: 4 + PERIOD / 2 },
] satisfies { days: Weekday[]; [other: string]: unknown }[];
/** Every third player has not opened the competition yet. */
const LOOKS_AWAY = 3;
/** By the course's clock. */
const CREATED_AT_HOUR = 6;

/**
 * The competitions that run on a day. The same plan and day give the same competitions. Each is created on the morning
 * of its first day, but no later than now, and then some of its players open it.
 */
export function competitionsOf(plan: Plan, today: Day): Script[] {
  const { golfers, club, now } = plan;
  return SERIES.map(({ competitionName, days, allowance, begins, ...series }) => {
    const day = plusDays(today, -((dayNumber(today) - begins) % PERIOD));
    const host = golferOf(plan, series.host);
    const keyOf = keysOf(`${competitionName}/${day}`);
    const create = 'POST /api/competitions';
    const id = createdCompetitionId(commandIdOf(host.id, create, keyOf(0)));
    const event = { competitionName, competitionType: 'ECLECTIC', course: club.id, duration: WEEKS, days, allowance };
    const body = { ...event, players: golfers.map((golfer) => golfer.id) };
    const created: Step = { minute: 0, by: host, call: create, body, key: keyOf(0), refused: null };
    const opened = golfers.flatMap((by, i): Step[] => {
      if (by === host || i % LOOKS_AWAY === LOOKS_AWAY - 1) return [];
      return [{ ...created, minute: i, by, call: `GET /api/competitions/${id}`, body: {}, key: keyOf(i + 1) }];
    });
    const morning = Date.parse(dayBegins(club, day)) + CREATED_AT_HOUR * 60 * MINUTE_MS;
    const at = (minute: number): Date => new Date(Math.min(morning + minute * MINUTE_MS, now));
    return { name: `${competitionName}, ${day}`, stream: competitionStream(id), steps: [created, ...opened], at };
  });
}
