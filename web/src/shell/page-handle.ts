import { matchPath, useMatches, type Params } from 'react-router-dom';
import { PLACES, type Place } from '../shared/routing/paths.js';

/** What the frame knows about a page before its chunk has loaded. */
export interface PageHandle {
  /** Shown in the browser tab and announced after a change of page. */
  title: string | ((params: Params) => string);
  /** The page's section: its tab, and the target of its back link. */
  place?: Place;
  /** `scoring`: always light, for the sun, and with its own header. `board`: without any frame. */
  frame?: 'scoring' | 'board';
  invitations?: true;
  /** Whether to preload the chunks of a round. */
  leadsToRound?: true;
}

/** The current page's handle. `below`: whether it is below its section's page, and so has a back link. */
export function useCurrentPage(): Omit<PageHandle, 'title'> & { title: string; below: boolean } {
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
