import styled from '@emotion/styled';
import type { ProjectionStatus } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { hasCode, messageOf } from '../../../api/call/errors.js';
import { cancelRebuild, projectionsQuery, requestRebuild } from '../../../api/ops.js';
import { queryClient } from '../../../api/call/query-client.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { Chip } from '../../../ui/chip.js';
import { Confirm } from '../../../ui/overlays/dialogs.js';
import { announce } from '../../../ui/live-region.js';
import { Note } from '../../../ui/page-parts.js';
import { Figures, Headline, Row } from '../parts/page-parts.js';
import { isOpen, lagWords, outcomeOf, PROJECTION_WORDS, STATE_WORDS } from './projection-words.js';
import { RebuildProgress } from './rebuild-progress.js';
import { clockWords, counted, numberWords, secondsWords } from '../parts/words.js';

const Sheet = styled(Card)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-5);
`;

interface ProjectionCardProps {
  status: ProjectionStatus;
  /** Whether it may be rebuilt from here. */
  rebuilds: boolean;
}

/** How one projection is: its state, how far it is behind, its rebuild. */
export function ProjectionCard({ status, rebuilds }: ProjectionCardProps): ReactNode {
  const { name, state, job } = status;
  const { title, holds } = PROJECTION_WORDS[name];
  const { label, kind, advice } = STATE_WORDS[state];
  const outcome = job === null ? null : outcomeOf(job);
  const id = useId();
  useSaidWhenOver(job?.state, outcome?.title);
  return (
    <Sheet as="section" aria-labelledby={id}>
      <Headline>
        <div>
          <h2 id={id}>{title}</h2>
          <Note>{holds}</Note>
        </div>
        <Chip
          kind={kind}
          icon={kind === 'primary' ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
        >
          {label}
        </Chip>
      </Headline>
      {advice !== '' && <p>{advice}</p>}
      <Measures status={status} />
      {isOpen(job) && <RebuildProgress job={job} />}
      {outcome !== null && (
        <Banner kind={outcome.kind} title={outcome.title} role={undefined}>
          {outcome.text}
        </Banner>
      )}
      {rebuilds && <Doings status={status} />}
    </Sheet>
  );
}

function Measures({ status }: Pick<ProjectionCardProps, 'status'>): ReactNode {
  const { version, position, head, lagEvents, lagSeconds, heardAt, parkedStreams, parkedEvents } = status;
  return (
    <Figures>
      <div>
        <dt>Still missing</dt>
        <dd>
          {lagWords(status)}
          {lagEvents > 0 && <small>the oldest for {secondsWords(lagSeconds)}</small>}
        </dd>
      </div>
      <div>
        <dt>Last event</dt>
        <dd>
          {placeWords(position)}
          <small>of {placeWords(head)} in the log</small>
        </dd>
      </div>
      <div>
        <dt>Projector heard</dt>
        <dd>{heardAt === null ? 'Never' : clockWords(heardAt)}</dd>
      </div>
      <div>
        <dt>Parked</dt>
        <dd>
          {parkedEvents === 0 ? 'Nothing' : counted(parkedEvents, 'event')}
          {parkedEvents > 0 && <small>of {counted(parkedStreams, 'stream')}</small>}
        </dd>
      </div>
      <div>
        <dt>Tables</dt>
        <dd>Version {version}</dd>
      </div>
    </Figures>
  );
}

/** A position of the log; positions may be too long for a number. */
function placeWords(position: string | null): string {
  if (position === null) return 'none';
  const number = Number(position);
  return Number.isSafeInteger(number) ? numberWords(number) : position;
}

/** The buttons of support staff. */
function Doings({ status: { name, job } }: Pick<ProjectionCardProps, 'status'>): ReactNode {
  const [asking, setAsking] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: projectionsQuery().queryKey });
  const rebuild = useMutation({
    mutationFn: () => requestRebuild(name),
    onSuccess: () => announce('The rebuild has been asked for'),
    onSettled: async (_answer, error) => {
      await refresh();
      // Somebody else was first: what is shown now is theirs.
      if (error === null || hasCode(error, 'REBUILD_RUNNING')) setAsking(false);
    },
  });
  const cancel = useMutation({ mutationFn: () => cancelRebuild(name), onSettled: refresh });
  const { title } = PROJECTION_WORDS[name];
  return (
    <>
      {cancel.error !== null && isOpen(job) && <Banner kind="danger" title={messageOf(cancel.error)} />}
      {hasCode(rebuild.error, 'REBUILD_RUNNING') && isOpen(job) && (
        <Banner kind="info" title={messageOf(rebuild.error)}>
          Somebody else asked for it a moment before.
        </Banner>
      )}
      <Row>
        {isOpen(job) ? (
          <Button kind="secondary" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel rebuild
          </Button>
        ) : (
          <Button
            kind="secondary"
            icon={<RotateCw size={18} aria-hidden="true" />}
            onClick={() => {
              rebuild.reset();
              setAsking(true);
            }}
          >
            Rebuild these tables
          </Button>
        )}
      </Row>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={`Rebuild ${title}?`}
        confirmLabel="Rebuild"
        onConfirm={() => rebuild.mutate()}
        busy={rebuild.isPending}
        error={rebuild.error === null ? undefined : <Banner kind="danger" title={messageOf(rebuild.error)} />}
      >
        <p>
          New tables are made from all events of the log, beside those in use. Golfers go on reading and scoring. The
          new ones take their place once they are complete and compared with those in use; until then the rebuild can be
          cancelled, and nothing has changed.
        </p>
      </Confirm>
    </>
  );
}

/** Says how a rebuild ended to whoever listens instead of looking. */
function useSaidWhenOver(state: string | undefined, title: string | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    const ran = before.current === 'WAITING' || before.current === 'RUNNING';
    if (ran && title !== undefined) announce(title);
    before.current = state;
  }, [state, title]);
}
