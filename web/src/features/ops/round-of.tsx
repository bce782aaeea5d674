import type { RoundStoryAnswer } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { hasCode, messageOf } from '../../api/call/errors.js';
import { roundStoryQuery } from '../../api/ops.js';
import { ButtonLink } from '../../shared/routing/links.js';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Chip } from '../../ui/chip.js';
import { EmptyState, ErrorState } from '../../ui/empty-state.js';
import { HeadRow, Note, Row, Stack } from '../../ui/page-parts.js';
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
  const { data, error, isFetching, refetch } = useQuery(roundStoryQuery(matchId));
  const others = (
    <ButtonLink kind="secondary" to={paths.ops({ view: 'rounds' })}>
      Look for another round
    </ButtonLink>
  );
  if (data !== undefined) {
    return <Story story={data} busy={isFetching} error={error} onAgain={() => void refetch()} />;
  }
  if (hasCode(error, 'MATCH_NOT_FOUND', 'FORBIDDEN')) {
    const isMissing = hasCode(error, 'MATCH_NOT_FOUND');
    return (
      <EmptyState title={isMissing ? 'There is no such round' : 'Not yours to look into'} action={others}>
        {isMissing ? 'No round has this id.' : 'Committees look into the rounds of their own course.'}
      </EmptyState>
    );
  }
  if (error !== null) return <ErrorState onRetry={() => void refetch()}>{messageOf(error)}</ErrorState>;
  return (
    <Stack>
      <Skeleton label="Loading the round" height={56} />
      <Skeleton lines={2} height={200} label="" />
    </Stack>
  );
}

interface StoryProps {
  story: RoundStoryAnswer;
  busy: boolean;
  error: Error | null;
  onAgain: () => void;
}

function Story({ story, busy, error, onAgain }: StoryProps) {
  const { round, lines, proof, mayCorrect } = story;
  const { course, day, timeZone, matchType, playType, tee, players, matchId } = round;
  const broken = brokenStep(story);
  const facts = [FORMAT_WORDS[matchType].name, `${tee} tee`, playType === 'SOCIAL' ? 'Practice round' : ''];
  return (
    <>
      <HeadRow>
        <div>
          <h2>
            {course.name}
            {day !== null && `, ${dayWords(day)}`}
          </h2>
          <Note>
            {players.map(({ fullName }) => fullName).join(', ')} · {joinWords(facts)}
          </Note>
          <Note>Times are on the clock of the course ({timeZone}).</Note>
        </div>
        {proof.whole ? (
          <Chip kind="primary" icon={<ShieldCheck />}>
            Log intact
          </Chip>
        ) : (
          <Chip kind="danger" icon={<ShieldAlert />}>
            This record was tampered with
          </Chip>
        )}
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
        <Button kind="secondary" busy={busy} onClick={onAgain}>
          Refresh
        </Button>
        <ButtonLink
          kind="quiet"
          to={paths.ops(day === null ? { view: 'rounds' } : { view: 'rounds', course: course.id, day })}
        >
          Back to rounds
        </ButtonLink>
      </Row>
      {lines.length === 0 ? (
        <EmptyState>Nothing was recorded of this round.</EmptyState>
      ) : (
        <RoundReplay key={matchId} story={story} />
      )}
    </>
  );
}
