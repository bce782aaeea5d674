/** Advisory locks, by what they serialize. Builds side by side must lock the same numbers: none ever changes. */
export const ADVISORY_LOCKS = {
  /** One migration at a time. */
  migration: 7_143_201,
  /** First of two numbers; the second is the version of the tables. One projector writes them. */
  projector: 7_143_202,
  /** As for the projector: one rebuild at a time. Version 1 belongs to the anchorer. */
  rebuild: 7_143_203,
  /** One process anchors the log. */
  anchorer: [7_143_203, 1],
  /** First of two numbers; the second is the hash of a golfer's id, whose daily counts it protects. */
  dailyCaps: 7_143_204,
  /** First of two numbers; the second is the hash of a golfer's id, whose mails go out one at a time. */
  mailsOfGolfer: 7_143_205,
  /** One nightly backup at a time. */
  nightly: 7_143_206,
} as const;
