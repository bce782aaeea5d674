import { useCourseRoom } from '../../../api/realtime/hooks.js';
import { useSession } from '../../../api/use-session.js';
import { placeWords } from '../../../golf/result-words.js';
import { ListRow, RowList } from '../../../shared/lists/list-row.js';
import { paths } from '../../../shared/routing/paths.js';
import { Stack } from '../../../ui/page-parts.js';
import type { News } from './use-news.js';

interface TodayProps {
  news: News;
  /** How many places to show, in addition to the golfer's own. */
  places: number;
}

/** Today's leaders at the golfer's course, and the golfer's own place; nothing before the first verified card. */
export function Today({ news: { courseId, courseName, today }, places }: TodayProps) {
  const me = useSession()?.userId;
  if (courseId === null || today === undefined || today.rounds.length === 0) return null;
  return (
    <Stack aria-labelledby="today">
      <Watched courseId={courseId} />
      <h2 id="today">Today{courseName !== undefined && ` at ${courseName}`}</h2>
      <RowList label="Today's verified cards">
        {today.rounds
          .filter(({ player }, index) => index < places || player.id === me)
          .map((row) => (
            <ListRow
              key={`${row.userRound.matchId} ${row.player.id}`}
              to={{ pathname: paths.leaderboard(), search: `?course=${courseId}` }}
              lead={row.rankLabel}
              name={row.player.fullName}
              note={row.player.id === me ? `You, ${placeWords(row, today)}` : row.rank === 1 ? 'In the lead' : ''}
              own={row.player.id === me}
              value={row.userRound.scoreTotals.stableford}
              unit="pts"
            />
          ))}
      </RowList>
    </Stack>
  );
}

/** Watches the course, so that new cards appear. */
function Watched({ courseId }: { courseId: string }) {
  useCourseRoom(courseId);
  return null;
}
