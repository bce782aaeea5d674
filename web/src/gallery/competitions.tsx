import { QueryClientProvider } from '@tanstack/react-query';
import type { CompetitionRound, CompetitionSort } from '@fairmark/contract';
import { useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { queryClient } from '../api/query-client.js';
import { CompetitionHead } from '../features/competitions/competition-head.js';
import { CompetitionCards } from '../features/competitions/competitions.js';
import { FinishedBanner } from '../features/competitions/finished-banner.js';
import { PlayerSheet } from '../features/competitions/player-sheet.js';
import { Standings } from '../features/competitions/standings-table.js';
import { aCompetition, aHole, aRow, golfer } from '../features/competitions/testing/table.js';
import { Button } from '../ui/button.js';
import { Group, Shelf, Stack } from './frame.js';

const NAMES = ['Sam Reid', 'Alex Kerr', 'Priyadarshini Venkataraman-Nair', 'Jo Tran', 'Mia Costa', 'Ben Birch'];
const MANY = [...NAMES, 'Ann Archer', 'Dana Petrov', 'Callum Reid'].map(golfer);

const CARDS = [
  aCompetition({ id: 'running' }),
  aCompetition({ id: 'empty', name: 'Nobody Yet', weeksPlayed: 0, players: [] }),
  aCompetition({ id: 'many', name: 'Wednesday Ladies Ringers', weeksPlayed: 5, players: MANY }),
  aCompetition({ id: 'played', name: 'All Weeks Played', weeksPlayed: 6 }),
  aCompetition({ id: 'finished', name: 'Summer Ringers', weeksPlayed: 6, isFinished: true }),
];

const NO_TOTALS: Partial<CompetitionRound> = {
  totalScoreStroke: null,
  totalScoreStrokeRank: null,
  totalScoreStrokeNett: null,
  totalScoreStrokeNettToPar: null,
  totalScoreStrokeNettRank: null,
  lastNineScoreStrokeNett: null,
  lastNineScoreStrokeNettRank: null,
};
const NO_ROUND: Partial<CompetitionRound> = {
  ...NO_TOTALS,
  firstNineScoreStrokeNett: null,
  firstNineScoreStrokeNettRank: null,
  contributingRounds: 0,
  userMatchSettings: null,
  allowedStrokes: null,
  rankLabels: { gross: null, nett: null, firstNine: null, lastNine: null },
  holeScores: [],
  updatedAt: null,
};
const WHOLE = aRow('Sam Reid', '1', {
  countback: { gross: { decidedBy: 'last6' }, nett: null },
  contributingRounds: 3,
  holeScores: eighteen((hole) =>
    aHole(hole, { scoreStroke: 2 + (hole % 5), scoreStableford: 4 - (hole % 5), from: roundOf(hole) }),
  ),
});
const PARTLY = aRow('Jo Tran', '4', {
  ...NO_TOTALS,
  holeScores: eighteen((hole) =>
    aHole(hole, hole > 16 ? { scoreStroke: null, scoreStableford: null, noScore: hole === 18, from: null } : {}),
  ),
});
const NOT_YET = aRow('Ben Birch', null, NO_ROUND);
const NOT_OPENED = aRow('Dana Petrov', null, { ...NO_ROUND, shown: false });
const ROWS = [
  WHOLE,
  aRow('Alex Kerr', 'T2'),
  aRow('Priyadarshini Venkataraman-Nair', 'T2'),
  PARTLY,
  NOT_YET,
  NOT_OPENED,
];
const LEVEL = [aRow('Alex Kerr', 'T1'), aRow('Jo Tran', 'T1')];

const ME = 'sam';

/** What competitions are made of, in every state. Their links lead nowhere. */
export function CompetitionsGallery(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Group title="Competitions">
          <Stack>
            <CompetitionHead competition={aCompetition()} me={ME} />
            <CompetitionHead competition={aCompetition({ isFinished: true, weeksPlayed: 6, allowance: 0 })} me="alex" />
          </Stack>
          <Stack>
            <FinishedBanner rows={ROWS} />
            <FinishedBanner rows={LEVEL} />
            <FinishedBanner rows={[PARTLY, NOT_YET]} />
            <Cards />
          </Stack>
          <CompetitionCards competitions={CARDS} />
          <Stack>
            <Table />
            <Table busy />
          </Stack>
        </Group>
      </MemoryRouter>
    </QueryClientProvider>
  );
}

function Table({ busy = false }: { busy?: boolean }): ReactNode {
  const [sort, setSort] = useState<CompetitionSort>(busy ? 'first-9' : 'gross');
  return <Standings rows={ROWS} sort={sort} onSort={setSort} busy={busy} me={ME} />;
}

/** A player's card, each behind its button. */
function Cards(): ReactNode {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Shelf>
      {[WHOLE, PARTLY, NOT_YET].map((row) => (
        <Button key={row.player.id} kind="secondary" onClick={() => setOpen(row.player.id)}>
          Card of {row.player.fullName}
        </Button>
      ))}
      {[WHOLE, PARTLY, NOT_YET].map((row) => (
        <PlayerSheet
          key={row.player.id}
          row={row}
          own={row.player.id === ME}
          open={open === row.player.id}
          onOpenChange={(next) => setOpen(next ? row.player.id : null)}
        />
      ))}
    </Shelf>
  );
}

function roundOf(hole: number) {
  return hole % 3 === 0 ? { matchId: 'first', day: '2026-11-14' } : { matchId: 'second', day: '2026-11-21' };
}

function eighteen<T>(of: (hole: number) => T): T[] {
  return Array.from({ length: 18 }, (_, index) => of(index + 1));
}
