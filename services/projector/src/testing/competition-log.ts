import { randomUUID } from 'node:crypto';
import {
  COMPETITION_SCHEMA_VERSIONS,
  competitionDays,
  competitionStream,
  type CompetitionEvent,
  type CompetitionEvents,
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

type Created = CompetitionEvents['CompetitionCreated'];

interface GivenCompetition extends Partial<Omit<Created, 'lastDay'>> {
  players?: string[];
  timeZone?: string;
  /** Time of its creation. */
  at?: string;
}

/** Appends a competition to a log: by default four weeks from 7 September 2026 in Sydney. Returns its id. */
export async function createCompetition(store: EventStore, given: GivenCompetition = {}): Promise<string> {
  const { players = [randomUUID()], at = '2026-09-07T01:00:00.000Z', course, timeZone, ...about } = given;
  const { competitionId = randomUUID(), firstDay = '2026-09-07', duration = 4 } = about;
  const { courseId, name, clubName, courseName, state, golflinkCourseId, ...place } = course ?? {
    ...scriptedCourse(chance(8), 'Banksia Links'),
    timeZone: 'Australia/Sydney',
  };
  const created: Created = {
    competitionId,
    hostId: randomUUID(),
    name: 'Ringers',
    course: { courseId, name, clubName, courseName, state, timeZone: timeZone ?? place.timeZone, golflinkCourseId },
    competitionType: 'ECLECTIC',
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    allowance: 100,
    consent: 'ASKED',
    duration,
    ...competitionDays(firstDay, duration),
    ...about,
  };
  const events: CompetitionEvent[] = [
    { type: 'CompetitionCreated', data: created },
    { type: 'CompetitionPlayersAdded', data: { userIds: players } },
  ];
  await appendToCompetition(store, competitionId, events, at);
  return competitionId;
}
