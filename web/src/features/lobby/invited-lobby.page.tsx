import type { MatchAnswer, OwnUser } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { useSession } from '../../api/use-session.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card, Stack } from '../../ui/page-parts.js';
import { shortName } from '../../text/words.js';
import { CommandBanner } from './parts/command-banner.js';
import { HandicapFields, type HandicapState, useHandicap } from './settings/handicap-sheet.js';
import { Columns, Foot } from './parts/lobby-page.js';
import { useChange } from '../../ui/hooks/use-change.js';
import { LOADING, OpenLobby, type LobbyProps } from './open-lobby.js';
import { PlayersCard } from './players.js';
import { RoundFacts } from './settings/round-facts.js';
import { focusPlace } from '../../shared/acting.js';
import { paths } from '../../shared/routing/paths.js';
import { OtherLobbyConfirm, useAcceptInvite, useDenyInvite } from './other-lobby.js';

export { loader } from './open-lobby.js';

/** /lobby-invitation: the lobby for an invited golfer. */
export const Component = () => <OpenLobby Lobby={WithUser} />;

/** Waits for the golfer too: a handicap and greeting that appeared later would move the content below. */
function WithUser({ answer }: LobbyProps) {
  const { data: user, isError } = useQuery(userQuery());
  return user === undefined && !isError ? LOADING : <InvitedLobby answer={answer} user={user} />;
}

function InvitedLobby({ answer, user }: { answer: MatchAnswer; user: OwnUser | undefined }) {
  const { match, lobby, userMatchSettings } = answer;
  const userId = useSession()?.userId;
  const handicap = useHandicap(answer);
  const { save } = handicap;
  const ready = userMatchSettings?.ready === true;
  const invite = lobby.invited.find(({ id }) => id === userId);
  const host = shortName(match.host);
  // It may be known from the lobby alone, if only the answer was lost.
  useChange(ready, () => {
    if (save.isError) save.reset();
  });
  const accept = (): void =>
    save.mutate(
      { ready: true },
      {
        onSuccess: () => {
          focusPlace();
          window.scrollTo(0, 0);
        },
      },
    );
  return (
    <>
      <p>
        {user === undefined ? 'Hello' : `Hello ${shortName(user)}`}. {match.host.fullName} has invited you to a{' '}
        {match.isSocial ? 'practice' : 'match'} round.{!ready && ' Check your handicap, then accept.'}
      </p>
      <Columns>
        <Stack>
          {ready ? (
            <Banner kind="success" title="You have accepted">
              You go to the first hole once everyone has accepted and {host} starts the round.
            </Banner>
          ) : (
            <Card as="section" aria-label="Your handicap">
              <HandicapFields state={handicap} />
            </Card>
          )}
          <RoundFacts answer={answer} />
        </Stack>
        <PlayersCard answer={answer} />
      </Columns>
      <Foot>
        <CommandBanner error={save.error} />
        {ready ? (
          <Button kind="secondary" wide busy={save.isPending} onClick={() => save.mutate({ ready: false })}>
            Change settings
          </Button>
        ) : (
          <Accept {...{ handicap }} inviteId={invite?.inviteId} matchId={match.id} onJoined={accept} />
        )}
      </Foot>
    </>
  );
}

interface AcceptProps {
  handicap: HandicapState;
  /** Of a golfer who closed the dialog of the invitation without an answer: Accept joins the lobby too. */
  inviteId: string | undefined;
  matchId: string;
  /** Makes the golfer ready. */
  onJoined: () => void;
}

function Accept({ handicap: { handicap, save }, inviteId = '', matchId, onJoined }: AcceptProps) {
  const navigate = useNavigate();
  const joining = useAcceptInvite(inviteId, matchId, onJoined);
  const { act: join } = joining;
  const deny = useDenyInvite(inviteId, matchId, () => void navigate(paths.home(), { replace: true }));
  const { error } = join.submittedAt > deny.submittedAt ? join : deny;
  const isInvited = inviteId !== '';
  return (
    <>
      {isInvited && <CommandBanner error={error} />}
      <Button
        size="large"
        wide
        reason={handicap === null ? 'Your handicap is on its way' : ''}
        busy={join.isPending || save.isPending}
        disabled={deny.isPending}
        onClick={() => (isInvited ? join.mutate(undefined) : onJoined())}
      >
        Accept
      </Button>
      {isInvited && (
        <Button kind="secondary" wide busy={deny.isPending} disabled={join.isPending} onClick={() => deny.mutate()}>
          No thanks
        </Button>
      )}
      {isInvited && <OtherLobbyConfirm {...joining} confirmLabel="Accept the invitation" />}
    </>
  );
}
