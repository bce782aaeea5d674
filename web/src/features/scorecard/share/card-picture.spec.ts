import { ninesOf } from '../../../golf/cards.js';
import { ALEX, answer, card, eighteen, type ExampleCard, HOLES, SAM } from '../../../outbox/testing/match.js';
import { cardPicture, PICTURE, pictureWords, type Drawn } from './card-picture.js';

const BRASS = '#c9a24b';

function exampleCard(written: Partial<ExampleCard> = {}) {
  const round = card({ player: SAM, marker: ALEX, signed: ['PLAYER', 'MARKER'], ...written });
  return { match: answer([round]).match, round, nines: ninesOf('STABLEFORD', round, HOLES) };
}

const texts = (drawn: readonly Drawn[]) => drawn.flatMap((one) => ('text' in one ? [one.text] : []));
/** Rings and squares round the scores of a card on which all holes but one are pars. */
const marksOf = (strokes: number | 'NS') =>
  cardPicture(exampleCard({ byMarker: eighteen(4, { 1: strokes }) })).flatMap((one) =>
    'thick' in one && one.thick === 3 ? [one.radius === one.width / 2 ? 'ring' : 'square'] : [],
  );

describe('the picture of a card', () => {
  it('names the player, course, day, format and result', () => {
    const about = ['Fairmark', 'Sam Reid', 'Saltbush Links', 'Sat, 14 Nov 2026', 'Stableford round'];
    const result = ['36', 'Stableford', 'Gross 72 · Nett 72', 'Daily handicap 0'];
    expect(texts(cardPicture(exampleCard()))).toEqual(expect.arrayContaining([...about, ...result]));
  });

  it('has 18 holes with their strokes, and both nines', () => {
    const words = texts(cardPicture(exampleCard()));
    expect(words).toEqual(expect.arrayContaining(['Out', 'In', ...HOLES.map(({ number }) => String(number))]));
    expect(words.filter((word) => word === 'Strokes')).toHaveLength(2);
  });

  it('draws everything inside its edges', () => {
    for (const one of cardPicture(exampleCard())) {
      const [width, height] = 'width' in one ? [one.width, one.height] : [0, 0];
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x).toBeLessThanOrEqual(PICTURE.width - width);
      expect(one.y).toBeLessThanOrEqual(PICTURE.height - height);
    }
  });

  it.each([
    [1, ['ring', 'ring']],
    [2, ['ring', 'ring']],
    [3, ['ring']],
    [5, ['square']],
    [6, ['square', 'square']],
    ['NS', ['square']],
  ] as const)('marks %s on a par 4', (strokes, shapes) => {
    expect(marksOf(strokes)).toEqual(shapes);
  });

  it('uses brass for honours only: the signatures, and a hole in one', () => {
    const brass = (written: Partial<ExampleCard>) =>
      cardPicture(exampleCard(written)).filter((one) => one.fill === BRASS || ('line' in one && one.line === BRASS))
        .length;
    expect(brass({ signed: ['PLAYER'] })).toBe(0);
    expect(brass({})).toBe(1);
    expect(brass({ byMarker: eighteen(4, { 7: 1 }) })).toBeGreaterThan(1);
  });

  it('says that the committee has corrected a card', () => {
    expect(texts(cardPicture(exampleCard()))).toContain('Verified: signed by player and marker');
    expect(texts(cardPicture(exampleCard({ corrected: { 4: 7 } })))).toContain('Verified, corrected by the committee');
  });

  it('has a text for screen readers', () => {
    const words = pictureWords(exampleCard({ byMarker: eighteen(4, { 2: 'NS' }) }));
    expect(words).toMatch(/^Scorecard of Sam Reid, Saltbush Links, Sat, 14 Nov 2026\. Stableford 34, out 16, in 18\. /);
    expect(words).toMatch(/Strokes by hole: 4, No Score, 4, /);
  });
});
