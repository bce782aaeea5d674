/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { Format } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { ninesOfMine } from '../over-the-hole.js';
import { differingCards, runningTotal, scoringCards } from './cards.js';
import { elsewhereText, headline, markersStrokesText, shotsText, spokenEntry } from './result-words.js';
import type { WaitingScore } from '../../../outbox/box.js';
import { ALEX, aMatch, type ExampleCard, ME, waitingScore, type Written } from '../../../outbox/testing/match.js';

function mine(format: Format, player: Written[], more: Partial<ExampleCard> = {}, waiting: WaitingScore[] = []) {
  const [card] = scoringCards(
    aMatch(
      ME,
      [
        { player: ME, daily: 18, byPlayer: player, marker: ALEX, ...more },
        { player: ALEX, marker: ME },
      ],
      format,
    ),
    'me',
    1,
    waiting,
  );
  if (card === undefined) throw new Error('my card');
  return card;
}

const kept = (card: ReturnType<typeof mine>) => ({ ...card, isMine: false, round: { ...card.round, player: ALEX } });

describe('the words of a result (par 4, one stroke received)', () => {
  it.each<[Format, Written, string]>([
    ['STABLEFORD', 3, 'Birdie, 4 points'],
    ['STABLEFORD', 6, 'Double bogey, 1 point'],
    ['STABLEFORD', 'NS', 'No Score, 0 points'],
    ['PAR', 4, 'Par, +'],
    ['PAR', 5, 'Bogey, 0'],
    ['PAR', 6, 'Double bogey, −'],
    ['STROKE', 1, 'Hole in one, nett 0'],
  ])('%s: %s is "%s"', (format, written, text) => {
    const card = mine(format, [written]);
    expect(headline(card.hole, card.hole.mine!, format)).toBe(text);
  });

  it.each<[Format, CardEntry | null, string]>([
    ['STABLEFORD', { strokes: 4, noScore: false }, '4, par, 3 points'],
    ['PAR', { strokes: 4, noScore: false }, '4, par, plus'],
    ['PAR', { strokes: 5, noScore: false }, '5, bogey, square'],
    ['PAR', { strokes: null, noScore: true }, 'No Score, minus'],
    ['STROKE', { strokes: 14, noScore: false }, '14, +10, nett 13'],
    ['STABLEFORD', null, 'cleared'],
  ])('%s %j is announced as "%s"', (format, value, text) => {
    expect(spokenEntry(mine(format, []), value, format)).toBe(text);
    expect(spokenEntry(kept(mine(format, [])), value, format)).toBe(`Alex, ${text}`);
  });
});

describe('the words of a difference', () => {
  it('name the first differing hole of a card that can be changed, and how many more there are', () => {
    const card = mine('STABLEFORD', ['NS', 5, 5, 5], { byMarker: [4, 4, 4, 5] });
    const textFor = (shown: typeof card) => {
      const [first, ...more] = differingCards([shown]);
      return first && elsewhereText(first, more.length, 'me');
    };
    expect(textFor(card)).toBe('Hole 1: you No Score, Alex 4 · +2 more');
    expect(textFor(kept(card))).toMatch(/^Hole 1, Alex's card: /);
    expect(textFor(mine('STABLEFORD', [5], { byMarker: [4] }))).toBe('Hole 1: you 5, Alex 4');
    expect(textFor({ ...card, round: { ...card.round, signatures: [{} as never] } })).toBeUndefined();
  });

  it('say whose strokes the card shows when the result is the same', () => {
    const card = mine('STABLEFORD', [8], { byMarker: [9] });
    expect(markersStrokesText(card)).toBe("Same result. Your card will show the marker's 9");
    expect(markersStrokesText(kept(card))).toBe("Same result. Alex's card will show your 8");
  });
});

it.each([
  [1, true, 'You get 1 shot'],
  [2, true, 'You get 2 shots'],
  [0, true, 'No shots'],
  [-1, true, 'You give 1 shot back'],
  [1, false, 'Alex gets 1 shot'],
  [-2, false, 'Alex gives 2 shots back'],
  [null, true, ''],
])('the shots of a hole: %s, my card: %s, are "%s"', (received, isMine, text) => {
  const card = mine('PAR', []);
  const shown = { ...card, hole: { ...card.hole, strokesReceived: received } };
  expect(shotsText(isMine ? shown : kept(shown))).toBe(text);
});

describe('the running total', () => {
  it.each<[Format, Written[], string]>([
    ['STABLEFORD', [4, 5, 'NS'], '5 pts · thru 3'],
    ['STROKE', [5, 5, 7], '+5 thru 3'],
    ['STROKE', [4, 3, 5], 'Level thru 3'],
    ['STROKE', [3], '−1 thru 1'],
    ['PAR', [4, 4, 5], '2 up thru 3'],
    ['PAR', [6, 'NS'], '2 down thru 2'],
    ['PAR', [5], 'Square thru 1'],
  ])('%s of %j is "%s"', (format, player, text) => {
    const total = runningTotal(mine(format, player), format);
    expect(total && `${total.figure} thru ${total.thru}`).toBe(text);
  });

  it('is none before the first hole, and counts the committee’s corrections', () => {
    expect(runningTotal(mine('STROKE', []), 'STROKE')).toBeNull();
    const card = mine('STROKE', [4, 4], { corrected: { 2: 7 } });
    expect(runningTotal(card, 'STROKE')).toEqual({ figure: '+3', thru: 2 });
  });
});

it('the card beside the hole adds up what I entered, not the marker', () => {
  const marked = { byMarker: Array<Written>(18).fill(4) };
  const card = mine('STROKE', [5, 6], marked, [waitingScore({ userId: 'me', holeNumber: 2 })]);
  const [out, back] = ninesOfMine(card, 'STROKE');
  expect(out.holes.slice(0, 3)).toMatchObject([
    { strokes: 5, score: '4', waiting: false },
    { strokes: 6, score: '5', waiting: true },
    { strokes: null, score: '' },
  ]);
  expect(out).toMatchObject({ label: 'Out', par: 36, strokes: 11, score: '9' });
  expect(back).toMatchObject({ label: 'In', par: 36, strokes: '', score: '' });
  expect(card.totals).toMatchObject({ thru: 2, gross: 11 });
});
