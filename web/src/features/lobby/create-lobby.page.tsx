import { FORMAT_NAMES, type Course, type Format, type Tee } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { coursesQuery } from '../../api/lookups.js';
import { currentQuery } from '../../api/match.js';
import { queryClient } from '../../api/call/query-client.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { CourseSearch } from '../../shared/course-search.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ChoiceGroup } from '../../ui/fields/choice-group.js';
import { PageHeading } from '../../ui/page-title.js';
import { CommandBanner } from './parts/command-banner.js';
import { Foot, LobbyPage } from './parts/lobby-page.js';
import { OtherLobbyConfirm } from './other-lobby.js';
import { TeeField } from './settings/tee-field.js';
import { teeRating } from './settings/tee-rating.js';
import { useCreateMatch } from './use-create-match.js';
import { takenTee, whatIsMissing } from './host/what-is-missing.js';
import { NOT_POSTED, PLAY_TYPE_WORDS } from './parts/words.js';
import { useCourseChoice } from '../../shared/use-course-choice.js';
import { rememberCourse, storedCourse } from '../../api/stored-round.js';

export function loader() {
  void queryClient.prefetchQuery(userQuery());
  void queryClient.prefetchQuery(coursesQuery(''));
  void queryClient.prefetchQuery(currentQuery());
  return null;
}

const MATCH_TYPE_CHOICES = FORMAT_NAMES.map((value) => ({
  value,
  label: FORMAT_WORDS[value].name,
  hint: FORMAT_WORDS[value].hint,
}));

/** /create-lobby: course, how the round counts, tee. */
export function Component() {
  const [params] = useSearchParams();
  const playType = params.get('play-type') === 'social' ? 'SOCIAL' : 'COMPETITION';
  const isMatch = playType === 'COMPETITION';
  // The golfer's home course; without one, the course chosen last on this phone.
  const { data: user } = useQuery(userQuery());
  const usual = user === undefined ? null : (user.homeCourse?.id ?? storedCourse());
  const choice = useCourseChoice(usual, ({ id }) => rememberCourse(id));
  const course = choice.value;
  const [matchType, setMatchType] = useState<Format | null>(null);
  const [pickedTee, setTee] = useState<Tee | null>(null);
  const tee = takenTee(course?.tees ?? [], pickedTee);
  const gender = user?.gender;
  // As long as it is not known who asks, the server has the say.
  const rated = gender === undefined || tee === null || teeRating(course, tee, gender)?.rating !== undefined;
  const missing = whatIsMissing({ playType, course, matchType, tee, rated });
  const creation = useCreateMatch();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (missing !== '' || course === null || tee === null || creation.busy) return;
    creation.open({ course: course.id, tee, playType, matchType: isMatch ? (matchType ?? undefined) : undefined });
  };
  return (
    <LobbyPage as="form" onSubmit={submit}>
      <PageHeading over={PLAY_TYPE_WORDS[playType]}>Round settings</PageHeading>
      {!isMatch && <Banner kind="info" title={NOT_POSTED} />}
      <CourseSearch<Course> {...choice} />
      {isMatch && (
        <ChoiceGroup legend="Match type" options={MATCH_TYPE_CHOICES} value={matchType} onChange={setMatchType} />
      )}
      <TeeField course={course} gender={gender} tee={tee} onChange={setTee} />
      <Foot>
        <CommandBanner error={creation.error} />
        <Button type="submit" size="large" wide reason={missing} busy={creation.busy}>
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
