import { commandIdOf, createdMatchId } from '@fairmark/api/commands/command-identity';
import { LIMITS, type Gender } from '@fairmark/contract';
import { dayBegins, namedUuid, plusDays } from '@fairmark/events';
import { dailyHandicap } from '@fairmark/scoring';
import { chance } from '@fairmark/server';
import { courseCard, type CardSource } from '@fairmark/server/courses/course-card';
import { dayNumber, groupsOf, type Day, type Group } from './calendar.js';
import { playRound, slipOf, type PlayedCard } from './score-model.js';
import { scriptOf, type Step } from './script.js';

/** What a demo is made of. */
export interface Plan {
  /** With official handicaps; a plus handicap is negative. */
  golfers: readonly { id: string; gender: Gender; handicap: number }[];
  /** The home course of most golfers, and the other courses. */
  club: CardSource;
  others: readonly CardSource[];
}

/** A match of the demo, from its lobby to as far as it is played. */
export interface PlannedMatch extends Pick<Group, 'players'> {
  /** Day and group: unique. */
  name: string;
  matchId: string;
  day: Day;
  course: CardSource;
  steps: readonly Step[];
  /** Minutes after midnight; null for an unfinished round, whose last step happens now. */
  teeOff: number | null;
}

/** How far a golfer's handicap drifts up or down with the weeks. */
const DRIFT = 0.4;
/** Slips happen on the back nine only. */
const SLIPS_FROM = 10;
/** All chance derives from it, so that every run plans the same rounds. */
const SEED = 'demo';
/** UUID namespace of the idempotency keys of the demo's commands. */
const KEYS = '5d0a56b1-3f8b-4c55-9f3e-6a6c1e8f2d77';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** In minutes, past the end of any day: the round is then moved back until its last step happens now. */
const AS_LATE_AS_POSSIBLE = 48 * 60;

/** Makes the keys of a match's or competition's steps, which are the same in every run. */
export function keysOf(name: string): (step: number) => string {
  return (step) => namedUuid(`${SEED}/${name}/${step}`, KEYS);
}

/** The matches of a day; if `isToday`, some are unfinished. The same plan and day give the same matches. */
export function matchesOf(plan: Plan, day: Day, isToday: boolean): PlannedMatch[] {
  const groups = groupsOf((name) => chance(`${SEED}/${name}`), day, isToday);
  return groups.map((group) => plannedMatch(plan, group, { day, isToday }));
}

function plannedMatch(plan: Plan, group: Group, { day, isToday }: { day: Day; isToday: boolean }): PlannedMatch {
  const { others, club } = plan;
  const { players, tee, format } = group;
  const name = `${day}-${group.slot}`;
  const course = (group.away ? others[dayNumber(day) % others.length] : club) ?? club;
  const idOf = (golfer: number): string => golferOf(plan, golfer).id;
  const keyOf = keysOf(name);
  const host = idOf(players[0] ?? 0);
  const matchId = createdMatchId(commandIdOf(host, 'POST /api/match/create', keyOf(0)));

  const handicaps = players.map((golfer) => handicapOn(plan, golfer, day));
  const cards = players.map((golfer, i): PlayedCard => {
    const { gender } = golferOf(plan, golfer);
    const card = courseCard(course, tee).byGender[gender];
    if (card === undefined) throw new Error(`${course.name} has no ${tee} tee for ${gender}`);
    const { slopeRating, scratchRating, parRating, holes } = card;
    const ratings = { handicap: handicaps[i] ?? 0, slopeRating, scratchRating, parRating, gender };
    return { holes, format, dailyHandicap: dailyHandicap(ratings) };
  });
  const entries = cards.map((card, i) => playRound(chance(`${SEED}/${name}/${players[i]}`), card));
  const slip = cards[0] === undefined ? null : slipOf(cards[0], entries[0] ?? [], SLIPS_FROM);
  const script = scriptOf({ ...group, matchId, courseId: course.id, handicaps, entries, slip, idOf, keyOf });
  const soFar = { all: script.steps.length, 'half-played': script.halfPlayed, inviting: script.inviting };
  const steps = isToday ? script.steps.slice(0, soFar[group.today]) : script.steps;
  const teeOff = steps.length < script.steps.length ? null : group.teeOff;
  return { name, matchId, day, course, players, steps, teeOff };
}

function golferOf({ golfers }: Plan, golfer: number): Plan['golfers'][number] {
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

interface Round extends Pick<PlannedMatch, 'day' | 'teeOff'> {
  course: { timeZone: string };
  steps: readonly { path: string; minute: number }[];
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
