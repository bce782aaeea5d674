/** The folders that are mutated; the suites in them have to fail. */
export const ROOMS = {
  scoring: 'libs/scoring/src',
  match: 'libs/events/src/match',
  competition: 'libs/events/src/competition',
};
