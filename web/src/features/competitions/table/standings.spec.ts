import type { CompetitionSort } from '@fairmark/contract';
import { rankingOf, rankSort, winnersOf } from './rows.js';
import { aRow } from '../testing/table.js';

it.each<[CompetitionSort, string, CompetitionSort]>([
  ['gross', 'gross', 'gross-rank'],
  ['gross-rank', 'gross', 'gross-rank'],
  ['nett', 'nett', 'nett-rank'],
  ['nett-rank', 'nett', 'nett-rank'],
  ['first-9', 'firstNine', 'gross-rank'],
  ['last-9', 'lastNine', 'gross-rank'],
  ['rounds', 'gross', 'gross-rank'],
])('sorted by %s, the ranks are of %s', (sort, ranking, next) => {
  expect(rankingOf(sort)).toBe(ranking);
  expect(rankSort(sort)).toBe(next);
});

describe('a competition is won', () => {
  const names = (rows: ReturnType<typeof winnersOf>['gross']) => rows.map(({ player }) => player.fullName);

  it('by the first of each ranking', () => {
    const { gross, nett } = winnersOf([
      aRow('Alex Kerr', '1', { rankLabels: { gross: '1', nett: '2', firstNine: '1', lastNine: '1' } }),
      aRow('Jo Tran', '2', { rankLabels: { gross: '2', nett: '1', firstNine: '2', lastNine: '2' } }),
    ]);
    expect([names(gross), names(nett)]).toEqual([['Alex Kerr'], ['Jo Tran']]);
  });

  it('by all who tie for first', () => {
    expect(names(winnersOf([aRow('Alex Kerr', 'T1'), aRow('Jo Tran', 'T1')]).gross)).toEqual(['Alex Kerr', 'Jo Tran']);
  });

  it('by no player without a complete card', () => {
    const open = { totalScoreStroke: null, totalScoreStrokeNett: null };
    expect(winnersOf([aRow('Alex Kerr', 'T1', open), aRow('Jo Tran', null)])).toEqual({ gross: [], nett: [] });
  });
});
