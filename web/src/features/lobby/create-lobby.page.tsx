import { FORMAT_NAMES, type Course, type CurrentMatch, type PersonRef } from '@fairmark/contract';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { historyQuery } from '../../api/clubhouse.js';
import { coursesQuery } from '../../api/lookups.js';
import { createMatch, currentQuery, invitePlayer, refreshMatch, refreshMine, saveSettings } from '../../api/match.js';
import { ApiError, messageOf } from '../../api/call/errors.js';
import { queryClient } from '../../api/call/query-client.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { CourseSearch } from '../../shared/course-search.js';
import { JUST_PRACTICE } from '../../shared/practice-words.js';
import { enterMatch, leavingMatch } from '../../shared/resume/leaving.js';
import { useMatchInTheWay } from '../../shared/resume/use-resume.js';
import { paths } from '../../shared/routing/paths.js';
import { useAct } from '../../shared/use-act.js';
import { useSameKey } from '../../shared/use-same-key.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ChoiceGroup } from '../../ui/fields/choice-group.js';
import { PageHeading } from '../../ui/page-title.js';
import { CompanyField } from './host/company-field.js';
import { otherLobby, OtherLobbyConfirm } from './other-lobby.js';
import { CommandBanner, RoundInProgress } from './parts/command-banner.js';
import { Foot, LobbyPage } from './parts/lobby-page.js';
import { PLAY_TYPE_WORDS } from './parts/words.js';
import { TeeField } from './settings/tee-field.js';
import { useSetUp } from './settings/use-set-up.js';

export function loader() {
  void queryClient.prefetchQuery(userQuery());
  void queryClient.prefetchQuery(historyQuery(undefined, 'date-desc'));
  void queryClient.prefetchQuery(coursesQuery(''));
  void queryClient.prefetchQuery(currentQuery());
  return null;
}

const MATCH_TYPE_CHOICES = FORMAT_NAMES.map((value) => ({
  value,
  label: FORMAT_WORDS[value].name,
  hint: FORMAT_WORDS[value].hint,
}));

/** /create-lobby: course, format, tee and players to invite. Prefilled from the golfer's last round. */
export function Component() {
  const [params] = useSearchParams();
  const playType = params.get('play-type') === 'social' ? 'SOCIAL' : 'COMPETITION';
  const isMatch = playType === 'COMPETITION';
  const inTheWay = useMatchInTheWay();
  const inRound = inTheWay?.started === true;
  const setUp = useSetUp(playType, params.get('again'));
  const { course, matchType, tee, company, missing } = setUp;
  const creation = useCreateMatch();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (inRound || missing !== '' || course === null || tee === null || creation.busy) return;
    const match = {
      course: course.id,
      tee,
      playType,
      matchType: isMatch ? (matchType ?? undefined) : undefined,
    } as const;
    creation.open({ setUp: match, company });
  };
  return (
    <LobbyPage as="form" onSubmit={submit}>
      <PageHeading over={PLAY_TYPE_WORDS[playType]}>Round settings</PageHeading>
      {inRound && <RoundInProgress current={inTheWay} />}
      {!isMatch && <Banner kind="info" title={JUST_PRACTICE} />}
      {/* Never busy: its loading message would move the rest. */}
      <CourseSearch<Course> {...setUp.choice} busy={false} />
      {isMatch && (
        <ChoiceGroup legend="Match type" options={MATCH_TYPE_CHOICES} value={matchType} onChange={setUp.setFormat} />
      )}
      <TeeField course={course} gender={setUp.gender} tee={tee} onChange={setUp.setTee} />
      {course !== null && <CompanyField partners={setUp.partners} chosen={company} onChange={setUp.setCompany} />}
      <Foot>
        {!inRound && <CommandBanner error={creation.error} />}
        <Button
          type="submit"
          size="large"
          wide
          reason={inRound ? 'Finish or delete the round you are in first' : missing}
          busy={creation.busy}
        >
          {isMatch ? 'Next step' : 'Continue'}
        </Button>
      </Foot>
      <OtherLobbyConfirm
        other={creation.other}
        confirmLabel="Set up this round"
        onConfirm={creation.confirm}
        onCancel={creation.cancel}
        busy={creation.busy}
      />
    </LobbyPage>
  );
}

interface NewLobby {
  setUp: Parameters<typeof createMatch>[0];
  company: readonly PersonRef[];
}

/** Location state for the new lobby: the invitations that failed, and why. */
export interface LobbyArrival {
  notInvited?: { id: string; why: string }[];
}

/** Creates a lobby and navigates to it, after a confirmation if another lobby would end. */
function useCreateMatch() {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<(NewLobby & { other: CurrentMatch }) | null>(null);
  const keyOf = useSameKey();
  const create = useAct({
    mutationFn: async ({ setUp, company, leave }: NewLobby & { leave: string | null }) => {
      const { match } = await leavingMatch(leave, () => createMatch(setUp, keyOf(setUp)));
      return { matchId: match.id, notInvited: await prepareLobby(match.id, company) };
    },
    onSuccess: ({ matchId, notInvited }) => {
      enterMatch(matchId);
      refreshMine();
      refreshMatch(matchId);
      void navigate(paths.lobby(matchId), { replace: true, state: { notInvited } satisfies LobbyArrival });
    },
    onSettled: () => setAsked(null),
  });
  const ask = useAct({
    mutationFn: (_lobby: NewLobby) => otherLobby(),
    onSuccess: (other, lobby) =>
      other === null ? create.mutate({ ...lobby, leave: null }) : setAsked({ ...lobby, other }),
  });
  return {
    busy: ask.isPending || create.isPending,
    error: ask.error ?? create.error,
    other: asked?.other ?? null,
    open: (lobby: NewLobby) => {
      const { error, variables } = create;
      const isSame = JSON.stringify(variables?.setUp) === JSON.stringify(lobby.setUp);
      // If only the answer was lost, the lobby exists and must not be asked about.
      const isLost = error instanceof ApiError && error.unanswered;
      if (isLost && variables !== undefined && isSame) create.mutate({ ...lobby, leave: variables.leave });
      else ask.mutate(lobby);
    },
    confirm: () => {
      if (asked !== null) create.mutate({ ...asked, leave: asked.other.matchId });
    },
    cancel: () => setAsked(null),
  };
}

/** Saves the official handicap and invites. A failure leaves the lobby usable; returns who was not invited, and why. */
async function prepareLobby(matchId: string, company: readonly PersonRef[]): Promise<LobbyArrival['notInvited']> {
  const handicap = queryClient.getQueryData(userQuery().queryKey)?.handicap;
  if (handicap !== undefined) await saveSettings(matchId, { handicap, ready: false }).catch(() => undefined);
  const refusals = await Promise.all(
    company.map(({ id, fullName }) =>
      invitePlayer(matchId, id).then(
        () => null,
        (error: unknown) => ({ id, why: `${fullName}: ${messageOf(error)}` }),
      ),
    ),
  );
  return refusals.filter((refusal) => refusal !== null);
}
