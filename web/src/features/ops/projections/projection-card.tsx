import type { ProjectionStatus } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { hasCode, messageOf } from '../../../api/call/errors.js';
import { cancelRebuild, projectionsQuery, requestRebuild } from '../../../api/ops.js';
import { queryClient } from '../../../api/call/query-client.js';
import { ConfirmAction } from '../../../shared/confirm-action.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { CardStack, Fact } from '../../../ui/card.js';
import { Chip } from '../../../ui/chip.js';
import { useChange } from '../../../ui/hooks/use-change.js';
import { announce } from '../../../ui/live-region.js';
import { HeadRow, Note, Row } from '../../../ui/page-parts.js';
import { Figures } from '../parts/page-parts.js';
import { PROJECTION_WORDS, STATE_WORDS, isOpen, lagWords, outcomeOf } from './projection-words.js';
import { RebuildProgress } from './rebuild-progress.js';
import { counted, numberWords } from '../../../text/words.js';
import { clockWords } from '../../../text/dates.js';
import { secondsWords } from '../parts/words.js';

/** One projection: its state, its lag and its rebuild. */
export function ProjectionCard({ status, rebuilds }: { status: ProjectionStatus; rebuilds: boolean }) {
  const { name, state, job } = status;
  const { title, holds } = PROJECTION_WORDS[name];
  const { label, kind, advice } = STATE_WORDS[state];
  const outcome = job === null ? null : outcomeOf(job);
  const id = useId();
  // Announce the outcome of a rebuild to screen readers.
  useChange(job?.state, (before) => {
    if ((before === 'WAITING' || before === 'RUNNING') && outcome !== null) announce(outcome.title);
  });
  return (
    <CardStack gap={5} aria-labelledby={id}>
      <HeadRow>
        <div>
          <h2 id={id}>{title}</h2>
          <Note>{holds}</Note>
        </div>
        <Chip kind={kind} icon={kind === 'primary' ? <CircleCheck /> : <TriangleAlert />}>
          {label}
        </Chip>
      </HeadRow>
      {advice !== '' && <p>{advice}</p>}
      <Measures status={status} />
      {isOpen(job) && <RebuildProgress job={job} running={status.heardAt !== null && state !== 'SILENT'} />}
      {outcome !== null && (
        <Banner kind={outcome.kind} title={outcome.title} role={undefined}>
          {outcome.text}
        </Banner>
      )}
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
      <Fact term="Projector last seen">{heardAt === null ? 'Never' : clockWords(heardAt)}</Fact>
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
  const refresh = () => queryClient.invalidateQueries({ queryKey: projectionsQuery().queryKey });
  // Another operator requested a rebuild first; the rebuild shown is theirs.
  const [conflict, setConflict] = useState<Error | null>(null);
  const rebuild = async (): Promise<void> => {
    setConflict(null);
    try {
      await requestRebuild(name);
      announce('The rebuild has been requested');
    } catch (error) {
      if (!hasCode(error, 'REBUILD_RUNNING')) throw error;
      setConflict(error);
    } finally {
      await refresh();
    }
  };
  const cancel = useMutation({ mutationFn: () => cancelRebuild(name), onSettled: refresh });
  return (
    <>
      {cancel.error !== null && isOpen(job) && <Banner kind="danger" title={messageOf(cancel.error)} />}
      {conflict !== null && isOpen(job) && (
        <Banner kind="info" title={messageOf(conflict)}>
          Another member of staff requested it a moment before.
        </Banner>
      )}
      <Row>
        <ConfirmAction
          button={
            isOpen(job) ? (
              <Button kind="secondary" busy={cancel.isPending} onClick={() => cancel.mutate()}>
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
          act={rebuild}
        >
          <p>
            New tables are made from all events of the log, beside those in use. Golfers go on reading and scoring. The
            new ones take their place once they are complete and compared with those in use; until then the rebuild can
            be cancelled, and nothing has changed.
          </p>
        </ConfirmAction>
      </Row>
    </>
  );
}
