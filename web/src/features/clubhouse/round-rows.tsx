import type { HistoryRow, HistorySort } from '@fairmark/contract';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { CORRECTED, INCL_NS, UNMARKED } from '../../golf/result-words.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { paths } from '../../shared/routing/paths.js';
import { listDay } from '../../text/dates.js';
import { Chip } from '../../ui/chip.js';

/** Scores by which lists of rounds can be sorted. */
export const SCORES = [
  { id: 'stableford', historySort: 'stableford', label: 'STFD', name: 'Stableford points', format: 'STABLEFORD' },
  { id: 'par', historySort: 'par', label: 'PAR', name: 'Par result', format: 'PAR' },
  { id: 'nett', historySort: 'stroke', label: 'NETT', name: 'Nett strokes', format: 'STROKE' },
] as const;

interface RoundRowsProps {
  rounds: readonly HistoryRow[];
  /** The sort order, whose score is shown; by date, and by default, each round shows the score of its format. */
  by?: HistorySort;
  busy?: boolean;
}

/** My rounds, each linking to its card. The course is named if there are several. */
export function RoundRows({ rounds, by, busy }: RoundRowsProps) {
  const ofSeveral = new Set(rounds.map(({ course }) => course.id)).size > 1;
  return (
    <RowList aria-label="Your rounds" aria-busy={busy}>
      {rounds.map(({ matchId, course, marker, userRound }) => {
        const format = SCORES.find(({ historySort }) => historySort === by)?.format ?? userRound.matchType;
        const { round, unit } = FORMAT_WORDS[format];
        const place = ofSeveral ? course.name : marker !== null && `Marked by ${marker.fullName}`;
        const fault = userRound.correctedAt !== null ? CORRECTED : userRound.cannotBeVerified && UNMARKED;
        const inclNs = format === 'STROKE' && !userRound.withdrawn && userRound.scoreTotals.includesNoScore && INCL_NS;
        return (
          <ListRow
            key={matchId}
            to={paths.scorecard(matchId)}
            lead={listDay(userRound.day)}
            name={FORMAT_WORDS[userRound.matchType].name}
            mark={markOf(userRound)}
            note={[place, fault, inclNs].filter((note) => note !== false).join(' · ')}
            value={userRound.withdrawn ? '–' : round(userRound.scoreTotals)}
            unit={userRound.withdrawn ? undefined : unit}
          />
        );
      })}
    </RowList>
  );
}

function markOf({ withdrawn, verified, cannotBeVerified }: HistoryRow['userRound']) {
  if (withdrawn) return <Chip>Withdrawn</Chip>;
  return verified || cannotBeVerified ? undefined : <Chip kind="danger">Unsigned</Chip>;
}
