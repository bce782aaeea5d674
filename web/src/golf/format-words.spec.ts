import type { ScoreTotals } from '@fairmark/contract';
import { FORMAT_WORDS } from './format-words.js';

it.each([
  ['STABLEFORD', '36', 'pts'],
  ['PAR', '+2', 'par'],
  ['STROKE', '71', 'nett'],
] as const)('a round of %s has the result of its format', (format, text, unit) => {
  const none = { stableford: 0, par: 0, gross: null };
  const result = { stableford: 36, par: 2, gross: 84, nett: 71 };
  const totals: ScoreTotals = { ...result, includesNoScore: false, thru: 18, out: none, in: none };
  expect([FORMAT_WORDS[format].round(totals), FORMAT_WORDS[format].unit]).toEqual([text, unit]);
});
