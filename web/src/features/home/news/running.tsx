import type { ListedCompetition } from '@fairmark/contract';
import { weekWords } from '../../../golf/week-words.js';
import { ListRow, RowList } from '../../../shared/lists/list-row.js';
import { paths } from '../../../shared/routing/paths.js';
import { ordinal } from '../../../text/words.js';
import { Stack } from '../../../ui/page-parts.js';
import type { News } from './use-news.js';

/** Running competitions, each with its week and my gross rank. */
export function Running({ news: { competitions } }: { news: News }) {
  if (competitions.length === 0) return null;
  return (
    <Stack aria-labelledby="running">
      <h2 id="running">Competitions</h2>
      <RowList label="Running competitions">
        {competitions.map((competition) => (
          <ListRow
            key={competition.id}
            to={paths.competition(competition.id)}
            name={competition.name}
            note={weekWords(competition)}
            {...placeOf(competition)}
          />
        ))}
      </RowList>
    </Stack>
  );
}

function placeOf({ standing }: ListedCompetition): { value?: string; unit?: string } {
  const rank = standing?.rank ?? null;
  if (rank === null) return {};
  return { value: rank.startsWith('T') ? rank : ordinal(Number(rank)), unit: 'gross' };
}
