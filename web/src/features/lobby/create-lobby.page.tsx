import styled from '@emotion/styled';
import { FORMAT_NAMES, MESSAGES, type PersonRef, type PlayType } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { historyQuery } from '../../api/clubhouse.js';
import { coursesQuery } from '../../api/lookups.js';
import { createMatch, currentQuery, invitePlayer, saveSettings } from '../../api/match.js';
import { ApiError, messageOf } from '../../api/call/errors.js';
import { queryClient } from '../../api/call/query-client.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { CourseSearch } from '../../shared/course-search.js';
import { JUST_PRACTICE, PLAY_TYPE_WORDS } from '../../shared/play-types.js';
import { useMatchInTheWay } from '../../shared/resume/resume.js';
import { paths } from '../../shared/routing/paths.js';
import { useSameKey } from '../../shared/acting.js';
import { Avatar } from '../../ui/pictures.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ChoiceGroup, ChoiceTile } from '../../ui/fields/choice-group.js';
import { GroupField } from '../../ui/fields/field.js';
import { PageHeading } from '../../ui/page-title.js';
import { OtherLobbyConfirm, useEntering } from './other-lobby.js';
import { CommandBanner, FINISH_FIRST, RoundInProgress } from './parts/command-banner.js';
import { Foot, LobbyPage } from './parts/lobby-page.js';
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
  const playType: PlayType = params.get('play-type') === 'social' ? 'SOCIAL' : 'COMPETITION';
  const isMatch = playType === 'COMPETITION';
  const inTheWay = useMatchInTheWay();
  const inRound = inTheWay?.started === true;
  const setUp = useSetUp(playType, params.get('again'));
  const { course, tee, company, missing } = setUp;
  const wanted = wantedMatch(playType, setUp);
  const navigate = useNavigate();
  const keyOf = useSameKey();
  // The key of the creation whose answer may have been lost.
  const tried = useRef<string | null>(null);
  const [again, setAgain] = useState(false);
  const entering = useEntering({
    enter: async () => {
      if (wanted === null) throw new Error(missing);
      tried.current = keyOf(wanted);
      const { match } = await createMatch(wanted, tried.current);
      return { matchId: match.id, notInvited: await prepareLobby(match.id, company) };
    },
    onEntered: ({ matchId, notInvited }) =>
      // Busy until the lobby is there: pressed again, it would ask about the lobby that was just opened.
      navigate(paths.lobby(matchId), { replace: true, state: { notInvited } satisfies LobbyArrival }),
  });
  const { mutate, isPending, error, variables } = entering.act;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (inRound || wanted === null || isPending) return;
    // If only the answer was lost, the lobby exists and must not be asked about.
    const isLost = error instanceof ApiError && error.unanswered && tried.current === keyOf(wanted);
    if (!isLost) tried.current = null;
    setAgain(isLost);
    mutate(isLost ? (variables ?? null) : undefined);
  };
  return (
    <LobbyPage as="form" onSubmit={submit}>
      <PageHeading over={PLAY_TYPE_WORDS[playType]}>Round settings</PageHeading>
      {inRound && <RoundInProgress current={inTheWay} />}
      {!isMatch && <Banner kind="info" title={JUST_PRACTICE} />}
      <CourseSearch value={course} onSelect={setUp.setCourse} />
      {isMatch && (
        <ChoiceGroup
          legend="Match type"
          options={MATCH_TYPE_CHOICES}
          value={setUp.matchType}
          onChange={setUp.setFormat}
        />
      )}
      <TeeField course={course} gender={setUp.gender} tee={tee} onChange={setUp.setTee} />
      {course !== null && <CompanyField {...setUp} />}
      <Foot>
        {!inRound && <CommandBanner error={error} />}
        <Button type="submit" size="large" wide reason={inRound ? FINISH_FIRST : missing} busy={isPending}>
          {isMatch ? 'Next step' : 'Continue'}
        </Button>
      </Foot>
      <OtherLobbyConfirm {...entering} other={again ? null : entering.other} confirmLabel="Set up this round" />
    </LobbyPage>
  );
}

type SetUp = ReturnType<typeof useSetUp>;

const OFFERED = 3;

const Golfer = styled(ChoiceTile)`
  grid-template-columns: auto minmax(0, 1fr) auto;
  padding-block: var(--space-2);
  font-weight: 600;
  overflow-wrap: anywhere;
  &:has(:checked) > span {
    background: var(--surface);
  }
`;

/** Recent fellow players to invite once the lobby exists, up to the group's size; nothing if there are none. */
function CompanyField({ partners, company, setCompany }: SetUp) {
  const markers = useQuery(userQuery()).data?.markers ?? [];
  // Of what the page has already read.
  const max = useQuery({ ...currentQuery(), select: ({ maxGroupSize }) => maxGroupSize, enabled: false }).data;
  // The host counts towards the group size.
  const full = max !== undefined && company.length >= max - 1;
  const pictures = new Map(markers.map(({ id, avatar }) => [id, avatar]));
  const known = [...partners, ...markers.filter(({ id }) => !partners.some((partner) => partner.id === id))];
  if (known.length === 0) return null;
  return (
    <GroupField legend="Invite now">
      {known.slice(0, Math.max(OFFERED, partners.length)).map(({ id, fullName }) => {
        const others = company.filter((golfer) => golfer.id !== id);
        const checked = others.length < company.length;
        return (
          <Golfer key={id}>
            <Avatar name={fullName} src={pictures.get(id)} />
            {fullName}
            <input
              type="checkbox"
              checked={checked}
              disabled={full && !checked}
              onChange={() => setCompany(checked ? others : [...others, { id, fullName }])}
            />
          </Golfer>
        );
      })}
      {/* A live region announces only changes, so it is there before the group is full. */}
      <small role="status">{full && known.length > company.length && MESSAGES.groupFull(max)}</small>
    </GroupField>
  );
}

/** The match to create; null while a choice is missing. */
function wantedMatch(playType: PlayType, { course, tee, matchType, missing }: SetUp) {
  if (course === null || tee === null || missing !== '') return null;
  return { course: course.id, tee, playType, ...(playType === 'COMPETITION' && matchType !== null && { matchType }) };
}

/** Location state for the new lobby: the invitations that failed, and why. */
export interface LobbyArrival {
  notInvited?: { id: string; why: string }[];
}

/** Saves the official handicap and invites. A failure leaves the lobby usable; returns who was not invited, and why. */
async function prepareLobby(matchId: string, company: readonly PersonRef[]): Promise<LobbyArrival['notInvited']> {
  const handicap = queryClient.getQueryData(userQuery().queryKey)?.handicap;
  if (handicap !== undefined) await saveSettings(matchId, { handicap, ready: false }).catch(() => undefined);
  const invite = ({ id, fullName }: PersonRef) =>
    invitePlayer(matchId, id).then(
      () => [],
      (error: unknown) => [{ id, why: `${fullName}: ${messageOf(error)}` }],
    );
  return (await Promise.all(company.map(invite))).flat();
}
