import { HISTORY_SORTS, LEADERBOARD_SORTS, LIMITS, type HistorySort, type LeaderboardSort } from '@fairmark/contract';
import { IsISO8601 } from 'class-validator';
import { ChoiceField, IdField, TextField, WholeField } from '../http/fields.js';
import { PositionQuery } from '../match/commands/match.dto.js';

const DAY = /^[12]\d{3}-\d{2}-\d{2}$/;

/** A page of a list, as of a position at least. */
export class PageQuery extends PositionQuery {
  @WholeField({ min: 1, max: LIMITS.pageSizeMax, fromText: true, optional: true, description: 'Rows of this page' })
  limit: number = LIMITS.pageSizeDefault;

  @WholeField({ min: 0, max: LIMITS.pageOffsetMax, fromText: true, optional: true, description: 'Rows to skip' })
  offset: number = 0;
}

export class DailyResultsQuery extends PageQuery {
  @IdField({ description: 'The course' }) course!: string;
  @ChoiceField(LEADERBOARD_SORTS, { optional: true }) sort: LeaderboardSort = 'stableford';
  @IsISO8601({ strict: true }, { message: 'must be a date' })
  @TextField({
    min: 10,
    max: 10,
    pattern: DAY,
    optional: true,
    description: "Today on the course's calendar when left out",
  })
  day?: string;
}

export class HistoryQuery extends PageQuery {
  @IdField({ optional: true, description: 'Every course when left out' }) course?: string;
  @ChoiceField(HISTORY_SORTS, { optional: true }) sort: HistorySort = 'date-desc';
}

export class UnverifiedRoundsQuery extends PageQuery {}

export class EclecticRoundQuery extends PositionQuery {
  @IdField({ description: 'The course' }) course!: string;
}
