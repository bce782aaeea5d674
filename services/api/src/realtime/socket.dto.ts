import { IdField } from '../http/fields.js';

/** What a message about a match carries. */
export class MatchMessage {
  @IdField() matchId!: string;
}

/** What a message about a course carries. */
export class CourseMessage {
  @IdField() courseId!: string;
}
