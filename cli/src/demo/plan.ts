import { commandIdOf, createdMatchId } from '@fairmark/api/match/commands/command-identity';
import { LIMITS, type Gender } from '@fairmark/contract';
import { dayBegins, plusDays } from '@fairmark/events';
import { dailyHandicap } from '@fairmark/scoring';
import { chance } from '@fairmark/server';
import { courseCard, type CardSource } from '@fairmark/server/courses/course-card';
import { v5 as uuidV5 } from 'uuid';
import { dayNumber, groupsOf, type Day, type Group } from './calendar.js';
import { playRound, slipOf, type PlayedCard } from './score-model.js';
import { scriptOf, type Step } from './script.js';

/** What a demo is made of. */
export interface Plan {
  /** Same seed, same rounds. */
  seed: string;
  /** With their official handicaps, of which a plus is negative. */
  golfers: readonly { id: string; gender: Gender; handicap: number }[];
  /** Where most of the golfers are at home, and the others. */
  club: CardSource;
  others: readonly CardSource[];
}

/** A match of the demo, from its lobby to as far as it goes. */
export interface PlannedMatch extends Pick<Group, 'players'> {
  /** Tells it from every other match of the seed: day and group. */
  name: string;
  matchId: string;
  day: Day;
  course: CardSource;
  steps: readonly Step[];
  /** Minutes after midnight, for a round that is played to its end; null when the last step is happening now. */
  teeOff: number | null;
}

/** How far a golfer's handicap goes up and down with the weeks. */
const DRIFT = 0.4;
/** A slip happens on the back nine, where no player looks back any more. */
const SLIPS_FROM = 10;
/** Namespace of the keys of the demo's commands. */
const KEYS = '5d0a56b1-3f8b-4c55-9f3e-6a6c1e8f2d77';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Far beyond any day: the round is moved back until its last step happens now. */
const AS_LATE_AS_POSSIBLE = 48 * 60;

/** Names the steps of something that the demo plays: at every attempt the same. `label`: how requests call it. */
export function identifier(
  seed: string,
  name: string,
  label = name,
): (step: number) => Pick<Step, 'key' | 'requestId'> {
  return (step) => ({ key: uuidV5(`${seed}/${name}/${step}`, KEYS), requestId: `demo-${seed}-${label}-${step}` });
}

/** The matches of a day; on `isToday`, some of them as far as they have come. Same plan and day: same matches. */
export function matchesOf(plan: Plan, day: Day, isToday: boolean): PlannedMatch[] {
  const groups = groupsOf((name) => chance(`${plan.seed}/${name}`), day, isToday);
  return groups.map((group) => plannedMatch(plan, group, { day, isToday }));
}

function plannedMatch(plan: Plan, group: Group, { day, isToday }: { day: Day; isToday: boolean }): PlannedMatch {
  const { seed, others, club } = plan;
  const { players, tee, format } = group;
  const name = `${day}-${group.slot}`;
  const course = (group.away ? others[dayNumber(day) % others.length] : club) ?? club;
  const idOf = (golfer: number): string => golferOf(plan, golfer).id;
  const identify = identifier(seed, name);
  const host = idOf(players[0] ?? 0);
  const matchId = createdMatchId(commandIdOf(host, 'POST /api/match/create', identify(0).key));

  const handicaps = players.map((golfer) => handicapOn(plan, golfer, day));
  const cards = players.map((golfer, i): PlayedCard => {
    const { gender } = golferOf(plan, golfer);
    const card = courseCard(course, tee).byGender[gender];
    if (card === undefined) throw new Error(`${course.name} has no ${tee} tee for ${gender}`);
    const { slopeRating, scratchRating, parRating, holes } = card;
    const ratings = { handicap: handicaps[i] ?? 0, slopeRating, scratchRating, parRating, gender };
    return { holes, format, dailyHandicap: dailyHandicap(ratings) };
  });
  const entries = cards.map((card, i) => playRound(chance(`${seed}/${name}/${players[i]}`), card));
  const slip = cards[0] === undefined ? null : slipOf(cards[0], entries[0] ?? [], SLIPS_FROM);
  const script = scriptOf({ ...group, matchId, courseId: course.id, handicaps, entries, slip, idOf, identify });
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
  const drift = DRIFT * (2 * chance(`${plan.seed}/handicap/${golfer}/${week}`).next() - 1);
  const official = Math.round((golferOf(plan, golfer).handicap + drift) * 10) / 10;
  return Math.min(Math.max(official, LIMITS.handicapMin), LIMITS.handicapMax);
}

/** What a timetable needs to know of a match. */
interface Round extends Pick<PlannedMatch, 'day' | 'teeOff'> {
  course: { timeZone: string };
  steps: readonly { path: string; minute: number }[];
}

/**
 * When the steps of a match happen: teeing off at `teeOff` on the course's clocks, started on its day. On a day that is not over
 * yet the round moves forward, and is played faster where even that is not enough, so that it starts on its day and ends by `now`.
 * Null: the day has not begun there.
 */
export function timetable({ day, course, teeOff, steps }: Round, now: number): ((minute: number) => Date) | null {
  const begins = Date.parse(dayBegins(course, day));
  const ends = Date.parse(dayBegins(course, plusDays(day, 1)));
  const room = now - begins;
  if (room <= 0) return null;
  const start = steps.find(({ path }) => path.endsWith('/start'))?.minute ?? 0;
  const last = steps.at(-1)?.minute ?? 0;
  const [before, after] = [-start * MINUTE_MS, last * MINUTE_MS];
  const pace = Math.min(1, room / (before + Math.max(after, 0) + MINUTE_MS));
  // Clocks change in the small hours: counted back from the next midnight, the day always has 24 hours.
  const onTheClock = ends - DAY_MS + (teeOff ?? AS_LATE_AS_POSSIBLE) * MINUTE_MS;
  const teesOff = Math.max(Math.min(onTheClock, now - after * pace), begins + before * pace);
  return (minute) => new Date(teesOff + minute * MINUTE_MS * pace);
}
