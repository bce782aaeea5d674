import { TextField } from '../http/fields.js';

/** Read your own writes: what a command answered, so that the answer holds at least that. */
export class PositionQuery {
  @TextField({
    max: 19,
    pattern: /^\d{1,19}$/,
    optional: true,
    message: 'Position must be the number that a command answered',
  })
  position?: string;
  @TextField({ max: 100, optional: true }) log?: string;
}
