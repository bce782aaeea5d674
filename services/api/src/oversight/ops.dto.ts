import { DayField, IdField } from '../http/fields.js';

/** A day of a course. */
export class FoundRoundsQuery {
  @IdField({ description: 'The course' }) course!: string;
  @DayField({ description: "A date of the course's own calendar" }) day!: string;
}
