import type { RoundStoryAnswer } from '@fairmark/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { hasCode, messageOf } from '../../api/call/errors.js';
import { roundStoryQuery } from '../../api/ops.js';
import { Answered } from '../../shared/answered.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Chip } from '../../ui/chip.js';
import { EmptyState } from '../../ui/empty-state.js';
import { HeadRow, Row } from '../../ui/page-parts.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { dayWords } from '../../text/dates.js';
import { joinWords } from '../../text/words.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Raw } from './parts/page-parts.js';
import { brokenStep } from './replay/replay.js';
import { RoundReplay } from './replay/round-replay.js';
import { CorrectCard } from './correction-form.js';

/** The story of one round: facts, proof and replay. */
export function RoundOf({ matchId }: { matchId: string }) {
  const query = useQuery(roundStoryQuery(matchId));
  const isMissing = hasCode(query.error, 'MATCH_NOT_FOUND');
  if (query.data === undefined && (isMissing || hasCode(query.error, 'FORBIDDEN'))) {
    return (
      <EmptyState
        title={isMissing ? 'There is no such round' : 'Not a round of your course'}
        action={
          <ButtonLink kind="secondary" to={paths.ops({ view: 'rounds' })}>
            Look for another round
          </ButtonLink>
        }
      >
        {isMissing ? 'No round has this ID.' : 'Committees see only the rounds of their own course.'}
      </EmptyState>
    );
  }
  return (
    <Answered query={query} waiting={<Skeleton label="Loading the round" lines={2} height={200} />}>
      {(story) => <Story {...query} story={story} />}
    </Answered>
  );
}

type StoryProps = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> & { story: RoundStoryAnswer };

function Story({ story, error, isFetching, refetch }: StoryProps) {
  const { round, proof, mayCorrect } = story;
  const { course, day, timeZone, matchType, playType, tee, players, matchId } = round;
  const broken = brokenStep(story);
  const facts = [FORMAT_WORDS[matchType].name, `${tee} tee`, playType === 'SOCIAL' ? 'Practice round' : ''];
  const ofDay = day === null ? {} : { course: course.id, day };
  return (
    <>
      <HeadRow>
        <div>
          <h2>
            {course.name}
            {day !== null && `, ${dayWords(day)}`}
          </h2>
          <small>
            {players.map(({ fullName }) => fullName).join(', ')} · {joinWords(facts)}
          </small>
          <small>Times are on the clock of the course ({timeZone}).</small>
        </div>
        <Chip kind={proof.whole ? 'primary' : 'danger'} icon={proof.whole ? <ShieldCheck /> : <ShieldAlert />}>
          {proof.whole ? 'Log intact' : 'This record was tampered with'}
        </Chip>
      </HeadRow>
      {!proof.whole && (
        <Banner
          kind="danger"
          title={`${broken === null ? 'This round' : `Step ${broken + 1}`} is not as it was recorded`}
        >
          {proof.fault} Event <Raw>{proof.eventId}</Raw>. Nothing from there on can be relied upon.
        </Banner>
      )}
      {error !== null && <Banner kind="warn" title={messageOf(error)} />}
      <Row>
        {mayCorrect && <CorrectCard story={story} />}
        <Button kind="secondary" busy={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
        <ButtonLink kind="quiet" to={paths.ops({ view: 'rounds', ...ofDay })}>
          Back to rounds
        </ButtonLink>
      </Row>
      <RoundReplay key={matchId} story={story} />
    </>
  );
}
