import styled from '@emotion/styled';
import { useLayoutEffect } from 'react';
import { Link, Outlet, useNavigation } from 'react-router-dom';
import { useSession } from '../api/use-session.js';
import { LiveRegion } from '../ui/live-region.js';
import { onDemand } from '../ui/overlays/on-demand.js';
import { Progress } from '../ui/progress.js';
import { useCurrentPage } from './page-handle.js';
import { RouteAnnouncer } from './scroll-memory.js';
import { SessionWatch } from './session-watch.js';
import { paths } from '../shared/routing/paths.js';
import { DESKTOP, PHONE } from '../ui/breakpoints.js';

// Loaded after the first paint: pages can be read without them.
const BarContents = onDemand(async () => (await import('./signed-in.js')).BarContents);
const BottomBar = onDemand(async () => (await import('./signed-in.js')).BottomBar);
const Listeners = onDemand(async () => (await import('./signed-in.js')).Listeners);

const Bar = styled.header`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  height: var(--bar);
  padding-inline: var(--space-4) var(--space-2);
  ${DESKTOP} {
    position: fixed;
    z-index: 1;
    inset: 0 auto 0 0;
    flex-direction: column;
    gap: var(--space-6);
    align-items: stretch;
    width: var(--side);
    height: auto;
    padding: var(--space-6);
    border-right: 1px solid var(--line);
    background: var(--bg);
    overflow-y: auto;
  }
  &[data-frame='scoring'] {
    ${PHONE} {
      display: none;
    }
  }
  @media print {
    display: none;
  }
`;

const Brand = styled(Link)`
  display: flex;
  flex: 1;
  align-items: center;
  align-self: stretch;
  font: 500 var(--text-22) / 1 var(--serif);
  text-decoration: none;
  /* On phones the back link takes its place, and the first tab leads home. */
  &[data-below='true'] {
    min-width: 0;
    overflow: hidden;
    visibility: hidden;
  }
  ${DESKTOP} {
    flex: none;
    min-height: var(--target);
    margin-block: calc(-1 * var(--space-3));
    &[data-below='true'] {
      visibility: visible;
    }
  }
`;

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
  useLayoutEffect(() => {
    // Reserves the space before the bar has loaded, so that nothing moves.
    document.documentElement.toggleAttribute('data-tabs', tabs);
  }, [tabs]);
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
          <Bar data-frame={frame}>
            <Brand to={paths.home()} data-below={tabs && below}>
              Fairmark
            </Brand>
            {session !== null && <BarContents />}
          </Bar>
        </>
      )}
      <Main id="content" tabIndex={-1}>
        <Outlet />
      </Main>
      {tabs && <BottomBar />}
      {!alone && <SessionWatch />}
      {!alone && session !== null && <Listeners key={session.userId} />}
      <RouteAnnouncer />
      <LiveRegion />
    </>
  );
}
