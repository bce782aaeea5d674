import { courseDay, isCompetitionEvent, upcast, type CompetitionEvents, type RecordedEvent } from '@fairmark/events';
import type { FoldedStream } from './folded-stream.js';
import type { TableRows } from './tables.js';

const DAY_MS = 86_400_000;
/** Clocks of all time zones are apart by a multiple of it. */
const QUARTER_HOUR_MS = 900_000;

/** A competition read off its events, without their fold, and the row that it makes. */
export class FoldedCompetition implements FoldedStream {
  private created: { data: CompetitionEvents['CompetitionCreated']; at: string } | null = null;
  private hostId = '';
  private status = 'OPEN';
  private players: string[] = [];

  apply(recorded: RecordedEvent): boolean {
    const event = upcast(recorded);
    if (!isCompetitionEvent(event)) throw new Error('It is no event of a competition');
    const { type, data, metadata } = event;
    const { userIds = [], userId, hostId } = data as { userIds?: string[]; userId?: string; hostId?: string };
    if (type === 'CompetitionCreated') {
      this.created = { data, at: metadata.recordedAt };
    } else if (this.created === null) throw new Error(`${type} before CompetitionCreated`);
    this.hostId = hostId ?? this.hostId;
    if (type === 'CompetitionPlayersAdded') this.add(userIds);
    if (type === 'CompetitionPlayerRemoved' || type === 'CompetitionPlayerLeft') this.remove(userId);
    if (type === 'CompetitionDeleted') this.status = 'DELETED';
    if (type === 'CompetitionFinished') this.status = 'FINISHED';
    return type === 'CompetitionDeleted';
  }

  addRows(rows: TableRows, id: string): void {
    if (this.created === null) return;
    const { data, at } = this.created;
    const values = [this.hostId, this.status, [...this.players], at, endOfTheDayAfter(data)];
    rows.competitions.set(data.competitionId, { id, values });
  }

  private add(userIds: readonly string[]): void {
    for (const id of userIds) if (!this.players.includes(id)) this.players.push(id);
  }

  private remove(userId: string | undefined): void {
    if (userId === undefined || !this.players.includes(userId)) throw new Error(`${userId} is not in the competition`);
    this.players = this.players.filter((id) => id !== userId);
  }
}

/** Quarter by quarter of an hour: the first moment that is neither the last day nor the day after it, on the course's clocks. */
function endOfTheDayAfter({ course, lastDay }: CompetitionEvents['CompetitionCreated']): string {
  const dayAfter = new Date(Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  let moment = Date.parse(`${dayAfter}T00:00:00Z`);
  while (courseDay(course, new Date(moment).toISOString()) <= dayAfter) moment += QUARTER_HOUR_MS;
  return new Date(moment).toISOString();
}
