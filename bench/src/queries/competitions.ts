import type { CompetitionCourse, CompetitionEvent } from '@fairmark/events';
import { APP_SCHEMA } from '@fairmark/server';
import { appendToCompetition, createCompetition } from '@fairmark/projector/testing/competition-log';
import type { Client } from 'pg';
import { withLog } from '../run/server.js';

/** As many as a page shows. */
const PLAYERS = 50;
const WEEKS = 15;
/** Chosen so that it includes the last weeks of play but has not ended. */
const BEGUN_DAYS_AGO = 7 * 14;
const DAY_MS = 86_400_000;

interface Place {
  course: CompetitionCourse;
  players: string[];
}

/**
 * Creates an eclectic on every course, through the log: fifty golfers of its district, hosted by one of them. All have
 * opened it, so that reading it writes nothing. The projector still has to write its rows.
 */
export async function addCompetitions(client: Client, url: string): Promise<void> {
  const { rows } = await client.query<Place>(
    `select json_build_object('courseId', c.id, 'name', c.name, 'clubName', c.club_name, 'courseName', c.course_name,
         'state', c.state, 'timeZone', c.time_zone, 'golflinkCourseId', c.golflink_course_id) as course,
       array(select user_id::text from golfer where golfer.district = place.district order by n limit ${PLAYERS}) as players
     from place join ${APP_SCHEMA}.courses c on c.id = place.course_id`,
  );
  const firstDay = new Date(Date.now() - BEGUN_DAYS_AGO * DAY_MS).toISOString().slice(0, 10);
  await withLog(url, async (store) => {
    for (const { course, players } of rows) {
      const at = `${firstDay}T00:00:00.000Z`;
      const about = { hostId: players[0] ?? '', course, players, firstDay, duration: WEEKS, at };
      const competitionId = await createCompetition(store, about);
      const opened = players.map((userId): CompetitionEvent => ({ type: 'CompetitionOpened', data: { userId } }));
      await appendToCompetition(store, competitionId, opened, at);
    }
  });
}
