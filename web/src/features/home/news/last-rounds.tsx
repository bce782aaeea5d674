import type { DailyResultsAnswer, HistoryRow } from '@fairmark/contract';
import { useState } from 'react';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { placeWords } from '../../../golf/result-words.js';
import { ListRow, RowList } from '../../../shared/lists/list-row.js';
import { paths } from '../../../shared/routing/paths.js';
import { listDay } from '../../../text/dates.js';
import { Stack } from '../../../ui/page-parts.js';
import type { News } from './use-news.js';

interface LastRoundsProps {
  news: News;
  /** How many rounds to show; the first shows its rank on its day. */
  count: number;
}

/** My last results, and my last practice round, which is in no other list. */
export function LastRounds({ news: { rounds, lastDay, practice }, count }: LastRoundsProps) {
  const [now] = useState(() => new Date());
  if (rounds.length === 0 && !practice) return null;
  return (
    <Stack aria-labelledby="last-result">
      <h2 id="last-result">Your last {count > 1 ? 'rounds' : 'result'}</h2>
      <RowList label="Your last rounds">
        {rounds.slice(0, count).map((round, index) => (
          <ListRow
            key={round.matchId}
            to={paths.scorecard(round.matchId)}
            lead={listDay(round.userRound.day, now)}
            name={round.course.name}
            note={noteOf(round, index === 0 ? lastDay : undefined)}
            value={FORMAT_WORDS[round.userRound.matchType].round(round.userRound.scoreTotals)}
            unit={FORMAT_WORDS[round.userRound.matchType].unit}
          />
        ))}
        {practice && (
          <ListRow
            to={paths.scorecard(practice.matchId)}
            lead={listDay(practice.day, now)}
            name={practice.course}
            note="Last practice round"
          />
        )}
      </RowList>
    </Stack>
  );
}

/** "Stableford · 2nd of 7", or "Stableford · not verified yet". */
function noteOf({ matchId, player, userRound }: HistoryRow, day: DailyResultsAnswer | undefined): string {
  const { name } = FORMAT_WORDS[userRound.matchType];
  if (!userRound.verified) return `${name} · not verified yet`;
  const row = day?.rounds.find((other) => other.userRound.matchId === matchId && other.player.id === player.id);
  if (row === undefined || day === undefined) return name;
  return `${name} · ${placeWords(row, day)}`;
}
