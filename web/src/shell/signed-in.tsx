import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { invitesQuery } from '../api/match.js';
import { startRealtime } from '../api/realtime/realtime.js';
import { whenIdle } from '../api/when-idle.js';
import { startSending } from '../outbox/start-sending.js';
import { OutboxPill } from '../outbox/outbox-pill.js';
import { onDemand } from '../ui/overlays/on-demand.js';
import { BackLink } from './back-link.js';
import { FollowMatch } from './follow-match.js';
import { Menu, MenuButton } from '../shared/menu.js';
import { useCurrentPage } from './page-handle.js';
import { preloadDialogs } from '../ui/overlays/dialogs.js';
import { DESKTOP } from '../ui/breakpoints.js';

/** A page first shows what it is about; then it may hear of changes. */
const LISTENING_WITHIN_MS = 1_000;

const InvitationPrompt = onDemand(
  async () => (await import('../features/lobby/invitation-prompt.js')).InvitationPrompt,
);

const OnPhone = styled.span`
  display: contents;
  ${DESKTOP} {
    display: none;
  }
`;

const Pill = styled.div`
  &:empty {
    display: none;
  }
  /* The scoring page shows it in its own header. */
  [data-frame='scoring'] & {
    display: none;
  }
`;

const OnDesktop = styled.div`
  display: none;
  ${DESKTOP} {
    display: block;
    min-width: 0;
  }
`;

export { BottomBar } from './bottom-bar.js';

/** What the bar holds for a signed-in golfer: the way back, how the scores stand, and the way to everything else. */
export function BarContents() {
  return (
    <>
      <OnPhone>
        <BackLink />
      </OnPhone>
      <Pill>
        <OutboxPill />
      </Pill>
      <OnPhone>
        <MenuButton />
      </OnPhone>
      <OnDesktop>
        <Menu />
      </OnDesktop>
    </>
  );
}

/** What runs beside every page while a golfer is signed in: scores are sent, the realtime line, my match, invitations, code fetched ahead. */
export function Listeners() {
  const { invitations, leadsToRound } = useCurrentPage();
  useEffect(() => {
    if (leadsToRound === true) preloadRound();
  }, [leadsToRound]);
  useEffect(() => startSending(), []);
  useEffect(() => {
    let close = (): void => undefined;
    const callOff = whenIdle(() => (close = startRealtime()), LISTENING_WITHIN_MS);
    return () => {
      callOff();
      close();
    };
  }, []);
  return (
    <>
      <FollowMatch />
      {invitations === true && <Invitations />}
    </>
  );
}

/** Most golfers have none, and need none of the code that offers them. What was once there stays until it has closed. */
function Invitations() {
  const { data: invites = [] } = useQuery(invitesQuery());
  const [invited, setInvited] = useState(false);
  if (invites.length > 0 && !invited) setInvited(true);
  return invited && <InvitationPrompt />;
}

/**
 * Fetches the code of a round (holes, scorecard, dialogs) while the phone has nothing else to do: on the course there
 * may be no signal to fetch it with. A miss now is no failure, the router asks again.
 */
export function preloadRound(): void {
  whenIdle(() => {
    preloadDialogs();
    for (const load of [
      () => import('../features/scoring/hole.page.js'),
      () => import('../features/scorecard/scorecard.page.js'),
    ]) {
      load().catch(() => undefined);
    }
  });
}
