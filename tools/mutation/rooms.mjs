/** What is mutated; the suites beside it have to notice. */
export const ROOMS = {
  scoring: 'libs/scoring/src',
  match: 'libs/events/src/match',
  competition: 'libs/events/src/competition',
};
