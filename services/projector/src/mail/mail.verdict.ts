import type { Letter } from './mail.layout.js';

/** What becomes of a mail that is due, at the moment at which it would go. */
export type Verdict =
  | { outcome: 'send'; letter: Letter }
  /** There is no point in sending it any more. `late`: it should have gone, and could not for too long. */
  | { outcome: 'drop'; reason: string; late: boolean }
  | { outcome: 'later'; at: Date };

/** It is not sent, ever. `reason`: for the log, without names. */
export function drop(reason: string): Verdict {
  return { outcome: 'drop', reason, late: false };
}

/** It should have been sent, and something was down for so long that it is of no use any more. */
export function tooLate(reason: string): Verdict {
  return { outcome: 'drop', reason, late: true };
}

/** It is looked at again at a moment. */
export function later(at: Date): Verdict {
  return { outcome: 'later', at };
}

/** Whom a mail goes to, and what it needs to name others and to link to pages. */
export interface Writing {
  userId: string;
  fullName: string;
  /** Names by id, as they may stand in a mail; deleted accounts too. */
  nameOf: (userId: string) => string;
  publicUrl: string;
  now: Date;
}
