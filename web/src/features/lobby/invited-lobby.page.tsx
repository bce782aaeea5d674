import type { MatchAnswer } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../api/auth.js';
import { messageOf } from '../../api/errors.js';
import { useSession } from '../../api/use-session.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorState } from '../../ui/empty-state.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { firstName } from '../../ui/words.js';
import { CommandBanner } from './command-banner.js';
import { HandicapFields } from './handicap-fields.js';
import { LeaveLobby } from './leave-lobby.js';
import { Columns, Foot, LobbyPage, Note, SectionHead, Stack } from './lobby-page.js';
import { Players } from './players.js';
import { RoundFacts } from './round-facts.js';
import { useHandicap } from './use-handicap.js';
import { useLobby } from './use-lobby.js';
import { NOT_POSTED } from './words.js';

export { loader } from './lobby-loader.js';

/** The lobby of a golfer who was invited (spec section 2, /lobby-invitation). */
export function Component() {
  const { answer, error, retry } = useLobby('guest');
  return (
    <LobbyPage data-wide="true">
      <PageHeading over={answer?.match.course.name}>Player settings</PageHeading>
      {answer !== undefined ? (
        <InvitedLobby key={answer.match.id} answer={answer} />
      ) : error === null ? (
        <Skeleton lines={2} height={240} />
      ) : (
        <ErrorState onRetry={retry}>{messageOf(error)}</ErrorState>
      )}
    </LobbyPage>
  );
}

function InvitedLobby({ answer }: { answer: MatchAnswer }) {
  const { match, lobby } = answer;
  const userId = useSession()?.userId;
  const handicap = useHandicap(answer);
  const { save } = handicap;
  const ready = lobby.users.some(({ id, ready: isReady }) => id === userId && isReady);
  const host = firstName(match.host.fullName);
  return (
    <>
      <Greeting answer={answer} ready={ready} />
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
          {match.isSocial && <Note>{NOT_POSTED}</Note>}
        </Stack>
        <Card as="section" aria-labelledby="players">
          <Stack>
            <SectionHead>
              <h2 id="players">Players</h2>
              <Note>
                {lobby.users.length + lobby.invited.length} of {match.maxGroupSize}
              </Note>
            </SectionHead>
            <Players answer={answer} />
          </Stack>
        </Card>
      </Columns>
      <LeaveLobby match={match} isHost={false} />
      <Foot>
        <CommandBanner error={save.error} />
        {ready ? (
          <Button kind="secondary" wide busy={save.isPending} onClick={() => save.mutate({ ready: false })}>
            Change settings
          </Button>
        ) : (
          <Button
            size="large"
            wide
            reason={handicap.handicap === null ? 'Your handicap is on its way' : ''}
            busy={save.isPending}
            onClick={() => save.mutate({ ready: true }, { onSuccess: () => window.scrollTo(0, 0) })}
          >
            Accept
          </Button>
        )}
      </Foot>
    </>
  );
}

function Greeting({ answer: { match }, ready }: { answer: MatchAnswer; ready: boolean }) {
  const { data: user } = useQuery(userQuery());
  return (
    <p>
      {user === undefined ? 'Hello' : `Hello ${firstName(user.fullName)}`}. {match.host.fullName} has invited you to a{' '}
      {match.isSocial ? 'practice' : 'match'} round.{!ready && ' Check your handicap, then accept.'}
    </p>
  );
}
