import type { RoundStoryAnswer } from '@fairmark/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, CircleCheck, PencilLine, Scale } from 'lucide-react';
import { hasCode, messageOf } from '../../api/call/errors.js';
import { roundStoryQuery } from '../../api/ops.js';
import { Answered } from '../../shared/answered.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Chip } from '../../ui/chip.js';
import { EmptyState } from '../../ui/empty-state.js';
import { HeadRow, Row, Columns, Stack } from '../../ui/page-parts.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { dayWords } from '../../text/dates.js';
import { joinWords } from '../../text/words.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Raw } from './parts/page-parts.js';
import { kindOf, replayAt, type ReplayCard } from './replay/replay.js';
import { CorrectCard } from './correction-form.js';
import { useState } from 'react';
import { SignatureLine, SignatureLines } from '../../golf/signature-line.js';
import { ReplayNine } from './replay/replay-nine.js';
import { StepFacts } from './replay/step-facts.js';
import { StepList } from './replay/step-list.js';
import { StepSlider } from './replay/step-slider.js';

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
  const { round, lines, proof, mayCorrect } = story;
  const { course, day, timeZone, matchType, playType, tee, players, matchId } = round;
  const broken = lines.findIndex((line) => kindOf(line, proof) === 'broken');
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
          title={`${broken === -1 ? 'This round' : `Step ${broken + 1}`} is not as it was recorded`}
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

/** Replays a round: a slider over its steps, and the cards as of the chosen step. Times are the course's. */
function RoundReplay({ story }: { story: RoundStoryAnswer }) {
  const { lines, round } = story;
  const { timeZone } = round;
  const last = lines.length - 1;
  const [chosen, choose] = useState<number | null>(null);
  // Until a step is chosen, follow the last one.
  const step = Math.min(chosen ?? last, last);
  const { started, cards } = replayAt(story, step);
  const line = lines[step];
  if (line === undefined) return <EmptyState>Nothing was recorded of this round.</EmptyState>;
  return (
    <Columns>
      <Stack aria-label="The round at this step">
        <StepSlider {...{ story, step, line }} onStep={choose} />
        {started ? (
          <Stack as="div" gap={8}>
            {cards.map((card) => (
              <ReplayCardOf key={card.player.id} card={card} timeZone={timeZone} />
            ))}
          </Stack>
        ) : (
          <EmptyState title="The round has not started yet">At this step there are no cards.</EmptyState>
        )}
      </Stack>
      <Stack>
        <StepFacts line={line} timeZone={timeZone} />
        <StepList {...{ story, step }} onStep={choose} />
      </Stack>
    </Columns>
  );
}

const PEN = { marginLeft: 'var(--space-1)', color: 'var(--primary)', verticalAlign: -2 };

function ReplayCardOf({ card, timeZone }: { card: ReplayCard; timeZone: string }) {
  const { player, signed, touched, corrected, verified, withdrawn } = card;
  const line = { timeZone, waitingText: 'Not signed' };
  const markedBy = signed.MARKER?.by ?? card.marker;
  return (
    <Stack gap={3} aria-labelledby={`replay-${player.id}`}>
      <HeadRow>
        <h3 id={`replay-${player.id}`}>
          {/* Its space is reserved also where the step does not concern the card. */}
          {player.fullName} <PencilLine size={18} style={PEN} visibility={touched ? 'visible' : 'hidden'} />
        </h3>
        <Row>
          {corrected && (
            <Chip kind="brass" icon={<Scale />}>
              Corrected
            </Chip>
          )}
          {verified && (
            <Chip kind="brass" icon={<CircleCheck />}>
              Verified
            </Chip>
          )}
        </Row>
      </HeadRow>
      {withdrawn && <Banner kind="warn" title="Withdrawn: this card counts nowhere" />}
      <ReplayNine label="Out" card={card} />
      <ReplayNine label="In" card={card} />
      <SignatureLines>
        <SignatureLine {...line} role="Player" name={player.fullName} signedAt={signed.PLAYER?.recordedAt} />
        <SignatureLine {...line} role="Marker" name={markedBy?.fullName ?? '–'} signedAt={signed.MARKER?.recordedAt} />
      </SignatureLines>
    </Stack>
  );
}
