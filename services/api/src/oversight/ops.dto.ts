import { IsISO8601 } from 'class-validator';
import { IdField, TextField } from '../http/fields.js';

const DAY = /^[12]\d{3}-\d{2}-\d{2}$/;

/** A day of a course. */
export class FoundRoundsQuery {
  @IdField({ description: 'The course' }) course!: string;
  @IsISO8601({ strict: true }, { message: 'must be a date' })
  @TextField({ min: 10, max: 10, pattern: DAY, description: "A date of the course's own calendar" })
  day!: string;
}
