import type { CompetitionAnswer } from '@fairmark/contract';
import { useSession } from '../../../api/use-session.js';
import { ListRow, RowList } from '../../../shared/list-row.js';
import { paths } from '../../../shared/paths.js';
import { weekWords } from '../../../golf/week-words.js';
import { ordinal } from '../../../text/words.js';
import { Stack } from '../../../ui/page-parts.js';
import type { News } from './use-news.js';

/** The competitions that run, each with its week and my place by gross. */
export function Running({ news: { competitions } }: { news: News }) {
  const me = useSession()?.userId;
  if (competitions.length === 0) return null;
  return (
    <Stack aria-labelledby="running">
      <h2 id="running">Competitions</h2>
      <RowList label="Running competitions">
        {competitions.map((answer) => (
          <ListRow
            key={answer.competition.id}
            to={paths.competition(answer.competition.id)}
            name={answer.competition.name}
            note={weekWords(answer.competition)}
            {...rankOf(answer, me)}
          />
        ))}
      </RowList>
    </Stack>
  );
}

function rankOf({ rounds }: CompetitionAnswer, me: string | undefined): { value?: string; unit?: string } {
  const rank = rounds.find(({ player }) => player.id === me)?.totalScoreStrokeRank;
  return typeof rank === 'number' ? { value: ordinal(rank), unit: 'gross' } : {};
}
