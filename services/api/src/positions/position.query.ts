import { TextField } from '../http/fields.js';

/**
 * Read your own writes: the position that a command answered, which the query's answer must include. Without `log` it
 * is a position of this deployment's log.
 */
export class PositionQuery {
  @TextField({
    max: 19,
    pattern: /^\d{1,19}$/,
    optional: true,
    description: 'As a command or hint gave it: waits for it, and answers `stale` if the answer may lack it',
    message: 'Position must be the number that a command answered',
  })
  position?: string;
  @TextField({ max: 100, optional: true, description: 'The log of that position' }) log?: string;
}
