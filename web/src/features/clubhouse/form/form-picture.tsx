import styled from '@emotion/styled';
import { FORMAT_NAMES } from '@fairmark/contract';
import { useId, useState, type ComponentProps } from 'react';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import type { Series } from '../../../ui/chart/chart-series.js';
import { LineChart } from '../../../ui/chart/line-chart.js';
import { Tabs } from '../../../ui/tabs.js';
import { PARS, signedDecimal, type FormRound, type Measure, usualMeasure } from './recent-form.js';
import { dayOfYear, shortDay } from '../../../text/dates.js';
import { number, ResultsTable } from '../../../golf/results-table.js';

/** How a measure is shown in chart and table. `level` is the result of a round played to the daily handicap. */
const SHOWN = {
  points: {
    caption: 'Points per round',
    unit: 'Points',
    of: 'points',
    level: 36,
    smallOnTop: false,
    note: 'Stableford points, whatever the round was played for. The dotted line is 36: played to handicap. The average is of five rounds up to each date.',
    value: ({ points }: FormRound): number | null => points,
    average: ({ average }: FormRound): number | null => average.points,
    text: String,
    averageText: (value: number) => value.toFixed(1),
  },
  nett: {
    caption: 'Nett to par per round',
    unit: 'Nett',
    of: 'nett to par',
    level: 0,
    smallOnTop: true,
    note: 'Strokes after handicap, less the par of your card. Higher is better; the dotted line is 0: played to handicap. The average is of five rounds up to each date.',
    value: ({ nettToPar }: FormRound) => nettToPar,
    average: ({ average }: FormRound) => average.nettToPar,
    text: (value: number) => signedDecimal(value, 0),
    averageText: (value: number) => signedDecimal(value, 1),
  },
} satisfies Record<Measure, object>;

const AVERAGE = 'Average of 5';

const PAR_LINES: readonly Omit<Series, 'values'>[] = [
  { name: 'Par 3', tone: 'primary', line: 'solid', shape: 'circle' },
  { name: 'Par 4', tone: 'blue', line: 'dashed', shape: 'square' },
  { name: 'Par 5', tone: 'ink', line: 'dotted', shape: 'triangle' },
];

const Pictures = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  gap: var(--space-8);
  align-items: start;
  & h3 {
    font: 600 var(--text-16) / 1.3 var(--font);
  }
  & [role='tabpanel'],
  & > section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
  }
`;

/** Charts of the last rounds: the result of each, and strokes by par of hole. Each chart has its numbers in a table. */
export function FormPicture({ rounds }: { rounds: readonly FormRound[] }) {
  const [measure, choose] = useState<Measure>(() => usualMeasure(rounds));
  const id = useId();
  return (
    <Pictures>
      <section aria-labelledby={`${id}rounds`}>
        <h3 id={`${id}rounds`}>Round by round</h3>
        <Tabs
          label="Measured by"
          tabs={[
            { value: 'points', label: 'Points' },
            { value: 'nett', label: 'Nett to par' },
          ]}
          value={measure}
          onChange={choose}
        >
          <Rounds rounds={rounds} shown={SHOWN[measure]} />
        </Tabs>
      </section>
      <section aria-labelledby={`${id}pars`}>
        <h3 id={`${id}pars`}>Average to par, by par of hole</h3>
        <ByPar rounds={rounds} />
      </section>
    </Pictures>
  );
}

function Rounds({ rounds, shown }: { rounds: readonly FormRound[]; shown: (typeof SHOWN)[Measure] }) {
  const { value, average, text, averageText } = shown;
  const marks = FORMAT_NAMES.map((format): Series => ({
    name: FORMAT_WORDS[format].name,
    tone: 'ink',
    line: null,
    shape: FORMAT_WORDS[format].mark,
    values: rounds.map((round) => (round.matchType === format ? value(round) : null)),
  })).filter(({ values }) => values.some((one) => one !== null));
  const line: Series = { name: AVERAGE, tone: 'primary', line: 'solid', shape: null, values: rounds.map(average) };
  return (
    <Picture
      {...shown}
      label={`${shown.caption}, your last ${rounds.length}`}
      rounds={rounds}
      series={[line, ...marks]}
      read={(round) => {
        const result = `${FORMAT_WORDS[round.matchType].name} ${textOf(value(round), text)} ${shown.of}`;
        return `${result}, average ${textOf(average(round), averageText)}`;
      }}
      heads={[shown.unit, AVERAGE]}
      about={({ matchType }) => FORMAT_WORDS[matchType].name}
      cells={(round) => [textOf(value(round), text), textOf(average(round), averageText)]}
    />
  );
}

const BY_PAR = {
  caption: 'Average to par of a hole',
  level: 0,
  smallOnTop: true,
  text: (value: number) => signedDecimal(value, 0),
  note: 'Strokes over par on one hole, gross, over five rounds up to each date. Higher is better. A No Score counts as nett double bogey.',
};

function ByPar({ rounds }: { rounds: readonly FormRound[] }) {
  return (
    <Picture
      {...BY_PAR}
      label={`${BY_PAR.caption}, by its par, after each of your last ${rounds.length} rounds`}
      rounds={rounds}
      series={PAR_LINES.map((line, place) => ({ ...line, values: rounds.map(({ byPar }) => byPar[place] ?? null) }))}
      read={({ byPar }) => PARS.map((par, line) => `par ${par} ${textOf(byPar[line] ?? null, twoDecimals)}`).join(', ')}
      heads={PARS.map((par) => `Par ${par}`)}
      cells={({ byPar }) => byPar.map((value) => textOf(value, twoDecimals))}
    />
  );
}

const twoDecimals = (value: number): string => signedDecimal(value, 2);

const textOf = (value: number | null, text: (known: number) => string): string => (value === null ? '–' : text(value));

const AsTable = styled.details`
  & > summary {
    width: fit-content;
    color: var(--primary);
    font-weight: 600;
  }
`;

interface PictureProps extends Pick<
  ComponentProps<typeof LineChart>,
  'label' | 'series' | 'level' | 'text' | 'smallOnTop'
> {
  caption: string;
  note: string;
  rounds: readonly FormRound[];
  read: (round: FormRound) => string;
  heads: readonly string[];
  about?: (round: FormRound) => string;
  cells: (round: FormRound) => readonly string[];
}

/** A chart, what it shows, and its numbers as a table, latest round first. */
function Picture({ caption, label, note, rounds, read, heads, about, cells, ...chart }: PictureProps) {
  return (
    <>
      <LineChart
        {...chart}
        label={`${label}. The table below has the numbers.`}
        places={rounds.map(({ day }) => dayOfYear(day))}
        read={(place) => (rounds[place] === undefined ? '' : read(rounds[place]))}
      />
      <small>{note}</small>
      <AsTable>
        <summary>As a table</summary>
        <ResultsTable caption={caption} head={['Date', ...heads.map(number)]}>
          {[...rounds].reverse().map((round) => (
            <tr key={round.matchId}>
              <th scope="row">
                {shortDay(round.day)}
                <small>{round.course}</small>
                {about !== undefined && <small>{about(round)}</small>}
              </th>
              {cells(round).map((text, place) => (
                <td key={heads[place]} data-kind="number">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </ResultsTable>
      </AsTable>
    </>
  );
}
