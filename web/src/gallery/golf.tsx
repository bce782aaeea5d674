import styled from '@emotion/styled';
import type { Format, HoleEntry } from '@fairmark/scoring';
import { useState, type ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { HandicapDots } from '../ui/handicap-dots.js';
import { HoleHeader } from '../ui/hole-header.js';
import { HoleResult } from '../ui/hole-result.js';
import { NineTable, type NineHole } from '../ui/nine-table.js';
import { PlayerRow } from '../ui/player-row.js';
import { ScoreGlyph } from '../ui/score-glyph.js';
import { SignatureLine } from '../ui/signature-line.js';
import { HOUSE } from '../adverts/choose-advert.js';
import { SponsorBanner } from '../ui/sponsor-banner.js';
import { StrokePad } from '../ui/stroke-pad.js';
import { SyncPill } from '../ui/sync-pill.js';
import { TotalsTile } from '../ui/totals.js';

const Board = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 328px), 1fr));
  gap: var(--space-8) var(--space-6);
  align-items: start;
  & > section {
    display: grid;
    gap: var(--space-3);
    min-width: 0;
  }
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3);
`;

const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="110"><rect width="300" height="110" fill="#0f4c35"/><circle cx="150" cy="55" r="34" fill="#c9a24b"/></svg>',
)}`;

/** Every golf component in every state. */
export function GolfGallery(): ReactNode {
  return (
    <Board>
      <Shown title="Glyphs">
        <Glyphs />
      </Shown>
      <Shown title="Hole header">
        <Headers />
      </Shown>
      <Shown title="Pad, nothing chosen">
        <Pad format="STABLEFORD" par={4} initial={null} />
      </Shown>
      <Shown title="Pad, birdie">
        <Pad format="PAR" par={4} initial={{ strokes: 3 }} />
      </Shown>
      <Shown title="Pad, par">
        <Pad format="STABLEFORD" par={5} initial={{ strokes: 5 }} />
      </Shown>
      <Shown title="Pad, No Score">
        <Pad format="STABLEFORD" par={3} initial={{ noScore: true }} />
      </Shown>
      <Shown title="Pad, stroke play, 14">
        <Pad format="STROKE" par={4} initial={{ strokes: 14 }} />
      </Shown>
      <Shown title="Pad, disabled">
        <StrokePad legend="Strokes" par={4} format="STROKE" value={{ strokes: 6 }} onPick={() => undefined} disabled />
      </Shown>
      <Shown title="Results">
        <HoleResult strokes={3} noScore={false} par={4} headline="Birdie, 4 points" resultText="1 stroke received" />
        <HoleResult strokes={4} noScore={false} par={4} headline="Par, 3 points" resultText="1 stroke received" />
        <HoleResult strokes={8} noScore={false} par={4} headline="+4, 0 points" resultText="" />
        <HoleResult strokes={1} noScore={false} par={3} headline="Hole in one, 5 points" resultText="" />
        <HoleResult strokes={null} noScore par={4} headline="No Score" resultText="0 points" />
      </Shown>
      <Shown title="Nine holes">
        <NineTable
          caption="Out, Sam Reid"
          holes={OUT}
          total={{ label: 'Out', par: 36, strokes: 42, score: 19 }}
          scoreLabel="Pts"
          showIndex
        />
        <Pressed />
        <NineTable
          caption="In, nothing yet"
          holes={OUT.map((hole) => ({ ...hole, strokes: null, noScore: false, score: '' }))}
          total={{ label: 'In', par: 36, strokes: '', score: '' }}
          scoreLabel="Nett"
        />
      </Shown>
      <Shown title="Totals">
        <TotalsTile
          label="Stableford"
          value={36}
          details={[
            { term: 'Gross', value: 88 },
            { term: 'Nett', value: 70 },
          ]}
          note="Gross and nett incl. NS"
        />
        <TotalsTile label="Par" value="+2" details={[]} />
      </Shown>
      <Shown title="Players">
        <Players />
      </Shown>
      <Shown title="Signatures">
        <SignatureLine role="Player" name="Sam Reid" signedAt="2026-11-14T05:42:00Z" waitingText="" />
        <SignatureLine role="Marker" name="Alex Kerr" signedAt={null} waitingText="Waiting for Alex" />
      </Shown>
      <Shown title="Sponsor">
        <SponsorBanner
          name="Sandhurst Pro Shop"
          text="Ten per cent off range balls today"
          image={{ url: PICTURE, alt: '' }}
        />
        <SponsorBanner
          name="The Nineteenth, a bar and kitchen with a long name"
          text="Counter meals until nine o’clock, and the best view of the eighteenth green in the whole of the district"
        />
        <SponsorBanner name="Plain" image={{ url: '/missing.png', alt: '' }} />
        <SponsorBanner {...HOUSE} />
        <SponsorBanner name={null} text="Room for your sign on this tee" image={{ url: PICTURE, alt: '' }} />
        <SponsorBanner
          name={null}
          image={{ url: PICTURE, alt: 'The words are in the picture', srcSet: `${PICTURE} 640w` }}
        />
      </Shown>
    </Board>
  );
}

function Shown({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Glyphs(): ReactNode {
  return (
    <>
      {([undefined, 'large'] as const).map((size) => (
        <Line key={size ?? 'small'}>
          {[1, 2, 3, 4, 5, 6, 7, 12].map((strokes) => (
            <ScoreGlyph key={strokes} strokes={strokes} par={4} size={size} />
          ))}
          <ScoreGlyph strokes={null} noScore par={4} size={size} />
          <ScoreGlyph strokes={null} par={4} size={size} />
        </Line>
      ))}
      <Line>
        {[1, 2, 3, -1, -2].map((strokes) => (
          <HandicapDots key={strokes} strokes={strokes} />
        ))}
      </Line>
      <Line>
        <SyncPill state="synced" waiting={0} />
        <SyncPill state="waiting" waiting={2} />
        <SyncPill state="attention" waiting={1} onPress={() => undefined} />
      </Line>
    </>
  );
}

function Headers(): ReactNode {
  const over = 'Royal Sandhurst · Match · Stableford';
  return (
    <>
      <HoleHeader
        {...{ holeNumber: 5, par: 4, distance: 388, index: 1, strokesReceived: 2, over, subject: 'Your' }}
        aside={<SyncPill state="synced" waiting={0} />}
      />
      <HoleHeader
        {...{ holeNumber: 18, par: 5, distance: 512, index: [8, 28, 46], strokesReceived: -1, over }}
        subject="Alexandra’s"
        aside={<SyncPill state="waiting" waiting={3} onPress={() => undefined} />}
      />
      <HoleHeader
        {...{ holeNumber: 12, par: 3, distance: 147, index: 18, strokesReceived: 0, over, subject: 'Your' }}
      />
    </>
  );
}

function Pad({ format, par, initial }: { format: Format; par: number; initial: HoleEntry | null }): ReactNode {
  const [value, setValue] = useState(initial);
  return (
    <>
      <StrokePad legend="Your strokes" par={par} format={format} value={value} onPick={setValue} />
      <Button kind="quiet" onClick={() => setValue(null)}>
        Clear
      </Button>
    </>
  );
}

const STROKES = [4, 3, 5, 4, 6, 2, 7, 1, null];

const OUT: readonly NineHole[] = STROKES.map((strokes, place) => ({
  number: place + 1,
  par: place === 5 || place === 7 ? 3 : 4,
  index: [7, 11, 15, 3, 1, 17, 9, 5, 13][place],
  strokes,
  noScore: strokes === null,
  score: strokes === null ? '0' : String([3, 4, 1, 3, 2, 3, 0, 6, 0][place]),
  received: place === 4 ? 2 : place % 3 === 0 ? 1 : 0,
}));

const IN: readonly NineHole[] = OUT.map((hole, place) => ({
  ...hole,
  number: place + 10,
  strokes: place === 7 ? 12 : place === 8 ? null : hole.strokes,
  noScore: false,
  score: place === 8 ? '' : (['+', '0', '−'][place % 3] ?? ''),
  received: place === 2 ? -1 : hole.received,
  mismatch: place === 3,
  waiting: place === 6,
}));

function Pressed(): ReactNode {
  const [hole, setHole] = useState<number | null>(null);
  return (
    <>
      <NineTable
        caption="In, Sam Reid"
        holes={IN}
        total={{ label: 'In', par: 36, strokes: 45, score: '−1', secondary: '106' }}
        scoreLabel="Par"
        onHole={setHole}
      />
      <p>{hole === null ? 'Press a hole' : `Hole ${hole} was pressed`}</p>
    </>
  );
}

function Players(): ReactNode {
  const remove = <Button kind="quiet">Remove</Button>;
  return (
    <ul>
      <li>
        <PlayerRow name="Sam Reid" detail="Daily 9" state={{ kind: 'host', label: 'Host' }} marker="Alex Kerr" />
      </li>
      <li>
        <PlayerRow
          name="Alex Kerr"
          detail="Daily +2"
          state={{ kind: 'ready', label: 'Ready' }}
          marker="Sam Reid"
          actions={remove}
        />
      </li>
      <li>
        <PlayerRow
          name="Priyadarshini Venkataraman-Nair"
          state={{ kind: 'setting-up', label: 'Setting up' }}
          actions={remove}
        />
      </li>
      <li>
        <PlayerRow name="Jo Tran" state={{ kind: 'invited', label: 'Invited' }} actions={remove} />
      </li>
    </ul>
  );
}
