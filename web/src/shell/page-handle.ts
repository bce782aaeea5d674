import { matchPath, useMatches, type Params, type UIMatch } from 'react-router-dom';
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
  const match = useMatches().at(-1) as UIMatch<unknown, PageHandle | undefined> | undefined;
  if (match?.handle === undefined) return { title: '', below: false };
  const { title, ...rest } = match.handle;
  return {
    ...rest,
    title: typeof title === 'string' ? title : title(match.params),
    below: rest.place !== undefined && matchPath(PLACES[rest.place].to, match.pathname) === null,
  };
}
