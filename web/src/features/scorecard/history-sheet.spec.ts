/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { HistoryEntry } from '@fairmark/contract';
import { entryWords, holeHistories, signatureLines } from './history-sheet.js';
import { ALEX, CAT, correction, SAM } from '../../outbox/testing/match.js';

const at = '2026-11-14T00:32:00.000Z';
const entry = (about: Partial<HistoryEntry>): HistoryEntry => ({
  entryId: 'e',
  holeNumber: 5,
  side: 'PLAYER',
  strokes: 5,
  noScore: false,
  enteredBy: SAM,
  at,
  replaces: null,
  ...about,
});

test.each([
  [{}, SAM, 'You entered 5'],
  [{ replaces: 'x', strokes: 4 }, SAM, 'You changed it to 4'],
  [{ replaces: 'x', strokes: null }, SAM, 'You cleared the score'],
  [{ strokes: null, noScore: true }, SAM, 'You entered No Score'],
  [{ side: 'MARKER', enteredBy: ALEX }, SAM, 'Alex entered 5 for you (marker)'],
  [{ side: 'MARKER' }, ALEX, 'You entered 5 for Alex (marker)'],
  [{ side: 'MARKER', enteredBy: CAT, replaces: 'x' }, ALEX, 'Cat changed it to 5 for Alex (marker)'],
  [{ enteredBy: ALEX }, ALEX, 'Alex entered 5'],
] as const)('%j on the card of %j: %s', (about, player, text) => {
  expect(entryWords(entry(about), { me: 'sam', player })).toBe(text);
});

test('entries are sorted by hole, then by time', () => {
  const entries = [
    entry({ entryId: 'a', holeNumber: 10 }),
    entry({ entryId: 'b', holeNumber: 2 }),
    entry({ entryId: 'c', holeNumber: 10, replaces: 'a' }),
  ];
  const holes = holeHistories({ entries, corrections: [] }, { me: 'sam', player: SAM });
  expect(holes.map(({ holeNumber, lines }) => [holeNumber, lines.map(({ id }) => id)])).toEqual([
    [2, ['b']],
    [10, ['a', 'c']],
  ]);
  expect(holes[1]?.lines.map(({ change }) => change)).toEqual([false, true]);
});

test('a correction is the last line of its holes', () => {
  const entries = [entry({ entryId: 'a', holeNumber: 4 })];
  const corrections = [correction({ 4: 7, 9: 'NS' })];
  expect(holeHistories({ entries, corrections }, { me: 'sam', player: SAM })).toMatchObject([
    { holeNumber: 4, lines: [{ id: 'a' }, { text: 'Zoe corrected it to 7 (committee)', change: true }] },
    { holeNumber: 9, lines: [{ text: 'Zoe corrected it to No Score (committee)', at: corrections[0]?.at }] },
  ]);
  const [hole] = holeHistories({ entries: [], corrections }, { me: 'zoe', player: SAM });
  expect(hole?.lines[0]?.text).toBe('You corrected it to 7 (committee)');
});

test('signatures and reopenings are named with their golfers', () => {
  const signatures = [
    { kind: 'SIGNED', by: SAM, as: 'PLAYER', at },
    { kind: 'SIGNED', by: ALEX, as: 'MARKER', at },
    { kind: 'REOPENED', by: ALEX, as: null, at },
  ] as const;
  const lines = signatureLines({ signatures: [...signatures] }, { me: 'sam' });
  expect(lines.map(({ text }) => text)).toEqual([
    'You signed as player',
    'Alex signed as marker',
    'Alex reopened the card: its signatures were cleared',
  ]);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(3);
});
