import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { useSession } from '../../api/use-session.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card, Stack } from '../../ui/page-parts.js';
import { shortName } from '../../text/words.js';
import { CommandBanner } from './parts/command-banner.js';
import { HandicapFields, useHandicap } from './settings/handicap-sheet.js';
import { Columns, Foot } from './parts/lobby-page.js';
import { useChange } from '../../ui/hooks/use-change.js';
import { LOADING, OpenLobby, type LobbyProps } from './open-lobby.js';
import { PlayersCard } from './players.js';
import { RoundFacts } from './settings/round-facts.js';
import { focusPlace } from '../../shared/acting.js';
import { paths } from '../../shared/routing/paths.js';
import { OtherLobbyConfirm, useAnswer } from './other-lobby.js';

export { loader } from './open-lobby.js';

/** /lobby-invitation: the lobby for an invited golfer. */
export const Component = () => <OpenLobby Lobby={WithUser} />;

/** Waits for the golfer too: a handicap and greeting that appeared later would move the content below. */
function WithUser({ answer }: LobbyProps) {
  const { data: user, isError } = useQuery(userQuery());
  if (user === undefined && !isError) return LOADING;
  return <InvitedLobby answer={answer} hello={user === undefined ? 'Hello' : `Hello ${shortName(user)}`} />;
}

function InvitedLobby({ answer, hello }: LobbyProps & { hello: string }) {
  const { match, lobby, userMatchSettings } = answer;
  const navigate = useNavigate();
  const userId = useSession()?.userId;
  const handicap = useHandicap(answer);
  const { save } = handicap;
  const ready = userMatchSettings?.ready === true;
  // Of a golfer who closed the dialog of the invitation without an answer: Accept joins the lobby too.
  const inviteId = lobby.invited.find(({ id }) => id === userId)?.inviteId;
  const toTop = (): void => {
    focusPlace();
    window.scrollTo(0, 0);
  };
  const getReady = (): void => save.mutate({ ready: true }, { onSuccess: toTop });
  const goHome = (): void => void navigate(paths.home(), { replace: true });
  const { accepting, error, yes, no } = useAnswer(inviteId ?? '', match.id, getReady, goHome);
  // It may be known from the lobby alone, if only the answer was lost.
  useChange(ready, () => {
    if (save.isError) save.reset();
  });
  return (
    <>
      <p>
        {hello}. {match.host.fullName} has invited you to a {match.isSocial ? 'practice' : 'match'} round.
        {!ready && ' Check your handicap, then accept.'}
      </p>
      <Columns>
        <Stack>
          {ready ? (
            <Banner kind="success" title="You have accepted">
              You go to the first hole once everyone has accepted and {shortName(match.host)} starts the round.
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
        {inviteId !== undefined && <CommandBanner error={error} />}
        {ready ? (
          <Button kind="secondary" wide busy={save.isPending} onClick={() => save.mutate({ ready: false })}>
            Change settings
          </Button>
        ) : (
          <Button
            size="large"
            wide
            reason={handicap.handicap === null ? 'Your handicap is on its way' : ''}
            {...yes}
            busy={yes.busy || save.isPending}
            onClick={inviteId === undefined ? getReady : yes.onClick}
          >
            Accept
          </Button>
        )}
        {inviteId !== undefined && (
          <>
            <Button kind="secondary" wide {...no}>
              No thanks
            </Button>
            <OtherLobbyConfirm {...accepting} confirmLabel="Accept the invitation" />
          </>
        )}
      </Foot>
    </>
  );
}
