import type { BackupsAnswer } from '@fairmark/contract';
import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/call/errors.js';
import { backupsQuery, parkedQuery, projectionsQuery } from '../../../api/ops.js';
import { sum } from '../../../golf/cards.js';
import { ResultsTable } from '../../../golf/results-table.js';
import { Answered } from '../../../shared/answered.js';
import { clockWords, momentWords } from '../../../text/dates.js';
import { counted } from '../../../text/words.js';
import { Banner } from '../../../ui/banner.js';
import { CardStack, Fact, Stack } from '../../../ui/page-parts.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Figures, Raw } from '../parts/page-parts.js';
import { sizeWords } from '../parts/words.js';
import { ProjectionCard } from './projection-card.js';
import { isOpen } from './rebuild.js';

/** The polling intervals, during a rebuild and otherwise. Hidden pages don't poll. */
const REBUILD_MS = 1_000;
const QUIET_MS = 5_000;

/** The current state of all projections, and their parked events. `rebuilds`: whether rebuilds may be requested. */
export function Projections({ rebuilds }: { rebuilds: boolean }) {
  const query = useQuery({
    ...projectionsQuery(),
    refetchInterval: ({ state }) =>
      state.data?.projections.some(({ job }) => isOpen(job)) === true ? REBUILD_MS : QUIET_MS,
  });
  const parked = sum(query.data?.map(({ parkedEvents }) => parkedEvents) ?? []);
  return (
    <Answered query={query} waiting={<Skeleton lines={2} height={160} label="Loading the tables" />}>
      {(tables) => (
        <Stack aria-label="Result tables">
          {query.error !== null && (
            <Banner kind="warn" title={`As of ${clockWords(query.dataUpdatedAt)}`}>
              {messageOf(query.error)}
            </Banner>
          )}
          {tables.map((status) => (
            <ProjectionCard key={status.name} status={status} rebuilds={rebuilds} />
          ))}
          {parked > 0 && <ParkedEvents count={parked} />}
          <Backups />
          <small>Updated by itself, last at {clockWords(query.dataUpdatedAt)}</small>
        </Stack>
      )}
    </Answered>
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
        on. Fix the code and deploy it: the projector tries them again when it starts.
      </p>
      <Answered query={query} waiting={<Skeleton height={120} label="Loading the parked events" />}>
        {(data) => (
          <>
            <ResultsTable caption="Parked events" head={['Event', 'Error']}>
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
                    <small>
                      {momentWords(parkedAt)}, tried {counted(attempts, 'time')}
                    </small>
                  </td>
                </tr>
              ))}
            </ResultsTable>
            {data.more && (
              <small>
                The first {data.parked.length} of {count}, in the order of the log.
              </small>
            )}
          </>
        )}
      </Answered>
    </Stack>
  );
}

function Backups() {
  const query = useQuery(backupsQuery());
  const id = useId();
  return (
    <Answered query={query} waiting={<Skeleton height={160} />}>
      {(backups) => (
        <CardStack aria-labelledby={id}>
          <h2 id={id}>Nightly backup</h2>
          {warningsOf(backups).map(({ title, text }) => (
            <Banner key={title + text} kind="danger" title={title}>
              {text}
            </Banner>
          ))}
          {backups.last === null && <small>None has been made with “backup nightly” yet.</small>}
          {backups.lastGood !== null && (
            <>
              <small>Verified, and restored as a trial: {backups.lastGood.folder}</small>
              <Figures>
                <Fact term="Last good one">{momentWords(backups.lastGood.madeAt)}</Fact>
                <Fact term="Holds">{counted(backups.lastGood.events ?? 0, 'event')}</Fact>
                <Fact term="Size">{sizeWords(backups.lastGood.bytes ?? 0)}</Fact>
                <Fact term="Free on its disk">
                  {backups.lastGood.freeBytes === null ? 'not known' : sizeWords(backups.lastGood.freeBytes)}
                </Fact>
              </Figures>
            </>
          )}
        </CardStack>
      )}
    </Answered>
  );
}

function warningsOf({ last, lastGood, warnings, fullDisks = [] }: BackupsAnswer) {
  const words = {
    FAILED: { title: 'The last backup failed', text: last ? `${momentWords(last.madeAt)}: ${last.problem}` : '' },
    STALE: {
      title: lastGood === null ? 'There is no good backup' : 'The last good backup is more than a night old',
      text: 'Check that “backup nightly” is running.',
    },
    DISK: {
      title: 'The disk of the backups is nearly full',
      text: `${sizeWords(last?.freeBytes ?? 0)} are free. Keep fewer backups, or make room.`,
    },
  };
  // During an upgrade an api of the previous release may answer without disks.
  const disks = fullDisks.map(({ folder, freeBytes }) =>
    freeBytes === null
      ? { title: 'A disk cannot be reached', text: folder }
      : { title: 'A disk is nearly full', text: `${sizeWords(freeBytes)} are free in ${folder}. Make room.` },
  );
  return [...warnings.map((warning) => words[warning]), ...disks];
}
