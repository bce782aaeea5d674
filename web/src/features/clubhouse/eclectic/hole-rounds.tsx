import type { EclecticRound, HistoryRow } from '@fairmark/contract';
import { useState } from 'react';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import type { NineHole } from '../../../golf/nine-table.js';
import { scoreText } from '../../../golf/score/score-texts.js';
import { ListRow, RowList } from '../../../shared/lists/list-row.js';
import { paths } from '../../../shared/routing/paths.js';
import { listDay } from '../../../text/dates.js';
import { Disclosure } from '../../../ui/lists/disclosure.js';
import { useWide } from '../../../ui/hooks/use-wide.js';

type BestHole = EclecticRound['holeScores'][number];

interface HoleRoundsProps {
  hole: BestHole;
  card: NineHole;
  history: readonly HistoryRow[];
}

/** The rounds in which a hole's best strokes and best points were made, often one: each leads to its card. */
export function HoleRounds({ hole, card, history }: HoleRoundsProps) {
  const [now] = useState(() => new Date());
  const { holeNumber, scoreStroke, scoreStableford, strokeFrom, stablefordFrom } = hole;
  const strokes = scoreStroke === null ? '' : `${scoreStroke}, ${scoreText(scoreStroke, card.par).toLowerCase()}`;
  const points = `${scoreStableford ?? 0} points`;
  const isOne = strokeFrom?.matchId === stablefordFrom?.matchId;
  const rounds = [
    { from: strokeFrom, note: isOne ? `${strokes} · ${points}` : `Best strokes: ${strokes}` },
    { from: isOne ? null : stablefordFrom, note: `Best points: ${scoreStableford ?? 0}` },
  ];
  return (
    <section aria-live="polite">
      <h3>
        Hole {holeNumber}, par {card.par}
      </h3>
      <RowList label={`Where your best scores on hole ${holeNumber} came from`}>
        {rounds.map(({ from, note }) => {
          if (from === null) return null;
          const played = history.find(({ matchId }) => matchId === from.matchId)?.userRound;
          const words = played && FORMAT_WORDS[played.matchType];
          return (
            <ListRow
              key={from.matchId}
              to={paths.scorecard(from.matchId)}
              lead={listDay(from.day, now)}
              name={words?.name ?? 'Scorecard'}
              note={note}
              value={played && words?.round(played.scoreTotals)}
              unit={words?.unit}
            />
          );
        })}
      </RowList>
      {strokeFrom === null && <small>No score yet on this hole.</small>}
    </section>
  );
}

/** Every hole with the round of its best strokes. */
export function AllHoles({ holes, cards }: { holes: readonly BestHole[]; cards: readonly NineHole[] }) {
  const [now] = useState(() => new Date());
  const wide = useWide();
  return (
    <Disclosure summary={<h2>All holes</h2>} open={wide}>
      <RowList label="All holes">
        {holes.map(({ holeNumber, scoreStroke, scoreStableford, strokeFrom }, index) => {
          const par = cards[index]?.par ?? 0;
          return (
            <ListRow
              key={holeNumber}
              lead={holeNumber}
              name={scoreStroke === null ? 'No score yet' : scoreText(scoreStroke, par)}
              note={[`Par ${par}`, strokeFrom === null ? '' : listDay(strokeFrom.day, now)]
                .filter((word) => word !== '')
                .join(' · ')}
              value={scoreStroke ?? '–'}
              unit={scoreStableford === null ? undefined : `${scoreStableford} pts`}
              to={strokeFrom === null ? undefined : paths.scorecard(strokeFrom.matchId)}
            />
          );
        })}
      </RowList>
    </Disclosure>
  );
}
