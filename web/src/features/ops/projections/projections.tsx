import type { BackupsAnswer, BackupSummary } from '@fairmark/contract';
import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/call/errors.js';
import { backupsQuery, parkedQuery, projectionsQuery } from '../../../api/ops.js';
import { number, ResultsTable } from '../../../golf/results-table.js';
import { Answered } from '../../../shared/answered.js';
import { clockWords, momentWords } from '../../../text/dates.js';
import { counted } from '../../../text/words.js';
import { Banner } from '../../../ui/banner.js';
import { Card, Fact } from '../../../ui/card.js';
import { ErrorState } from '../../../ui/empty-state.js';
import { Note, Stack } from '../../../ui/page-parts.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Figures, Raw } from '../parts/page-parts.js';
import { sizeWords } from '../parts/words.js';
import { ProjectionCard } from './projection-card.js';
import { isOpen } from './projection-words.js';

/** The polling intervals, during a rebuild and otherwise. Hidden pages don't poll. */
const REBUILD_MS = 1_000;
const QUIET_MS = 5_000;

/** The current state of all projections, and their parked events. `rebuilds`: whether rebuilds may be requested. */
export function Projections({ rebuilds }: { rebuilds: boolean }) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...projectionsQuery(),
    refetchInterval: ({ state }) => (state.data?.some(({ job }) => isOpen(job)) === true ? REBUILD_MS : QUIET_MS),
  });
  if (data === undefined && error === null) return <Skeleton lines={2} height={160} label="Loading the tables" />;
  if (data === undefined) return <ErrorState onRetry={() => void refetch()}>{messageOf(error)}</ErrorState>;
  const parked = data.reduce((sum, { parkedEvents }) => sum + parkedEvents, 0);
  return (
    <Stack aria-label="Result tables">
      {error !== null && (
        <Banner kind="warn" title={`As of ${clockWords(dataUpdatedAt)}`}>
          {messageOf(error)}
        </Banner>
      )}
      {data.map((status) => (
        <ProjectionCard key={status.name} status={status} rebuilds={rebuilds} />
      ))}
      {parked > 0 && <ParkedEvents count={parked} />}
      <Backups />
      <Note>Updated by itself, last at {clockWords(dataUpdatedAt)}</Note>
    </Stack>
  );
}

/** Events that a projection could not apply, with errors and advice. `count`: their total number. */
function ParkedEvents({ count }: { count: number }) {
  const query = useQuery(parkedQuery(count));
  return (
    <Stack aria-labelledby="parked">
      <h2 id="parked">Parked events</h2>
      <p>
        These could not be put into the tables, nor could what came after them in the same round. Everything else goes
        on. Put the code right and deploy it: a projector that starts tries them again.
      </p>
      <Answered query={query} waiting={<Skeleton height={120} label="Loading the parked events" />}>
        {(data) => (
          <>
            <ResultsTable
              caption="Parked events"
              head={['Event', 'Error', { label: 'Parked', wide: true }, { ...number('Tries'), wide: true }]}
            >
              {data.parked.map(({ eventId, type, stream, revision, position, error: why, parkedAt, attempts }) => (
                <tr key={eventId}>
                  <th scope="row">
                    <strong>{type}</strong>
                    <small>
                      {stream}, revision {revision}, position {position}
                    </small>
                  </th>
                  <td>
                    <Raw>{why}</Raw>
                    <small data-narrow="">
                      {momentWords(parkedAt)}, tried {counted(attempts, 'time')}
                    </small>
                  </td>
                  <td data-wide="">{momentWords(parkedAt)}</td>
                  <td data-wide="" data-kind="number">
                    {attempts}
                  </td>
                </tr>
              ))}
            </ResultsTable>
            {data.more && (
              <Note>
                The first {data.parked.length} of {count}, in the order of the log.
              </Note>
            )}
          </>
        )}
      </Answered>
    </Stack>
  );
}

/** The state of the nightly backups. */
function Backups() {
  const query = useQuery(backupsQuery());
  const id = useId();
  return (
    <Answered query={query} waiting={<Skeleton height={160} />}>
      {(backups) => (
        <Card as="section" aria-labelledby={id} css={{ '& > * + *': { marginTop: 'var(--space-4)' } }}>
          <h2 id={id}>Nightly backup</h2>
          {warningsOf(backups).map(({ title, text }) => (
            <Banner key={title} kind="danger" title={title}>
              {text}
            </Banner>
          ))}
          {/* During an upgrade an api of the previous release may answer without them. */}
          {backups.fullDisks?.map(({ folder, freeBytes }) => (
            <Banner
              key={folder}
              kind="danger"
              title={`A disk ${freeBytes === null ? 'cannot be reached' : 'is nearly full'}`}
            >
              {freeBytes === null ? folder : `${sizeWords(freeBytes)} are free in ${folder}. Make room.`}
            </Banner>
          ))}
          {backups.last === null && <Note>None has been made with “backup nightly” yet.</Note>}
          {backups.lastGood !== null && <LastGood {...backups.lastGood} />}
        </Card>
      )}
    </Answered>
  );
}

function LastGood({ madeAt, folder, events, bytes, freeBytes }: BackupSummary) {
  return (
    <>
      <Note>Verified, and restored as a trial: {folder}</Note>
      <Figures>
        <Fact term="Last good one">{momentWords(madeAt)}</Fact>
        <Fact term="Holds">{counted(events ?? 0, 'event')}</Fact>
        <Fact term="Size">{sizeWords(bytes ?? 0)}</Fact>
        <Fact term="Free on its disk">{freeBytes === null ? 'not known' : sizeWords(freeBytes)}</Fact>
      </Figures>
    </>
  );
}

function warningsOf({ last, lastGood, warnings }: BackupsAnswer): { title: string; text: string }[] {
  const words = {
    FAILED: { title: 'The last backup failed', text: last?.problem ?? '' },
    STALE: {
      title: lastGood === null ? 'There is no good backup' : 'The last good backup is more than a night old',
      text: 'Check that “backup nightly” is running.',
    },
    DISK: {
      title: 'The disk of the backups is nearly full',
      text: `${sizeWords(last?.freeBytes ?? 0)} are free. Keep fewer backups, or make room.`,
    },
  };
  return warnings.map((warning) => words[warning]);
}
