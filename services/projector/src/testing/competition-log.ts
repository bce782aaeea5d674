import { randomUUID } from 'node:crypto';
import {
  COMPETITION_SCHEMA_VERSIONS,
  competitionDays,
  competitionStream,
  type CompetitionCourse,
  type CompetitionEvent,
  type CompetitionEvents,
  type CourseCard,
} from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { chance } from '@fairmark/server';
import { appendCommand, endOf } from './append.js';
import { scriptedCourse } from './match-script.js';

export async function appendToCompetition(
  store: EventStore,
  competitionId: string,
  events: readonly CompetitionEvent[],
  now: string,
): Promise<void> {
  const stream = competitionStream(competitionId);
  const tail = await endOf(store, stream);
  await appendCommand(store, { stream, tail, events, schemaVersions: COMPETITION_SCHEMA_VERSIONS, now });
}

export function competitionCourse(course: CourseCard): CompetitionCourse {
  const { courseId, name, clubName, courseName, state, timeZone, golflinkCourseId } = course;
  return { courseId, name, clubName, courseName, state, timeZone, golflinkCourseId };
}

/** The first events of an eclectic of four weeks on every day of the week, by default. */
export function createdCompetition(
  about: Pick<CompetitionEvents['CompetitionCreated'], 'competitionId' | 'hostId' | 'course' | 'firstDay'> &
    Partial<CompetitionEvents['CompetitionCreated']>,
  players: string[],
): CompetitionEvent[] {
  const { duration = 4, firstDay } = about;
  return [
    {
      type: 'CompetitionCreated',
      data: {
        name: 'Ringers',
        competitionType: 'ECLECTIC',
        days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
        allowance: 100,
        consent: 'ASKED',
        duration,
        ...competitionDays(firstDay, duration),
        ...about,
      },
    },
    { type: 'CompetitionPlayersAdded', data: { userIds: players } },
  ];
}

interface GivenCompetition extends Partial<
  Pick<CompetitionEvents['CompetitionCreated'], 'hostId' | 'firstDay' | 'name'>
> {
  players?: string[];
  timeZone?: string;
  /** When it is created. */
  at?: string;
}

/** Puts a competition into a log: of four weeks from 7 September 2026 in Sydney, unless said otherwise. Gives its id. */
export async function createCompetition(store: EventStore, given: GivenCompetition = {}): Promise<string> {
  const { players = [randomUUID()], timeZone = 'Australia/Sydney', at = '2026-09-07T01:00:00.000Z', ...about } = given;
  const competitionId = randomUUID();
  const course = { ...competitionCourse(scriptedCourse(chance(8), 'Banksia Links')), timeZone };
  const defaults = { competitionId, course, hostId: randomUUID(), firstDay: '2026-09-07' };
  await appendToCompetition(store, competitionId, createdCompetition({ ...defaults, ...about }, players), at);
  return competitionId;
}
