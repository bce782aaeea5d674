import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invitesQuery } from '../api/match.js';
import { startRealtime } from '../api/realtime/realtime.js';
import { whenIdle } from '../api/when-idle.js';
import { startSending } from '../outbox/start-sending.js';
import { OutboxPill } from '../outbox/outbox-pill.js';
import { lazyDialog, preload } from '../ui/overlays/on-demand.js';
import { BackLink } from './back-link.js';
import { BottomBar } from './bottom-bar.js';
import { FollowMatch } from './follow-match.js';
import { Menu, MenuButton } from '../shared/menu.js';
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

/** Beside every page for a signed-in golfer: the tabs, sending, realtime, my match, invitations and preloading. */
export function BesidePage() {
  const { place, invitations = false, leadsToRound = false } = useCurrentPage();
  const { data: invites = [] } = useQuery({ ...invitesQuery(), enabled: invitations });
  useEffect(() => (leadsToRound ? whenIdle(preloadRound) : undefined), [leadsToRound]);
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
