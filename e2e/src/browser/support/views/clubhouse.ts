import { at, opens, type View } from './view.js';

/** Results, history and the eclectic round. */
export const CLUBHOUSE: readonly View[] = [
  { name: 'clubhouse', who: ({ signer }) => signer, path: ({ course }) => `/clubhouse?course=${course}` },
  { name: 'leaderboard', who: ({ signer }) => signer, path: ({ course }) => `/clubhouse/leaderboard?course=${course}` },
  { name: 'leaderboard-no-course', who: ({ newcomer }) => newcomer, path: at('/clubhouse/leaderboard') },
  {
    name: 'leaderboard-courses',
    who: ({ signer }) => signer,
    path: ({ course }) => `/clubhouse/leaderboard?course=${course}`,
    shows: opens('Show another course', 'Show another course'),
  },
  { name: 'history', who: ({ signer }) => signer, path: at('/clubhouse/your-rounds-history') },
  { name: 'history-corrected', who: ({ putRight }) => putRight, path: at('/clubhouse/your-rounds-history') },
  { name: 'history-empty', who: ({ newcomer }) => newcomer, path: at('/clubhouse/your-rounds-history') },
  { name: 'unsigned-rounds', who: ({ finisher }) => finisher, path: at('/clubhouse/your-rounds-unsigned') },
  {
    name: 'eclectic',
    who: ({ signer }) => signer,
    path: ({ course }) => `/clubhouse/your-eclectic-round?course=${course}`,
  },
  {
    name: 'history-courses',
    who: ({ organiser }) => organiser,
    path: ({ course }) => `/clubhouse/your-rounds-history?course=${course}`,
    shows: opens('Show another course', 'Show another course'),
  },
  { name: 'unsigned-rounds-none', who: ({ newcomer }) => newcomer, path: at('/clubhouse/your-rounds-unsigned') },
  {
    name: 'eclectic-empty',
    who: ({ newcomer }) => newcomer,
    path: ({ course }) => `/clubhouse/your-eclectic-round?course=${course}`,
  },
  {
    name: 'eclectic-courses',
    who: ({ signer }) => signer,
    path: ({ course }) => `/clubhouse/your-eclectic-round?course=${course}`,
    shows: opens('Show another course', 'Show another course'),
  },
];
