import styled from '@emotion/styled';
import { REBUILD_PHASES, secondsWords } from '@fairmark/contract';
import type { ProjectionStatus, RebuildJob, RebuildPhase } from '@fairmark/contract';
import { RotateCw } from 'lucide-react';
import { messageOf } from '../../../api/call/errors.js';
import { cancelRebuild, requestRebuild } from '../../../api/ops.js';
import { useAct } from '../../../shared/acting.js';
import { ConfirmAction } from '../../../shared/confirm-action.js';
import { momentWords } from '../../../text/dates.js';
import { counted, joinWords, numberWords } from '../../../text/words.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { announce } from '../../../ui/live-region.js';
import { Row, Sunk } from '../../../ui/page-parts.js';

const PHASES: Readonly<Record<RebuildPhase, string>> = {
  READING: 'Reading the events',
  INDEXING: 'Building the indexes',
  CATCHING_UP: 'Catching up with new events',
  VERIFYING: 'Comparing with the tables before',
  SWAPPING: 'Putting the new tables in place',
};

const OUTCOMES = {
  DONE: { kind: 'success', title: 'Rebuilt', tables: '' },
  CANCELLED: { kind: 'info', title: 'Cancelled', tables: 'The tables before it stayed in use.' },
  FAILED: { kind: 'danger', title: 'The rebuild failed', tables: 'The tables before it are still in use.' },
} as const;

/** Whether a rebuild is waiting or running. */
export function isOpen(job: RebuildJob | null): job is RebuildJob {
  return job?.state === 'WAITING' || job?.state === 'RUNNING';
}

interface RebuildProps {
  status: ProjectionStatus;
  title: string;
  /** Whether this golfer may request and cancel rebuilds. */
  allowed: boolean;
}

/** The rebuild of a projection's tables: its progress or the outcome of the latest one, and the actions. */
export function Rebuild({ status: { name, state, heardAt, job }, title, allowed }: RebuildProps) {
  const cancel = useAct({ mutationFn: (_job: RebuildJob) => cancelRebuild(name) });
  const outcome = job === null ? null : outcomeOf(job);
  return (
    <>
      {isOpen(job) && <Progress job={job} running={heardAt !== null && state !== 'SILENT'} />}
      {outcome !== null && <Banner {...outcome} />}
      {cancel.error !== null && isOpen(job) && job.id === cancel.variables.id && (
        <Banner kind="danger" title={messageOf(cancel.error)} />
      )}
      {allowed && (
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
            title={`Rebuild ${title}?`}
            confirmLabel="Rebuild"
            danger={false}
            act={() => requestRebuild(name)}
            onDone={() => announce('The rebuild has been requested')}
          >
            New tables are made from all events of the log, beside those in use. Golfers go on reading and scoring. The
            new ones take their place once they are complete and compared with those in use; until then the rebuild can
            be cancelled, and nothing has changed.
          </ConfirmAction>
        </Row>
      )}
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
function Progress({ job, running }: { job: RebuildJob; running: boolean }) {
  const { phase, events, total, requestedBy, requestedAt } = job;
  const isKnown = phase !== null && total !== null && total > 0;
  const words = phase === null ? 'Waiting for a projector to take it up' : PHASES[phase];
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

/** "412,000 of 1,000,000 events · 98,400 a second · about 6 s left"; unknown parts are omitted. */
export function progressWords({ events, total, eventsPerSecond, secondsLeft }: RebuildJob): string {
  return joinWords([
    total === null ? counted(events, 'event') : `${numberWords(events)} of ${counted(total, 'event')}`,
    eventsPerSecond === null ? '' : `${numberWords(eventsPerSecond)} a second`,
    secondsLeft === null ? '' : `about ${secondsWords(secondsLeft)} left`,
  ]);
}

/** The banner on the outcome of the latest rebuild; null until it has ended. */
export function outcomeOf({ state, requestedBy, requestedAt, endedAt, message }: RebuildJob) {
  if (state === 'WAITING' || state === 'RUNNING') return null;
  const { kind, title, tables } = OUTCOMES[state];
  // The rebuild's own message, as a sentence.
  const detail = message === null || message === '' || state === 'CANCELLED' ? '' : message.replace(/\.?$/, '.');
  const children = joinWords([detail, tables, `Requested by ${requestedBy}, ${momentWords(requestedAt)}.`], ' ');
  return { kind, title: endedAt === null ? title : `${title}, ${momentWords(endedAt)}`, children };
}
