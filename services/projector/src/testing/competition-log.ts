import { randomUUID } from 'node:crypto';
import { WEEKDAYS } from '@fairmark/contract';
import {
  COMPETITION_SCHEMA_VERSIONS,
  competitionDays,
  competitionStream,
  type CompetitionCourse,
  type CompetitionEvent,
  type CompetitionEvents,
} from '@fairmark/events';
import { FOUR_WEEKS } from '@fairmark/events/testing/competitions';
import { COMPETITION_EXAMPLES } from '@fairmark/events/testing/event-examples';
import type { EventStore } from '@fairmark/event-store';
import { appendCommand, endOf } from './append.js';

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

const EXAMPLE = COMPETITION_EXAMPLES.CompetitionCreated;

/** Appends a competition to a log: by default `FOUR_WEEKS` on every day of the week. Returns its id. */
export async function createCompetition(store: EventStore, given: GivenCompetition = {}): Promise<string> {
  const { players = [randomUUID()], at = '2026-09-07T01:00:00.000Z', timeZone, ...about } = given;
  const { competitionId = randomUUID(), firstDay = FOUR_WEEKS.firstDay, duration = FOUR_WEEKS.duration } = about;
  // A course card of a match has more than the course of a competition.
  const { byGender: _, ...course }: CompetitionCourse & { byGender?: unknown } = about.course ?? EXAMPLE.course;
  const created: Created = {
    ...EXAMPLE,
    hostId: randomUUID(),
    name: 'Ringers',
    days: WEEKDAYS,
    allowance: 100,
    ...about,
    competitionId,
    course: { ...course, timeZone: timeZone ?? course.timeZone },
    duration,
    ...competitionDays(firstDay, duration),
  };
  const events: CompetitionEvent[] = [
    { type: 'CompetitionCreated', data: created },
    { type: 'CompetitionPlayersAdded', data: { userIds: players } },
  ];
  await appendToCompetition(store, competitionId, events, at);
  return competitionId;
}
