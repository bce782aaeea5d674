import { matchPath, useMatches, type Params } from 'react-router-dom';
import { PLACES, type Place } from '../shared/routing/places.js';

/** What the frame knows of a page before its code has arrived. */
export interface PageHandle {
  /** Shown in the tab and announced after a change of page. */
  title: string | ((params: Params) => string);
  /** Where a golfer's page belongs to: its tab, and where its way back leads. */
  place?: Place;
  /** `scoring`: read in the sun, so always light, and the page brings its own header. `board`: the page alone, on a wall. */
  frame?: 'scoring' | 'board';
  invitations?: true;
  /** Whether the code of a round is fetched ahead while it is shown. */
  leadsToRound?: true;
}

interface CurrentPage extends Omit<PageHandle, 'title'> {
  title: string;
  /** Whether it stands below its place, and so has a way back to it. */
  below: boolean;
}

/** The handle of the page that is shown. */
export function useCurrentPage(): CurrentPage {
  const match = useMatches().findLast(({ handle }) => isPageHandle(handle));
  if (match === undefined || !isPageHandle(match.handle)) return { title: '', below: false };
  const { title, ...rest } = match.handle;
  const { place } = rest;
  return {
    ...rest,
    title: typeof title === 'string' ? title : title(match.params),
    below: place !== undefined && matchPath(PLACES[place].to, match.pathname) === null,
  };
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
