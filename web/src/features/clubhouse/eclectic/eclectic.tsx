import type { EclecticRound, HistoryRow } from '@fairmark/contract';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../../api/auth.js';
import { eclecticQuery, historyQuery } from '../../../api/clubhouse.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { Nines } from '../../../golf/nine-table.js';
import { ScoreKey } from '../../../golf/score-key.js';
import { scoreText, spokenScore } from '../../../golf/score/score-texts.js';
import { ListRow, RowList } from '../../../shared/lists/list-row.js';
import { ListStates } from '../../../shared/lists/list-states.js';
import { paths } from '../../../shared/routing/paths.js';
import { listDay } from '../../../text/dates.js';
import { counted, joinWords } from '../../../text/words.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { useWide } from '../../../ui/breakpoints.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { Columns, Page, Stack } from '../../../ui/page-parts.js';
import { CourseHead, OfCourse, useShownCourse } from '../parts/course-head.js';
import { eclecticNines, RingerCard, tally, toParWords } from './ringer-card.js';

/** /clubhouse/your-eclectic-round: the ringer card, my best score on each hole over all verified rounds on a course. */
export function Eclectic() {
  const course = useShownCourse();
  return (
    <Page data-width="wide">
      <CourseHead course={course} title="Eclectic round" />
      <OfCourse course={course}>{(courseId) => <EclecticOf courseId={courseId} name={course.name} whole />}</OfCourse>
    </Page>
  );
}

interface EclecticProps {
  courseId: string;
  /** The course's; undefined while it loads. */
  name: string | undefined;
  /** With the origins of all holes. */
  whole?: boolean;
}

/** My eclectic card for a course. */
export function EclecticOf(props: EclecticProps) {
  const query = useQuery(eclecticQuery(props.courseId));
  return (
    <ListStates query={query} waiting="Loading your eclectic round">
      {({ eclecticRound }) =>
        eclecticRound.rounds === 0 ? (
          <EmptyState title="No rounds played yet">
            Your best score of every hole is kept here, over all your verified rounds on this course.
          </EmptyState>
        ) : (
          <Ringer round={eclecticRound} {...props} />
        )
      }
    </ListStates>
  );
}

function Ringer({ courseId, name, whole = false, round }: EclecticProps & { round: EclecticRound }) {
  const { data: user } = useQuery(userQuery());
  const { data: history } = useQuery(historyQuery(courseId, 'date-desc'));
  const wide = useWide();
  const [selected, select] = useState<number | null>(null);
  const { totalScoreStroke: strokes, totalScoreStableford: points } = round.totals;
  const hole = round.holeScores.find(({ holeNumber }) => holeNumber === selected);
  const main = (
    <Stack aria-label="Your eclectic card">
      <RingerCard>
        <header>
          <div>
            <small>Eclectic round</small>
            <h2>{name ?? '\u00a0'}</h2>
            <small>{`${user?.fullName ?? ''} · best of ${counted(round.rounds, 'round')}`}</small>
          </div>
          <p>
            <strong>{strokes ?? '–'}</strong>
            <small>{joinWords([toParWords(round), points === null ? '' : counted(points, 'pt')])}</small>
          </p>
        </header>
        <div data-part="nines">
          <Nines
            nines={eclecticNines(round, selected)}
            of="your eclectic round"
            onHole={(number) => select(number === selected ? null : number)}
          />
        </div>
        <small>{tally(round)}</small>
      </RingerCard>
      {/* A live region announces only changes, so it is there before a hole is picked. */}
      <div aria-live="polite">
        {hole === undefined ? (
          <small>Pick a hole to see its round.</small>
        ) : (
          <HoleRounds hole={hole} history={history?.rounds ?? []} />
        )}
      </div>
      {whole && <ScoreKey />}
    </Stack>
  );
  if (!whole) return main;
  return (
    <Columns>
      {main}
      <Stack aria-labelledby="origins">
        <h2 id="origins">Where your best scores came from</h2>
        <small>The first round that reached the best strokes of each hole.</small>
        <Disclosure summary={<h2>All holes</h2>} open={wide}>
          <RowList aria-label="All holes">
            {round.holeScores.map(({ holeNumber, par, scoreStroke, scoreStableford, strokeFrom }) => (
              <ListRow
                key={holeNumber}
                lead={holeNumber}
                name={scoreStroke === null ? 'No score yet' : scoreText(scoreStroke, par ?? 0)}
                note={joinWords([`Par ${par ?? 0}`, strokeFrom === null ? '' : listDay(strokeFrom.day)])}
                value={scoreStroke ?? '–'}
                unit={scoreStableford === null ? undefined : counted(scoreStableford, 'pt')}
                to={strokeFrom === null ? undefined : paths.scorecard(strokeFrom.matchId)}
              />
            ))}
          </RowList>
        </Disclosure>
      </Stack>
    </Columns>
  );
}

/** The rounds with the best strokes and best points of a hole, often the same one; each links to its card. */
function HoleRounds({ hole, history }: { hole: EclecticRound['holeScores'][number]; history: readonly HistoryRow[] }) {
  const { holeNumber, scoreStroke, scoreStableford, strokeFrom, stablefordFrom } = hole;
  const par = hole.par ?? 0;
  const strokes = scoreStroke === null ? '' : spokenScore({ strokes: scoreStroke, par });
  const points = `${scoreStableford ?? 0} points`;
  const isSameRound = strokeFrom?.matchId === stablefordFrom?.matchId;
  const rounds = [
    { from: strokeFrom, note: isSameRound ? `${strokes} · ${points}` : `Best strokes: ${strokes}` },
    { from: isSameRound ? null : stablefordFrom, note: `Best points: ${scoreStableford ?? 0}` },
  ];
  return (
    <section>
      <h3>
        Hole {holeNumber}, par {par}
      </h3>
      <RowList aria-label={`Where your best scores on hole ${holeNumber} came from`}>
        {rounds.map(({ from, note }) => {
          if (from === null) return null;
          const played = history.find(({ matchId }) => matchId === from.matchId)?.userRound;
          const words = played && FORMAT_WORDS[played.matchType];
          return (
            <ListRow
              key={from.matchId}
              to={paths.scorecard(from.matchId)}
              lead={listDay(from.day)}
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
