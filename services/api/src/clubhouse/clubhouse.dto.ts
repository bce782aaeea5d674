import {
  ERRORS,
  HISTORY_SORTS,
  LEADERBOARD_SORTS,
  LIMITS,
  type HistorySort,
  type LeaderboardSort,
} from '@fairmark/contract';
import { ChoiceField, DayField, IdField, WholeField } from '../http/fields.js';
import { PositionQuery } from '../positions/position.query.js';

/** The id may come from a mangled address. */
const NO_COURSE = ERRORS.COURSE_NOT_FOUND.message;

/** A number in the query of a page. */
export const PageField = (min: number, max: number, description: string): PropertyDecorator =>
  WholeField({ min, max, description, fromText: true, optional: true });

/** A page of a list that reflects at least the given position. */
export class PageQuery extends PositionQuery {
  @PageField(1, LIMITS.pageSizeMax, `Rows of this page; ${LIMITS.pageSizeDefault} when left out`)
  limit: number = LIMITS.pageSizeDefault;
  @PageField(0, LIMITS.pageOffsetMax, 'Rows to skip: `nextOffset` of the previous page')
  offset: number = 0;
}

export class DailyResultsQuery extends PageQuery {
  @IdField({ description: 'The course', message: NO_COURSE }) course!: string;
  @ChoiceField(LEADERBOARD_SORTS, { optional: true, description: 'That of the format most played when left out' })
  sort?: LeaderboardSort;
  @DayField({ optional: true, description: "Today on the course's calendar when left out" })
  day?: string;
}

export class HistoryQuery extends PageQuery {
  @IdField({ optional: true, description: 'Every course when left out', message: NO_COURSE }) course?: string;
  @ChoiceField(HISTORY_SORTS, { optional: true, description: 'date-desc when left out' }) sort: HistorySort =
    'date-desc';
}

export class EclecticRoundQuery extends PositionQuery {
  @IdField({ description: 'The course', message: NO_COURSE }) course!: string;
}
