import styled from '@emotion/styled';
import { REBUILD_PHASES, secondsWords, type ProjectionStatus, type RebuildJob } from '@fairmark/contract';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { messageOf } from '../../../api/call/errors.js';
import { cancelRebuild, requestRebuild } from '../../../api/ops.js';
import { ConfirmAction } from '../../../shared/confirm-action.js';
import { useAct } from '../../../shared/acting.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { CardStack, Fact, HeadRow, Row } from '../../../ui/page-parts.js';
import { Chip } from '../../../ui/chip.js';
import { announce } from '../../../ui/live-region.js';
import { Figures, Sunk } from '../parts/page-parts.js';
import {
  PHASE_WORDS,
  PROJECTION_WORDS,
  STATE_WORDS,
  isOpen,
  lagWords,
  outcomeOf,
  progressWords,
} from './projection-words.js';
import { counted, numberWords } from '../../../text/words.js';
import { momentWords, recentTime } from '../../../text/dates.js';

/** One projection: its state, its lag and its rebuild. */
export function ProjectionCard({ status, rebuilds }: { status: ProjectionStatus; rebuilds: boolean }) {
  const { name, state, job } = status;
  const { title, holds } = PROJECTION_WORDS[name];
  const { label, kind, advice } = STATE_WORDS[state];
  const outcome = job === null ? null : outcomeOf(job);
  const id = useId();
  return (
    <CardStack gap={5} aria-labelledby={id}>
      <HeadRow>
        <div>
          <h2 id={id}>{title}</h2>
          <small>{holds}</small>
        </div>
        <Chip kind={kind} icon={kind === 'primary' ? <CircleCheck /> : <TriangleAlert />}>
          {label}
        </Chip>
      </HeadRow>
      {advice !== '' && <p>{advice}</p>}
      <Measures status={status} />
      {isOpen(job) && <RebuildProgress job={job} running={status.heardAt !== null && state !== 'SILENT'} />}
      {outcome !== null && <Banner {...outcome} />}
      {rebuilds && <Actions status={status} />}
    </CardStack>
  );
}

function Measures({ status }: { status: ProjectionStatus }) {
  const { version, position, head, lagEvents, lagSeconds, heardAt, parkedStreams, parkedEvents } = status;
  return (
    <Figures>
      <Fact term="Still missing">
        {lagWords(status)}
        {lagEvents > 0 && <small>the oldest for {secondsWords(lagSeconds)}</small>}
      </Fact>
      <Fact term="Last event">
        {placeWords(position)}
        <small>of {placeWords(head)} in the log</small>
      </Fact>
      <Fact term="Projector last seen">{heardAt === null ? 'Never' : recentTime(heardAt)}</Fact>
      <Fact term="Parked">
        {parkedEvents === 0 ? 'Nothing' : counted(parkedEvents, 'event')}
        {parkedEvents > 0 && <small>of {counted(parkedStreams, 'stream')}</small>}
      </Fact>
      <Fact term="Tables">Version {version}</Fact>
    </Figures>
  );
}

const placeWords = (position: string | null): string => (position === null ? 'none' : numberWords(Number(position)));

function Actions({ status: { name, job } }: { status: ProjectionStatus }) {
  const cancel = useAct({ mutationFn: (_job: RebuildJob) => cancelRebuild(name) });
  return (
    <>
      {cancel.error !== null && isOpen(job) && job.id === cancel.variables.id && (
        <Banner kind="danger" title={messageOf(cancel.error)} />
      )}
      <Row>
        <ConfirmAction
          button={
            isOpen(job) ? (
              <Button kind="secondary" busy={cancel.isPending} onClick={() => cancel.mutate(job)}>
                Cancel rebuild
              </Button>
            ) : (
              <Button kind="secondary" icon={<RotateCw size={18} />}>
                Rebuild these tables
              </Button>
            )
          }
          title={`Rebuild ${PROJECTION_WORDS[name].title}?`}
          confirmLabel="Rebuild"
          danger={false}
          act={() => requestRebuild(name)}
          onDone={() => announce('The rebuild has been requested')}
        >
          New tables are made from all events of the log, beside those in use. Golfers go on reading and scoring. The
          new ones take their place once they are complete and compared with those in use; until then the rebuild can be
          cancelled, and nothing has changed.
        </ConfirmAction>
      </Row>
    </>
  );
}

const Box = styled(Sunk)`
  gap: var(--space-3);
  & > h3 {
    font-size: var(--text-18);
  }
  & > progress {
    width: 100%;
    accent-color: var(--primary);
  }
`;

/** A waiting or running rebuild: phase, progress and time left. `running`: whether a projector is running. */
function RebuildProgress({ job, running }: { job: RebuildJob; running: boolean }) {
  const { phase, events, total, requestedBy, requestedAt } = job;
  const isKnown = phase !== null && total !== null && total > 0;
  const words = phase === null ? 'Waiting for a projector to take it up' : PHASE_WORDS[phase];
  const begins = `It begins ${running ? 'within seconds' : 'once a projector runs'}.`;
  return (
    <Box>
      <h3>
        {words}
        {phase !== null && ` (${REBUILD_PHASES.indexOf(phase) + 1} of ${REBUILD_PHASES.length})`}
      </h3>
      <progress
        aria-label="Rebuild"
        {...(isKnown ? { max: total, value: Math.min(events, total) } : {})}
        aria-valuetext={phase === null ? words : `${words}: ${progressWords(job)}`}
      />
      <small>{phase === null ? begins : progressWords(job)}</small>
      <small>
        Requested by {requestedBy}, {momentWords(requestedAt)}
      </small>
    </Box>
  );
}
