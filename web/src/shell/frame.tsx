import styled from '@emotion/styled';
import { useLayoutEffect } from 'react';
import { Link, Outlet, useNavigation } from 'react-router-dom';
import { useSession } from '../api/use-session.js';
import { LiveRegion } from '../ui/live-region.js';
import { onDemand } from '../ui/overlays/on-demand.js';
import { Progress } from '../ui/spinner.js';
import { useCurrentPage } from './page-handle.js';
import { RouteAnnouncer } from './scroll-memory.js';
import { paths } from '../shared/routing/paths.js';
import { DESKTOP } from '../ui/breakpoints.js';

// Loaded after the first paint: pages can be read without them.
const BarContents = onDemand(async () => (await import('./signed-in.js')).BarContents);
const BesidePage = onDemand(async () => (await import('./signed-in.js')).BesidePage);

const Main = styled.main`
  /* Focused by script after a change of page, so it needs no ring. */
  outline: 0;
  padding-bottom: var(--bottom-bar);
  ${DESKTOP} {
    margin-left: var(--side);
  }
  @media print {
    margin: 0;
  }
`;

const Skip = styled.a`
  position: absolute;
  z-index: 10;
  padding: var(--space-3) var(--space-4);
  background: var(--surface);
`;

/** The frame of every page: bar, side navigation on desktops, and background listeners. */
export function Frame() {
  const session = useSession();
  const { frame, place, below } = useCurrentPage();
  const tabs = session !== null && place !== undefined;
  const loading = useNavigation().state !== 'idle';
  useLayoutEffect(() => {
    const root = document.documentElement;
    if (frame === 'scoring') root.dataset.theme = 'light';
    else delete root.dataset.theme;
    // The first theme-color is the green of the hole's header.
    const green = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    if (green !== null) green.media = frame === 'scoring' ? 'all' : 'not all';
  }, [frame]);
  // A board on a wall has no frame.
  const alone = frame === 'board';
  return (
    <>
      {!alone && (
        <>
          <Skip className="visually-hidden" href="#content">
            Skip to content
          </Skip>
          {loading && <Progress aria-hidden="true" />}
          <header className="shell-bar" data-frame={frame} data-print="no">
            <Link to={paths.home()} className="shell-brand" data-below={tabs && below}>
              Fairmark
            </Link>
            {session !== null && <BarContents />}
          </header>
        </>
      )}
      {/* `data-tabs` reserves the space before the bottom bar has loaded, so that nothing moves. */}
      <Main id="content" tabIndex={-1} data-tabs={tabs || undefined}>
        <Outlet />
      </Main>
      {!alone && session !== null && <BesidePage key={session.userId} />}
      <RouteAnnouncer />
      <LiveRegion />
    </>
  );
}
