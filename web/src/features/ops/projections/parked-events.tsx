import { useQuery } from '@tanstack/react-query';
import { parkedQuery } from '../../../api/ops.js';
import { Note, Stack } from '../../../ui/page-parts.js';
import { ResultsTable } from '../../../golf/results-table.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Raw } from '../parts/page-parts.js';
import { counted } from '../../../text/words.js';
import { momentWords } from '../../../text/dates.js';
import { Answered } from '../../../shared/answered.js';

/** Events that a projection could not apply, with the error and what to do. `count`: how many there are in all. */
export function ParkedEvents({ count }: { count: number }) {
  const query = useQuery(parkedQuery(count));
  return (
    <Stack aria-labelledby="parked">
      <h2 id="parked">Parked events</h2>
      <p>
        These could not be put into the tables, nor could what came after them in the same round. Everything else goes
        on. Put the code right, deploy it, then run <Raw>npm run ops -- projections retry</Raw>.
      </p>
      <Answered query={query} waiting={<Skeleton height={120} label="Loading the parked events" />}>
        {(data) => (
          <>
            <ResultsTable
              caption="Parked events"
              head={
                <>
                  <th scope="col">Event</th>
                  <th scope="col">Error</th>
                  <th scope="col" data-wide="">
                    Parked
                  </th>
                  <th scope="col" data-wide="" data-kind="number">
                    Tries
                  </th>
                </>
              }
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
