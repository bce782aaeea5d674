import styled from '@emotion/styled';
import { ArrowRight, CircleUserRound, Flag, History, House, Trophy, type LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { PLACES, type Place } from '../shared/routing/paths.js';
import { isOwnPage, useResume } from '../shared/resume/resume.js';
import { UnsignedMark } from '../shared/unsigned-mark.js';
import { LOW } from '../ui/breakpoints.js';
import { OnPhone, onGreen } from '../ui/page-parts.js';
import { useCurrentPage } from './page-handle.js';

const Bar = styled(OnPhone)`
  position: fixed;
  z-index: 3;
  inset: auto 0 0;
  padding: 0 env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
  border-top: 1px solid var(--line);
  background: var(--surface);
  /* Side by side: a phone in landscape has no height to spare. */
  ${LOW} {
    display: flex;
    & > nav {
      flex: 1;
    }
  }
`;

const Tabs = styled.ul`
  display: grid;
  grid-template-columns: repeat(5, minmax(max-content, 1fr));
  max-width: var(--column);
  margin-inline: auto;
  & a {
    position: relative;
    display: grid;
    place-content: center;
    place-items: center;
    gap: 2px;
    height: var(--tabs);
    color: var(--ink-2);
    /* Five tabs must fit at any text size. */
    font-size: min(var(--text-12), 3.4vw);
    font-weight: 600;
    line-height: 1.1;
    text-decoration: none;
    outline-offset: -3px;
  }
  & a[aria-current] {
    color: var(--primary);
  }
  & svg {
    width: 52px;
    height: 28px;
    padding: 3px 0;
    border-radius: 14px;
  }
  & a[aria-current] > svg {
    background: var(--primary-tint);
  }
  /* The mark of unsigned rounds, at the icon. */
  & a > span {
    position: absolute;
    top: 3px;
    left: calc(50% + 6px);
  }
  ${LOW} {
    & a {
      grid-auto-flow: column;
      gap: var(--space-1);
    }
    & svg {
      width: 36px;
    }
    & a > span {
      left: 8px;
    }
  }
`;

const Resume = styled(Link)`
  ${onGreen}
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  column-gap: var(--space-3);
  min-height: var(--resume);
  padding-inline: var(--space-4);
  line-height: 1.2;
  text-decoration: none;
  outline-offset: -4px;
  ${LOW} {
    flex: 0 1 32%;
    min-width: 0;
  }
  & > span {
    display: grid;
    overflow: hidden;
    white-space: nowrap;
  }
  & strong {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

const ICONS: Readonly<Record<Place, LucideIcon>> = {
  play: Flag,
  clubhouse: House,
  history: History,
  comps: Trophy,
  you: CircleUserRound,
};

/** The bottom bar of a phone: a link to the match in progress, and the five sections. */
export function BottomBar() {
  const { place, below } = useCurrentPage();
  const location = useLocation();
  const resume = useResume();
  const shown = resume && !isOwnPage(location, resume.matchId) ? resume : null;
  return (
    <Bar data-print="no">
      {shown !== null && (
        <Resume to={shown.to} data-resume>
          <span>
            <small>Resume Round</small> <strong>{shown.words}</strong>
          </span>
          <ArrowRight size={20} />
        </Resume>
      )}
      <nav aria-label="Places">
        <Tabs>
          {(Object.entries(ICONS) as [Place, LucideIcon][]).map(([tab, Icon]) => {
            const { to, words } = PLACES[tab];
            const current = tab !== place ? undefined : below ? 'true' : 'page';
            return (
              <li key={tab}>
                <Link to={to} aria-current={current} onClick={() => current === 'page' && window.scrollTo(0, 0)}>
                  <Icon size={22} />
                  {words}
                  {tab === 'history' && <UnsignedMark />}
                </Link>
              </li>
            );
          })}
        </Tabs>
      </nav>
    </Bar>
  );
}
