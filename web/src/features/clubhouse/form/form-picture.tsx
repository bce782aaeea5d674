import styled from '@emotion/styled';
import type { Format } from '@fairmark/contract';
import { useId, useState, type ReactNode } from 'react';
import type { Series } from '../../../ui/chart/chart-series.js';
import { LineChart } from '../../../ui/chart/line-chart.js';
import { Note } from '../../../ui/page-parts.js';
import { Tabs } from '../../../ui/tabs.js';
import { SHOWN, type Shown } from './form-measures.js';
import { FormNumbers } from './form-numbers.js';
import { PARS, signedDecimal, usualMeasure, type FormRound, type Measure } from './recent-form.js';
import { dayOfYear, formatWords } from '../parts/words.js';

const AVERAGE = 'Average of 5';

const FORMATS: readonly { matchType: Format; shape: NonNullable<Series['shape']> }[] = [
  { matchType: 'STABLEFORD', shape: 'circle' },
  { matchType: 'PAR', shape: 'square' },
  { matchType: 'STROKE', shape: 'triangle' },
];

const PAR_LINES: readonly Omit<Series, 'values'>[] = [
  { name: 'Par 3', tone: 'primary', line: 'solid', shape: 'circle' },
  { name: 'Par 4', tone: 'blue', line: 'dashed', shape: 'square' },
  { name: 'Par 5', tone: 'brass', line: 'dotted', shape: 'triangle' },
];

const Pictures = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-8) var(--space-8);
  align-items: start;
  @media (min-width: 1024px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
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

interface FormPictureProps {
  /** Two and more, the oldest first. */
  rounds: readonly FormRound[];
}

/** How the last rounds went: what each came to, and where the strokes went. Every picture has its numbers in a table. */
export function FormPicture({ rounds }: FormPictureProps): ReactNode {
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
          onChange={(value) => choose(value === 'nett' ? 'nett' : 'points')}
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

function Rounds({ rounds, shown }: { rounds: readonly FormRound[]; shown: Shown }): ReactNode {
  const { caption, value, average, text, averageText } = shown;
  const marks = FORMATS.map(({ matchType, shape }): Series => ({
    name: formatWords(matchType),
    tone: 'ink',
    line: null,
    shape,
    values: rounds.map((round) => (round.matchType === matchType ? value(round) : null)),
  })).filter(({ values }) => values.some((one) => one !== null));
  const line: Series = { name: AVERAGE, tone: 'primary', line: 'solid', shape: null, values: rounds.map(average) };
  return (
    <>
      <LineChart
        label={`${caption}, your last ${rounds.length}. The table below has the numbers.`}
        places={rounds.map(({ day }) => dayOfYear(day))}
        series={[line, ...marks]}
        level={shown.level}
        text={text}
        smallOnTop={shown.smallOnTop}
      />
      <Note>{shown.note}</Note>
      <FormNumbers
        caption={caption}
        heads={[shown.unit, AVERAGE]}
        rounds={rounds}
        about={({ matchType }) => formatWords(matchType)}
      >
        {(round) => [textOf(value(round), text), textOf(average(round), averageText)]}
      </FormNumbers>
    </>
  );
}

function ByPar({ rounds }: { rounds: readonly FormRound[] }): ReactNode {
  const caption = 'Average to par of a hole';
  return (
    <>
      <LineChart
        label={`${caption}, by its par, after each of your last ${rounds.length} rounds. The table below has the numbers.`}
        places={rounds.map(({ day }) => dayOfYear(day))}
        series={PAR_LINES.map((line, place) => ({ ...line, values: rounds.map(({ byPar }) => byPar[place] ?? null) }))}
        level={0}
        text={(value) => signedDecimal(value, 1)}
        smallOnTop
      />
      <Note>
        Strokes over par on one hole, gross, over five rounds up to each date. Higher is better. A No Score counts as
        nett double bogey.
      </Note>
      <FormNumbers caption={caption} heads={PARS.map((par) => `Par ${par}`)} rounds={rounds}>
        {({ byPar }) => byPar.map((value) => textOf(value, (known) => signedDecimal(known, 2)))}
      </FormNumbers>
    </>
  );
}

function textOf(value: number | null, text: (known: number) => string): string {
  return value === null ? '–' : text(value);
}
