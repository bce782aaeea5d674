import type { Weekday } from '@fairmark/contract';
import { createdCompetitionId, commandIdOf } from '@fairmark/api/commands/command-identity';
import { competitionStream, dayBegins, plusDays } from '@fairmark/events';
import { dayNumber, type Day } from './calendar.js';
import { keysOf, type Plan } from './plan.js';
import type { Step } from './script.js';

/** A competition that the club starts again as soon as it has ended. */
interface Series {
  name: string;
  days: readonly Weekday[];
  /** Percent of the daily handicap. */
  allowance: number;
  host: number;
  /** The day number on which its periods start, modulo `PERIOD`. */
  begins: number;
}

/** A competition of the demo with its steps: it is created on its first day, then some of its players open it. */
export type PlannedCompetition = ReturnType<typeof planned>;

const WEEKS = 6;
const PERIOD = WEEKS * 7;
/** Both start on a Monday, half a period apart, so that on any day one of them is in its fourth week or later. */
const SERIES: readonly Series[] = [
  { name: 'Tuesday Ringers', days: ['Tuesday'], allowance: 100, host: 0, begins: 4 },
  { name: 'Weekend Ringers', days: ['Saturday', 'Sunday'], allowance: 75, host: 2, begins: 4 + PERIOD / 2 },
];
/** Every third player has not opened the competition yet. */
const LOOKS_AWAY = 3;
const HOUR_MS = 3_600_000;
/** By the course's clock. */
const CREATED_AT_HOUR = 6;

/** The competitions that run on a day. The same plan and day give the same competitions. */
export function competitionsOf(plan: Plan, today: Day): PlannedCompetition[] {
  return SERIES.map((series) => {
    const age = (dayNumber(today) - series.begins) % PERIOD;
    return planned(plan, series, plusDays(today, -age));
  });
}

function planned({ golfers, club }: Plan, series: Series, day: Day) {
  const { name, days, allowance, host } = series;
  const keyOf = keysOf(`${name}/${day}`);
  const players = golfers.map(({ id }) => id);
  const hostId = players[host] ?? '';
  const id = createdCompetitionId(commandIdOf(hostId, 'POST /api/competitions', keyOf(0)));
  const body = {
    competitionName: name,
    competitionType: 'ECLECTIC',
    course: club.id,
    duration: WEEKS,
    days,
    allowance,
    players,
  };
  const path = '/api/competitions';
  const created: Step = { minute: 0, by: host, method: 'POST', path, body, refused: null, key: keyOf(0) };
  const opened = golfers.flatMap((_, by): Step[] => {
    if (by === host || by % LOOKS_AWAY === LOOKS_AWAY - 1) return [];
    return [{ minute: by, by, method: 'GET', path: `${path}/${id}`, body: {}, refused: null, key: keyOf(by + 1) }];
  });
  const steps: readonly Step[] = [created, ...opened];
  return { name: `${name}, ${day}`, day, stream: competitionStream(id), steps };
}

/** When the steps happen: on the morning of the first day, but no later than `now`. */
export function momentsOf(club: Plan['club'], { day }: PlannedCompetition, now: number): (minute: number) => Date {
  const morning = Date.parse(dayBegins(club, day)) + CREATED_AT_HOUR * HOUR_MS;
  return (minute) => new Date(Math.min(morning + minute * 60_000, now));
}
