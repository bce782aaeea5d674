import styled from '@emotion/styled';
import { useEffect } from 'react';
import { startRealtime } from '../api/realtime.js';
import { InvitationPrompt } from '../features/lobby/invitation-prompt.js';
import { OutboxPill } from '../outbox/outbox-pill.js';
import { FollowMatch } from './follow-match.js';
import { MenuButton } from './menu-button.js';
import { Menu } from './menu.js';

const OnPhone = styled.span`
  display: contents;
  @media (min-width: 1024px) {
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
  @media (min-width: 1024px) {
    display: block;
    min-width: 0;
  }
`;

/** What the bar holds for a signed-in golfer: how the scores stand, and the way to everything else. */
export function BarContents() {
  return (
    <>
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

/** What listens as long as somebody is signed in: the realtime line, my match, invitations. */
export function Listeners({ invitations }: { invitations: boolean }) {
  useEffect(() => startRealtime(), []);
  return (
    <>
      <FollowMatch />
      {invitations && <InvitationPrompt />}
    </>
  );
}
