import styled from '@emotion/styled';
import type { Competition } from '@fairmark/contract';
import { Settings, Trophy } from 'lucide-react';
import { useState } from 'react';
import type { CompetitionRow } from '../../api/competitions.js';
import { segmentWords, weekWords } from '../../golf/result-words.js';
import { dayWords } from '../../text/dates.js';
import { counted } from '../../text/words.js';
import { DESKTOP } from '../../ui/breakpoints.js';
import { Button } from '../../ui/button.js';
import { CardStack, Fact, HeadRow, onGreen, Row } from '../../ui/page-parts.js';
import { Chip } from '../../ui/chip.js';
import { lazyDialog } from '../../ui/overlays/on-demand.js';
import { allowanceWords, datesWords, daysWords, lastSigningDay, TYPE_WORDS } from './parts/words.js';
import { winnersOf } from './table/rows.js';

// Loaded on demand: only the host opens it.
const SettingsSheet = lazyDialog(async () => (await import('./settings-sheet.js')).SettingsSheet);

const Head = styled.header`
  ${onGreen}
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-3);
  padding: var(--space-4) var(--space-5) var(--space-1);
  border-radius: var(--radius-card);
  overflow-wrap: anywhere;
  & > [data-part='weeks'] {
    display: flex;
    gap: 3px;
  }
  & [data-week] {
    flex: 1;
    height: 10px;
    border: 1.5px solid currentColor;
    border-radius: 3px;
  }
  & [data-week='played'] {
    border-width: 5px;
  }
  & [data-week='now'] {
    background: linear-gradient(90deg, currentColor 50%, transparent 50%);
  }
  & h1 {
    flex: 1 1 7rem;
    min-width: 0;
    font-size: clamp(var(--text-22), 7vw, var(--text-30));
  }
  & summary {
    padding-block: var(--space-2);
    color: var(--ink-2);
    font-size: var(--text-14);
    text-wrap: balance;
  }
  & summary > strong {
    flex: none;
    margin-left: auto;
  }
  & strong {
    color: var(--on-header);
  }
  & dl {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 132px), 1fr));
    gap: var(--space-3) var(--space-4);
    padding-block: var(--space-1) var(--space-5);
  }
  ${DESKTOP} {
    padding: var(--space-5) var(--space-8) var(--space-1);
  }
`;

/** A competition's banner: name, progress, the main facts in one line, and details on a press. */
export function CompetitionHead({ competition, isHost }: { competition: Competition; isHost: boolean }) {
  const { name, course, duration, weeksPlayed, days, startDate, endDate, allowance, playerCount } = competition;
  const [managing, manage] = useState(false);
  return (
    <Head>
      <HeadRow>
        <h1>{name}</h1>
        {isHost ? (
          <Button kind="secondary" aria-haspopup="dialog" icon={<Settings size={20} />} onClick={() => manage(true)}>
            Settings
          </Button>
        ) : (
          <Chip kind="primary">Member</Chip>
        )}
        {isHost && <SettingsSheet competition={competition} open={managing} onOpenChange={manage} />}
      </HeadRow>
      {/* A segment per week: full, half (this week) or empty. The text is below. */}
      <div data-part="weeks" aria-hidden="true">
        {Array.from({ length: duration }, (_, week) => (
          <i key={week} data-week={week < weeksPlayed ? 'played' : week === weeksPlayed ? 'now' : 'ahead'} />
        ))}
      </div>
      <details>
        <summary>
          <span>
            <strong>{weekWords(competition)}</strong>&nbsp;· {course.name}&nbsp;·{' '}
            {competition.isFinished ? datesWords(competition) : daysWords(days)}
          </span>
          <strong>Details</strong>
        </summary>
        <dl>
          <Fact term="Competition">{TYPE_WORDS[competition.type]}</Fact>
          <Fact term="Starts">{dayWords(startDate)}</Fact>
          <Fact term="Last day">{dayWords(endDate)}</Fact>
          <Fact term="Sign cards by">{dayWords(lastSigningDay(competition))}</Fact>
          <Fact term="Playing days">{daysWords(days)}</Fact>
          <Fact term="Nett">{allowanceWords(allowance)}</Fact>
          <Fact term="Host">{isHost ? 'You' : competition.host.fullName}</Fact>
          <Fact term="Players">{counted(playerCount, 'player')}</Fact>
        </dl>
      </details>
    </Head>
  );
}

const Box = styled(CardStack)`
  border-top: 4px solid var(--brass-fill);
  & > h2 > svg {
    color: var(--brass);
  }
  & dd {
    font-weight: 400;
  }
  & dl {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
    gap: var(--space-3) var(--space-6);
  }
  & dd > strong {
    font: 500 var(--text-30) / 1.2 var(--serif);
  }
`;

/** Announces that the competition has finished, with the gross and nett winners. */
export function FinishedBanner({ rows }: { rows: readonly CompetitionRow[] }) {
  const gross = winnersOf(rows, 'gross');
  const nett = winnersOf(rows, 'nett');
  const winners = [
    { term: 'Gross', won: gross, score: gross[0]?.totalScoreStroke, countback: gross[0]?.countback.gross },
    { term: 'Nett', won: nett, score: nett[0]?.totalScoreStrokeNett, countback: nett[0]?.countback.nett },
  ].filter(({ won }) => won.length > 0);
  return (
    <Box gap={3} aria-labelledby="finished">
      <Row as="h2" id="finished">
        <Trophy size={24} />
        Competition finished
      </Row>
      {gross.length === 0 ? (
        <p>No player has a score on every hole.</p>
      ) : (
        <dl>
          {winners.map(({ term, won, score, countback }) => (
            <Fact key={term} term={won.length === 1 ? `${term} winner` : `${term} winners, level`}>
              <strong>{won.map(({ player }) => player.fullName).join(', ')}</strong>
              {/* Level by nett to par, winners may have different totals. */}
              {won.length === 1 && ` with ${score}${countback ? ` on ${segmentWords(countback)}` : ''}`}
            </Fact>
          ))}
        </dl>
      )}
    </Box>
  );
}
