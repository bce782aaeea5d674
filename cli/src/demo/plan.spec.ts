import { plusDays } from '@fairmark/events';
import { chance } from '@fairmark/server';
import { readFileSync } from 'node:fs';
import { readCourses } from '@fairmark/server/courses/import/read-courses';
import { courseRow } from '@fairmark/server/courses/import/save-courses';
import { matchesOf, type Plan, type PlannedMatch } from './plan.js';
import { groupsOf } from './rota.js';
import type { Call, Step } from './script.js';

const HANDICAPS = [12.4, 22.1, 5.5, -1.8, 30.2, 17.7, 9.1, 54, 26.4, 41, -10.9, 19.3];
const KINDS: Call['kind'][] = [
  ...(['create', 'invite', 'remove', 'answer', 'settings', 'marker', 'start', 'leave-lobby'] as const),
  ...(['score', 'sign', 'reopen', 'withdraw'] as const),
];
const DAYS = Array.from({ length: 42 }, (_, i) => plusDays('2026-10-10', i));

function plan(seed: string): Plan {
  const read = readCourses('courses.json', readFileSync(new URL('../../demo/courses.json', import.meta.url)));
  if (!read.ok) throw new Error('The demo courses cannot be read');
  const [club, ...others] = read.courses.map((course) => courseRow(course));
  if (club === undefined) throw new Error('There are no demo courses');
  const golfers = HANDICAPS.map((handicap, i) => ({ handicap, gender: i % 3 === 1 ? 'FEMALE' : 'MALE' }) as const);
  return { seed, golfers, courses: { club, others } };
}

const demo = plan('demo');
const days = DAYS.map((day) => matchesOf(demo, day, false));
const matches = days.flat();
const scores = (match: PlannedMatch): Step[] => match.steps.filter(({ call }) => call.kind === 'score');

test('the same seed and day make the same matches, another seed others', () => {
  expect(matchesOf(plan('demo'), DAYS[20]!, false)).toEqual(days[20]);
  expect(matchesOf(plan('other'), DAYS[20]!, false)).not.toEqual(days[20]);
});

test('what is shown of today is the beginning of what that day will have been', () => {
  for (const day of DAYS) {
    const later = new Map(matchesOf(demo, day, false).map((match) => [match.name, match]));
    for (const { name, steps, ...match } of matchesOf(demo, day, true)) {
      const whole = later.get(name);
      // On an ordinary day, what is open today is not played on tomorrow.
      if (whole === undefined) continue;
      expect(whole).toMatchObject({ players: match.players, course: match.course, matchType: match.matchType });
      expect(whole.steps.slice(0, steps.length)).toEqual(steps);
    }
  }
});

test('today has verified rounds at the club, a round in progress, and a lobby that waits for an answer', () => {
  for (const day of DAYS) {
    const today = matchesOf(demo, day, true);
    const signed = today.filter(
      (match) => match.course === demo.courses.club && match.steps.at(-1)?.call.kind === 'sign',
    );
    expect(signed.length).toBeGreaterThan(0);
    const open = today.filter(({ teeOff }) => teeOff === null);
    expect(new Set(open.map(({ steps }) => steps.at(-1)?.call.kind))).toEqual(new Set(['invite', 'score']));
  }
});

test('nobody plays twice a day, and whoever may be left in a round has the next day off', () => {
  for (const day of DAYS) {
    const draws = (name: string) => chance(`demo/${name}`);
    const competing = groupsOf(draws, day, true).filter(({ slot }) => slot !== 'practice');
    const players = competing.flatMap(({ players }) => players);
    expect(new Set(players).size).toBe(players.length);
    const left = competing.filter(({ slot }) => slot === 'later').flatMap(({ players }) => players);
    const tomorrow = groupsOf(draws, plusDays(day, 1), true).flatMap(({ players }) => players);
    expect(tomorrow.filter((golfer) => left.includes(golfer))).toEqual([]);
  }
});

test('every card is scored by its player on the holes it was played, and in stroke play without No Score', () => {
  for (const match of matches) {
    const withdrawn = match.steps.find(({ call }) => call.kind === 'withdraw')?.by;
    for (const player of match.players.filter((golfer) => golfer !== withdrawn)) {
      const own = scores(match).filter(
        ({ by, call }) => by === player && call.kind === 'score' && call.whose === player,
      );
      const holes = new Set(own.map(({ call }) => (call.kind === 'score' ? call.holeNumber : 0)));
      expect(holes.size).toBe(18);
    }
    for (const { call } of scores(match)) {
      if (call.kind !== 'score') continue;
      const { strokes, noScore } = call.entry;
      expect(noScore ? strokes === null && match.matchType !== 'STROKE' : strokes! >= 1 && strokes! <= 13).toBe(true);
    }
  }
});

test('six weeks tell every story', () => {
  const kinds = new Set(matches.flatMap(({ steps }) => steps.map(({ call }) => call.kind)));
  expect(kinds).toEqual(new Set(KINDS));
  const refused = new Set(matches.flatMap(({ steps }) => steps.map((step) => step.refused)));
  expect(refused).toEqual(new Set([undefined, 'SCORES_DONT_MATCH', 'ROUND_NOT_COMPLETE_BY_MARKER']));
  const formats = new Set(matches.map(({ playType, matchType }) => `${playType} ${matchType}`));
  expect(formats.size).toBe(4);
  expect(new Set(matches.map(({ players }) => players.length))).toEqual(new Set([1, 2, 3]));
  expect(new Set(matches.map(({ course }) => course.id)).size).toBe(9);
  expect(matches.some((match) => scores(match).some(({ call }) => call.kind === 'score' && call.entry.noScore))).toBe(
    true,
  );
});
