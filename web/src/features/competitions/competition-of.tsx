import { COMPETITION_SORTS, type Competition } from '@fairmark/contract';
import { Download, LogOut } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { hasCode, unless } from '../../api/call/errors.js';
import { askAgain } from '../../api/call/query-client.js';
import { competitionQuery, forgetCompetition, leaveCompetition, type CompetitionRows } from '../../api/competitions.js';
import { useCourseRoom, useHints } from '../../api/realtime/realtime.js';
import { useSession } from '../../api/use-session.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { ListStates, useListing } from '../../shared/lists/list-states.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { saveFile } from '../../shared/save-file.js';
import { WIDE_WIDTH, useWide } from '../../ui/breakpoints.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { announce } from '../../ui/live-region.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { Columns, Page, Row, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { CompetitionHead, FinishedBanner } from './competition-head.js';
import { csvOf } from './table/csv.js';
import { Standings } from './table/standings-of.js';
import { winnersOf, type OrderedRows } from './table/rows.js';

const CSV = { type: 'text/csv;charset=utf-8' };

// Only desktops show it beside the table.
const RingerCard = onDemand(async () => (await import('./table/player-sheet.js')).RingerCard);

/** /clubhouse/competitions/{competitionId}: a competition and its table. Give it a key per competition. */
export function CompetitionOf({ competitionId }: { competitionId: string }) {
  const query = useListing((_, sort) => competitionQuery(competitionId, sort), 'gross', COMPETITION_SORTS);
  return (
    <Page data-width="wide">
      {query.data === undefined && <PageHeading>Competition</PageHeading>}
      {hasCode(query.error, 'COMPETITION_NOT_FOUND') ? (
        <EmptyState
          title="No competition found."
          action={
            <ButtonLink to={paths.competitions()} kind="secondary">
              Your Competitions
            </ButtonLink>
          }
        >
          It may have been deleted, or you are not one of its players.
        </EmptyState>
      ) : (
        <ListStates query={query} waiting="Loading the competition">
          {(answer) => <Shown {...answer} order={{ sort: query.order, onSort: query.sortBy, busy: query.turning }} />}
        </ListStates>
      )}
    </Page>
  );
}

function Shown({ competition, rows, order }: CompetitionRows & { order: Omit<OrderedRows, 'rows' | 'onOpen'> }) {
  const isHost = competition.hostId === useSession()?.userId;
  const wide = useWide();
  const widest = useWide(WIDE_WIDTH);
  const [leader, ...level] = winnersOf(rows, 'gross');
  const mine = rows.find(({ own, contributingRounds }) => own && contributingRounds > 0);
  useLiveTable(competition);
  return (
    <>
      <CompetitionHead competition={competition} isHost={isHost} />
      {competition.isFinished && <FinishedBanner rows={rows} />}
      {rows.length === 0 ? (
        // Only its host can see it.
        !competition.isFinished && <EmptyState title="No players yet">Add players in the settings.</EmptyState>
      ) : (
        <Columns style={{ '--aside': 'minmax(360px, 2fr)' }}>
          <Stack>
            <Standings {...order} competition={competition} rows={rows} />
            <Row>
              <Button
                kind="secondary"
                icon={<Download size={20} />}
                onClick={() => saveFile(`${competition.name}.csv`, new Blob([csvOf(rows)], CSV))}
              >
                Export table (CSV)
              </Button>
              {!isHost && <LeaveCompetition {...competition} />}
            </Row>
          </Stack>
          {wide && mine !== undefined && (
            <Stack aria-labelledby="own" data-print="no">
              <h2 id="own">Your best scores</h2>
              <RingerCard row={mine} />
            </Stack>
          )}
          {widest && leader !== undefined && level.length === 0 && leader !== mine && (
            <Stack aria-labelledby="leader" data-print="no">
              <h2 id="leader">
                {leader.player.fullName} {competition.isFinished ? 'won' : 'leads'}
              </h2>
              <RingerCard row={leader} />
            </Stack>
          )}
        </Columns>
      )}
    </>
  );
}

/** Refetches the table when a card of its weeks is verified or corrected on the course, because it may count. */
function useLiveTable({ id, course, endDate }: Competition): void {
  useCourseRoom(course.id);
  useHints((event, payload) => {
    if (event !== 'leaderboard_changed' || !('courseId' in payload)) return;
    if (payload.courseId !== course.id || payload.day > endDate) return;
    void askAgain(['competition', id]);
    void askAgain(['competitions']);
  });
}

function LeaveCompetition({ id, name, isFinished }: Competition) {
  const navigate = useNavigate();
  return (
    <ConfirmAction
      button={
        <Button kind="secondary" icon={<LogOut size={20} />}>
          Leave competition
        </Button>
      }
      title="Leave competition"
      act={() => leaveCompetition(id).catch(unless('COMPETITION_NOT_FOUND'))}
      onDone={async () => {
        await navigate(paths.competitions(), { replace: true });
        announce(`You have left ${name}`);
        forgetCompetition(id);
      }}
    >
      {isFinished
        ? `${name} is no longer in your list. It has finished, so your result stays in its table.`
        : `Your row goes from the table of ${name}, and you can't be added again. Your rounds stay in your history.`}
    </ConfirmAction>
  );
}
