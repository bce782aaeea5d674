import styled from '@emotion/styled';
import { FORMAT_NAMES } from '@fairmark/contract';
import { useState, type ComponentProps } from 'react';
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
    name: 'Points',
    unit: 'Points',
    level: 36,
    smallOnTop: false,
    note: 'Stableford points, whatever the round was played for. The dotted line is 36: played to handicap. The average is of five rounds up to each date.',
    text: (value: number | null, digits = 0) => value?.toFixed(digits) ?? '–',
  },
  nett: {
    name: 'Nett to par',
    unit: 'Nett',
    level: 0,
    smallOnTop: true,
    note: 'Strokes after handicap, less the par of your card. Higher is better; the dotted line is 0: played to handicap. The average is of five rounds up to each date.',
    text: signedDecimal,
  },
} satisfies Record<Measure, object>;

const AVERAGE = 'Average of 5';

const PAR_LINES: readonly Omit<Series, 'values'>[] = [
  { name: 'Par 3', colour: 'var(--primary)', dashes: 'none', shape: 'circle' },
  { name: 'Par 4', colour: 'var(--bogey-ring)', dashes: '8 6', shape: 'square' },
  { name: 'Par 5', colour: 'var(--ink-2)', dashes: '1 6', shape: 'triangle' },
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
  & details > summary {
    width: fit-content;
    color: var(--primary);
    font-weight: 600;
  }
`;

/** Charts of the last rounds: the result of each, and strokes by par of hole. Each chart has its numbers in a table. */
export function FormPicture({ rounds }: { rounds: readonly FormRound[] }) {
  const [measure, choose] = useState<Measure>(() => usualMeasure(rounds));
  const byPar = (nth: number) => (round: FormRound) => signedDecimal(round.byPar[nth] ?? null, 2);
  return (
    <Pictures>
      <section aria-labelledby="form-rounds">
        <h3 id="form-rounds">Round by round</h3>
        <Tabs
          label="Measured by"
          tabs={(['points', 'nett'] as const).map((value) => ({ value, label: SHOWN[value].name }))}
          value={measure}
          onChange={choose}
        >
          <Rounds rounds={rounds} measure={measure} />
        </Tabs>
      </section>
      <section aria-labelledby="form-pars">
        <h3 id="form-pars">Average to par, by par of hole</h3>
        <Picture
          caption="Average to par of a hole"
          label={`Average to par of a hole, by its par, after each of your last ${rounds.length} rounds`}
          note="Strokes over par on one hole, gross, over five rounds up to each date. Higher is better. A No Score counts as nett double bogey."
          rounds={rounds}
          level={0}
          smallOnTop
          text={signedDecimal}
          series={PAR_LINES.map((line, nth) => ({ ...line, values: rounds.map((round) => round.byPar[nth] ?? null) }))}
          read={(round) => PARS.map((par, nth) => `par ${par} ${byPar(nth)(round)}`).join(', ')}
          columns={Object.fromEntries(PAR_LINES.map(({ name }, nth) => [name, byPar(nth)]))}
        />
      </section>
    </Pictures>
  );
}

function Rounds({ rounds, measure }: { rounds: readonly FormRound[]; measure: Measure }) {
  const { name, unit, text, ...shown } = SHOWN[measure];
  const caption = `${name} per round`;
  const formatOf = ({ matchType }: FormRound) => FORMAT_WORDS[matchType].name;
  const result = (round: FormRound) => text(round[measure]);
  const average = (round: FormRound) => text(round.average[measure], 1);
  const marks = FORMAT_NAMES.map((format): Series => ({
    name: FORMAT_WORDS[format].name,
    colour: 'var(--ink-2)',
    dashes: null,
    shape: FORMAT_WORDS[format].mark,
    values: rounds.map((round) => (round.matchType === format ? round[measure] : null)),
  })).filter(({ values }) => values.some((one) => one !== null));
  const averages = rounds.map((round) => round.average[measure]);
  return (
    <Picture
      {...shown}
      caption={caption}
      text={text}
      label={`${caption}, your last ${rounds.length}`}
      rounds={rounds}
      series={[{ name: AVERAGE, colour: 'var(--primary)', dashes: 'none', shape: null, values: averages }, ...marks]}
      read={(round) => `${formatOf(round)} ${result(round)} ${name.toLowerCase()}, average ${average(round)}`}
      columns={{ [unit]: result, [AVERAGE]: average }}
      about={formatOf}
    />
  );
}

interface PictureProps extends Omit<ComponentProps<typeof LineChart>, 'places' | 'read'> {
  caption: string;
  note: string;
  rounds: readonly FormRound[];
  read: (round: FormRound) => string;
  /** The numeric columns of the table, by heading. */
  columns: Readonly<Record<string, (round: FormRound) => string>>;
  about?: (round: FormRound) => string;
}

/** A chart, what it shows, and its numbers as a table, latest round first. */
function Picture({ caption, label, note, rounds, read, columns, about, ...chart }: PictureProps) {
  return (
    <>
      <LineChart
        {...chart}
        label={`${label}. The table below has the numbers.`}
        places={rounds.map(({ day }) => dayOfYear(day))}
        read={(place) => (rounds[place] === undefined ? '' : read(rounds[place]))}
      />
      <small>{note}</small>
      <details>
        <summary>As a table</summary>
        <ResultsTable caption={caption} head={['Date', ...Object.keys(columns).map(number)]}>
          {[...rounds].reverse().map((round) => (
            <tr key={round.matchId}>
              <th scope="row">
                {shortDay(round.day)}
                <small>{round.course}</small>
                {about !== undefined && <small>{about(round)}</small>}
              </th>
              {Object.entries(columns).map(([heading, cell]) => (
                <td key={heading} data-kind="number">
                  {cell(round)}
                </td>
              ))}
            </tr>
          ))}
        </ResultsTable>
      </details>
    </>
  );
}
