import { LIMITS, type Gender, type Tee, type PlayType } from '@fairmark/contract';
import { chance, type Chance } from '@fairmark/server';
import { dailyHandicap } from '@fairmark/scoring';
import { courseCard, type CardSource } from '@fairmark/server/courses/course-card';
import { lobbyScript } from './lobby-script.js';
import { groupsOf, type Group } from './rota.js';
import { roundScript } from './round-script.js';
import { playRound, slipOf, type PlayedCard } from './score-model.js';
import type { Round, Step } from './script.js';
import { dayNumber, type Day } from './timetable.js';

/** A golfer of the demo, as far as playing goes. */
export interface PlanGolfer {
  gender: Gender;
  /** Official; a plus handicap is negative. */
  handicap: number;
}

export interface PlanCourses {
  /** Where most of the golfers are at home. */
  club: CardSource;
  others: readonly CardSource[];
}

/** A match of the demo, from its lobby to as far as it goes. */
export interface PlannedMatch {
  /** Tells it from every other match of the seed: day and group. */
  name: string;
  day: Day;
  course: CardSource;
  tee: Tee;
  playType: PlayType;
  matchType: Group['format'];
  players: readonly number[];
  /** The handicap each of them takes for this round, in the order of `players`. */
  handicaps: readonly number[];
  steps: readonly Step[];
  /** Minutes after midnight, for a round that is played to its end; null when the last step is happening now. */
  teeOff: number | null;
}

export interface Plan {
  seed: string;
  golfers: readonly PlanGolfer[];
  courses: PlanCourses;
}

/** How far a golfer's handicap goes up and down with the weeks. */
const DRIFT = 0.4;
/** A slip happens on the back nine, where nobody looks back any more. */
const SLIPS_FROM = 10;

/** The matches of a day; on `isToday`, some of them as far as they have come. Same plan and day: same matches. */
export function matchesOf(plan: Plan, day: Day, isToday: boolean): PlannedMatch[] {
  const draws = (name: string): Chance => chance(`${plan.seed}/${name}`);
  return groupsOf(draws, day, isToday).map((group) => plannedMatch(plan, { day, isToday, group }));
}

function plannedMatch(plan: Plan, { day, isToday, group }: { day: Day; isToday: boolean; group: Group }): PlannedMatch {
  const { players, tee, playType, format, story, lobby, bystanders } = group;
  const name = `${day}-${group.slot}`;
  const course = courseOf(plan.courses, group.course);
  const handicaps = players.map((golfer) => handicapOn(plan, golfer, day));
  const cards = players.map((golfer, i) => {
    const gender = plan.golfers[golfer]?.gender ?? 'MALE';
    return playedCard({ course, tee, gender, handicap: handicaps[i] ?? 0, format });
  });
  const entries = cards.map((card, i) => playRound(chance(`${plan.seed}/${name}/${players[i]}`), card));
  const [card] = cards;
  const [first = []] = entries;
  const slip = card === undefined ? null : slipOf(card, first, SLIPS_FROM);
  const round: Round = { players, entries, slip, story, lobby, bystanders };

  const inLobby = lobbyScript(round);
  const onCourse = roundScript(round);
  const all = [...inLobby.steps, ...onCourse.steps];
  const soFar = { all: all.length, 'half-played': inLobby.steps.length + onCourse.soFar, inviting: inLobby.invitesOut };
  const steps = isToday ? all.slice(0, soFar[group.today]) : all;
  const teeOff = steps.length < all.length ? null : group.teeOff;
  return { name, day, course, tee, playType, matchType: format, players, handicaps, steps, teeOff };
}

function courseOf({ club, others }: PlanCourses, which: Group['course']): CardSource {
  return which === 'club' ? club : (others[which % others.length] ?? club);
}

function handicapOn({ seed, golfers }: Plan, golfer: number, day: Day): number {
  const week = Math.floor(dayNumber(day) / 7);
  const drift = DRIFT * (2 * chance(`${seed}/handicap/${golfer}/${week}`).next() - 1);
  const official = Math.round(((golfers[golfer]?.handicap ?? 0) + drift) * 10) / 10;
  return Math.min(Math.max(official, LIMITS.handicapMin), LIMITS.handicapMax);
}

interface OnTheCard {
  course: CardSource;
  tee: Tee;
  gender: Gender;
  handicap: number;
  format: Group['format'];
}

function playedCard({ course, tee, gender, handicap, format }: OnTheCard): PlayedCard {
  const card = courseCard(course, tee).byGender[gender];
  if (card === undefined) throw new Error(`${course.name} has no ${tee} tee for ${gender}`);
  const { slopeRating, scratchRating, parRating, holes } = card;
  return { holes, format, dailyHandicap: dailyHandicap({ handicap, slopeRating, scratchRating, parRating, gender }) };
}
