import { FORMAT_NAMES, type Course } from '@fairmark/contract';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { historyQuery } from '../../api/clubhouse.js';
import { coursesQuery } from '../../api/lookups.js';
import { currentQuery } from '../../api/match.js';
import { queryClient } from '../../api/call/query-client.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { CourseSearch } from '../../shared/course-search.js';
import { JUST_PRACTICE } from '../../shared/practice-words.js';
import { useMatchInTheWay } from '../../shared/resume/use-resume.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ChoiceGroup } from '../../ui/fields/choice-group.js';
import { PageHeading } from '../../ui/page-title.js';
import { CompanyField } from './host/company-field.js';
import { OtherLobbyConfirm } from './other-lobby.js';
import { CommandBanner, RoundInProgress } from './parts/command-banner.js';
import { Foot, LobbyPage } from './parts/lobby-page.js';
import { PLAY_TYPE_WORDS } from './parts/words.js';
import { TeeField } from './settings/tee-field.js';
import { useSetUp } from './settings/use-set-up.js';
import { useCreateMatch } from './use-create-match.js';

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
