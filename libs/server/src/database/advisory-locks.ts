/** Advisory locks, by what they serialise. Never change a number: builds that run side by side must share the locks. */
export const ADVISORY_LOCKS = {
  migration: 7_143_201,
  /** First of two numbers; the second is the version of the read models' tables. One projector writes them. */
  projector: 7_143_202,
  /** First of two numbers; the second is the version of the tables. One rebuild at a time. 1 is the anchorer's. */
  rebuild: 7_143_203,
  anchorer: [7_143_203, 1],
  /** First of two numbers; the second is the hash of a golfer's id. Protects the golfer's daily counts. */
  dailyCaps: 7_143_204,
  /** First of two numbers; the second is the hash of a golfer's id. Sends the golfer's mails one at a time. */
  mailsOfGolfer: 7_143_205,
  nightly: 7_143_206,
} as const;
