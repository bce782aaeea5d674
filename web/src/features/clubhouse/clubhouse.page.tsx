import type { FunctionComponent } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '../../shared/routing/paths.js';
import { Eclectic } from './eclectic/eclectic.js';
import { History } from './history.js';
import { Hub } from './hub.js';
import { Unsigned } from './unsigned.js';
import { Leaderboard } from './daily-results.js';

const PAGES: readonly [path: string, page: FunctionComponent][] = [
  [paths.leaderboard(), Leaderboard],
  [paths.history(), History],
  [paths.unsignedRounds(), Unsigned],
  [paths.eclectic(), Eclectic],
];

/** The pages of the Clubhouse: small and mostly shared code, so they are one chunk. */
export function Component() {
  const { pathname } = useLocation();
  const Shown = PAGES.find(([path]) => matchPath(path, pathname) !== null)?.[1] ?? Hub;
  return <Shown />;
}
