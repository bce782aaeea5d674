import type { Format, HistoryRow, LeaderboardSort } from '@fairmark/contract';
import { useState } from 'react';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { CORRECTED } from '../../golf/result-words.js';
import { ListRow, RowList } from '../../shared/list-row.js';
import { paths } from '../../shared/paths.js';
import { listDay } from '../../text/dates.js';
import { Chip } from '../../ui/chip.js';

/** The format whose result an order goes by. */
const FORMAT_OF: Readonly<Record<LeaderboardSort, Format>> = { stableford: 'STABLEFORD', par: 'PAR', nett: 'STROKE' };

interface RoundRowsProps {
  rounds: readonly HistoryRow[];
  /** What they are in order of; otherwise each shows what it was played for. */
  by?: LeaderboardSort | null;
  /** Other rows are on their way. */
  busy?: boolean;
}

/** My rounds, each of which leads to its card. Their course is named where they are of several. */
export function RoundRows({ rounds, by = null, busy }: RoundRowsProps) {
  const [now] = useState(() => new Date());
  const ofSeveral = new Set(rounds.map(({ course }) => course.id)).size > 1;
  return (
    <RowList label="Your rounds" busy={busy}>
      {rounds.map(({ matchId, course, marker, userRound }) => {
        const { round, unit } = FORMAT_WORDS[by === null ? userRound.matchType : FORMAT_OF[by]];
        const notes = [
          ofSeveral ? course.name : '',
          marker === null ? '' : `Marked by ${marker.fullName}`,
          userRound.correctedAt === null ? '' : CORRECTED,
          userRound.cannotBeVerified ? 'No marker: cannot be verified' : '',
        ];
        return (
          <ListRow
            key={matchId}
            to={paths.scorecard(matchId)}
            lead={listDay(userRound.day, now)}
            name={FORMAT_WORDS[userRound.matchType].name}
            mark={markOf(userRound)}
            note={notes.filter((note) => note !== '').join(' · ')}
            value={userRound.withdrawn ? '–' : round(userRound.scoreTotals)}
            unit={userRound.withdrawn ? undefined : unit}
          />
        );
      })}
    </RowList>
  );
}

/** What a round is short of; nothing for a verified one. */
function markOf({ withdrawn, verified, cannotBeVerified }: HistoryRow['userRound']) {
  if (withdrawn) return <Chip>Withdrawn</Chip>;
  return verified || cannotBeVerified ? undefined : <Chip kind="danger">Unsigned</Chip>;
}
