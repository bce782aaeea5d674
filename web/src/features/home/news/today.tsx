import type { LeaderboardRow } from '@fairmark/contract';
import { useCourseRoom } from '../../../api/realtime/hooks.js';
import { useSession } from '../../../api/use-session.js';
import { ListRow, RowList } from '../../../shared/lists/list-row.js';
import { paths } from '../../../shared/routing/paths.js';
import { ordinal } from '../../../text/words.js';
import { Stack } from '../../../ui/page-parts.js';
import type { News } from './use-news.js';

interface TodayProps {
  news: News;
  /** How many places are shown, and the golfer's own. */
  places: number;
}

/** Who leads at the golfer's course today, and the golfer's own place; nothing before the first verified card. */
export function Today({ news: { courseId, courseName, today }, places }: TodayProps) {
  const me = useSession()?.userId;
  const rounds = today?.rounds ?? [];
  if (courseId === null || rounds.length === 0) return null;
  return (
    <Stack aria-labelledby="today">
      <Watched courseId={courseId} />
      <h2 id="today">Today{courseName !== undefined && ` at ${courseName}`}</h2>
      <RowList label="Today's verified cards">
        {rounds
          .filter(({ player }, index) => index < places || player.id === me)
          .map((row) => (
            <ListRow
              key={`${row.userRound.matchId} ${row.player.id}`}
              to={{ pathname: paths.leaderboard(), search: `?course=${courseId}` }}
              lead={row.rankLabel}
              name={row.player.fullName}
              note={noteOf(row, row.player.id === me, rounds.length)}
              own={row.player.id === me}
              value={row.userRound.scoreTotals.stableford}
              unit="pts"
            />
          ))}
      </RowList>
    </Stack>
  );
}

/** Looks at the course, so that a card that comes in shows. */
function Watched({ courseId }: { courseId: string }) {
  useCourseRoom(courseId);
  return null;
}

function noteOf({ rank, rankLabel }: LeaderboardRow, own: boolean, cards: number): string {
  if (!own) return rank === 1 ? 'In the lead' : '';
  const tied = rankLabel.startsWith('T') ? 'tied ' : '';
  return `You, ${tied}${ordinal(rank)} of ${cards}`;
}
