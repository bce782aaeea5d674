import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useState, type MouseEvent } from 'react';
import { Link, matchPath, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { invitesQuery } from '../api/match.js';
import { startRealtime } from '../api/realtime/realtime.js';
import { whenIdle } from '../api/when-idle.js';
import { startSending } from '../outbox/start-sending.js';
import { OutboxPill } from '../outbox/outbox-pill.js';
import { lazyDialog, preload } from '../ui/overlays/on-demand.js';
import { BottomBar } from './bottom-bar.js';
import { FollowMatch } from './follow-match.js';
import { Menu, MenuButton } from '../shared/menu.js';
import { useResume } from '../shared/resume/resume.js';
import { patterns, PLACES } from '../shared/routing/paths.js';
import { useCurrentPage } from './page-handle.js';
import { preloadDialogs } from '../ui/overlays/dialogs.js';
import { useWide } from '../ui/breakpoints.js';

const InvitationPrompt = lazyDialog<{ open: boolean }>(
  async () => (await import('../features/lobby/invitation-prompt.js')).InvitationPrompt,
);

const Pill = styled.div`
  &:empty {
    display: none;
  }
  /* The scoring page has it in its own header. */
  [data-frame='scoring'] & {
    display: none;
  }
`;

/**
 * The bar's contents for a signed-in golfer: back link, state of the scores, and menu. A phone does without the side
 * navigation, not just its sight: it would render again with every hole, and ask for the match with every score.
 */
export function BarContents() {
  const wide = useWide();
  return (
    <>
      {!wide && <BackLink />}
      <Pill>
        <OutboxPill />
      </Pill>
      {wide ? (
        <div>
          <Menu />
        </div>
      ) : (
        <MenuButton />
      )}
    </>
  );
}

const BackAnchor = styled(Link)`
  display: inline-flex;
  flex: none;
  order: -1;
  align-items: center;
  gap: var(--space-1);
  min-height: var(--target);
  margin-left: calc(-1 * var(--space-2));
  padding-right: var(--space-3);
  border-radius: var(--radius-field);
  font-weight: 600;
  font-size: min(var(--text-16), 7vw);
  text-decoration: none;
`;

/**
 * A link back to where the golfer came from, for pages below a section: an installed client has no back button. For the
 * first page of a visit it leads to the section; for the card of the match in progress to the round.
 */
function BackLink() {
  const { place, below } = useCurrentPage();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const origin = useOrigin();
  const card = matchPath(patterns.scorecard, pathname)?.params.matchId;
  const resume = useResume(card !== undefined);
  if (place === undefined || !below) return null;
  const ofRound = resume && card !== undefined && card === resume.matchId;
  const { to, words } = ofRound ? { to: resume.to, words: 'Resume Round' } : (origin ?? PLACES[place]);
  const goBack = (event: MouseEvent): void => {
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (hasModifier || origin === undefined || origin.to !== to) return;
    event.preventDefault();
    // Going back restores the page as it was left.
    void navigate(-1);
  };
  return (
    <BackAnchor to={to} onClick={goBack}>
      <ChevronLeft size={24} />
      {words}
    </BackAnchor>
  );
}

type Origin = { to: string; words: string };

/** The page that this one was opened from; undefined if it was the first, or came from a page without a section. */
function useOrigin(): Origin | undefined {
  const { key, pathname, search } = useLocation();
  const { place } = useCurrentPage();
  const navigationType = useNavigationType();
  const words = matchPath(patterns.scorecard, pathname) ? 'Scorecard' : place && PLACES[place].words;
  const here: Origin | undefined = words && { to: pathname + search, words };
  const [seen, setSeen] = useState({ key, here, origins: new Map<string, Origin>() });
  if (seen.key !== key) {
    const before = navigationType === NavigationType.Push ? seen.here : seen.origins.get(seen.key);
    const isKnown = navigationType === NavigationType.Pop || before === undefined;
    setSeen({ key, here, origins: isKnown ? seen.origins : new Map(seen.origins).set(key, before) });
  } else if (seen.here?.to !== here?.to) setSeen({ ...seen, here });
  return seen.origins.get(key);
}

/** Beside every page for a signed-in golfer: the tabs, sending, realtime, my match, invitations and preloading. */
export function BesidePage() {
  const { place, invitations = false, leadsToRound = false } = useCurrentPage();
  const { data: invites = [] } = useQuery({ ...invitesQuery(), enabled: invitations });
  useEffect(() => {
    if (leadsToRound) whenIdle(preloadRound);
  }, [leadsToRound]);
  useEffect(startSending, []);
  useEffect(startRealtime, []);
  return (
    <>
      {place !== undefined && <BottomBar />}
      <FollowMatch />
      {invitations && <InvitationPrompt open={invites.length > 0} />}
    </>
  );
}

/** Preloads the chunks of a round: there may be no signal on the course. */
function preloadRound(): void {
  preloadDialogs();
  preload(
    () => import('../features/scoring/hole.page.js'),
    () => import('../features/scorecard/scorecard.page.js'),
  );
}
