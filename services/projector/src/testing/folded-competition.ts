import type { CompetitionEvents, RecordedEvent } from '@fairmark/events';
import type { AddRow } from './independent-fold.js';

const DAY_MS = 86_400_000;
/** All time zones differ by multiples of it. */
const QUARTER_HOUR_MS = 900_000;

/** A competition folded from its events, and its row. */
export class FoldedCompetition {
  private created: CompetitionEvents['CompetitionCreated'] | null = null;
  private createdAt = '';
  private hostId = '';
  private status = 'OPEN';
  private players: string[] = [];
  private revision = -1n;

  apply({ type, data, metadata, revision }: RecordedEvent): void {
    this.revision = revision;
    const { userIds = [], userId, hostId } = data as { userIds?: string[]; userId?: string; hostId?: string };
    if (type === 'CompetitionCreated') {
      [this.created, this.createdAt] = [data as CompetitionEvents['CompetitionCreated'], metadata.recordedAt];
    }
    this.hostId = hostId ?? this.hostId;
    if (type === 'CompetitionPlayersAdded') this.players = [...new Set([...this.players, ...userIds])];
    if (type === 'CompetitionPlayerRemoved' || type === 'CompetitionPlayerLeft') {
      this.players = this.players.filter((id) => id !== userId);
    }
    if (type === 'CompetitionDeleted') this.status = 'DELETED';
    if (type === 'CompetitionFinished') this.status = 'FINISHED';
  }

  addRows(add: AddRow): void {
    if (this.created === null) return;
    const { competitionId, course, firstDay, lastDay } = this.created;
    const { hostId, status, players, createdAt } = this;
    const of = { competition_id: competitionId, host_id: hostId, status, players, revision: Number(this.revision) };
    const window = { course_id: course.courseId, first_day: firstDay, last_day: lastDay };
    add('competitions', {
      ...of,
      ...window,
      created_at: createdAt,
      verified_before: endOfTheDayAfter(this.created),
    });
  }
}

/** Searched in quarters of an hour: the first moment after the day that follows the last day, on the course's clock. */
function endOfTheDayAfter({ course, lastDay }: CompetitionEvents['CompetitionCreated']): string {
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone: course.timeZone, dateStyle: 'short' });
  const dayAfter = new Date(Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  let moment = Date.parse(`${dayAfter}T00:00:00Z`);
  while (clock.format(moment) <= dayAfter) moment += QUARTER_HOUR_MS;
  return new Date(moment).toISOString();
}
