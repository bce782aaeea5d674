import type { Adverts } from '../../../adverts/choose-advert.js';
import { advertsOf, pagesOf, type BoardPage } from './board-pages.js';
import { boardAnswer, standing } from './testing/boards.js';

const words = (pages: BoardPage[]): string[] =>
  pages.map((page) => (page.kind === 'rows' ? `${page.format} ${page.number}/${page.of}` : page.kind));

describe('the pages of a board', () => {
  it('hold every card of the most played format, and the first page of each other format', () => {
    const pages = pagesOf(boardAnswer({ standings: [standing('STROKE', 17), standing('PAR', 17)] }), 8, false);
    expect(words(pages)).toEqual(['STROKE 1/3', 'STROKE 2/3', 'STROKE 3/3', 'PAR 1/1']);
    expect(pages.map((page) => page.kind === 'rows' && [page.rows.length, page.cut])).toEqual([
      [8, false],
      [8, false],
      [1, false],
      [8, true],
    ]);
  });

  it.each([
    [1, ['1', '1', '1', 'advert']],
    [2, ['1', '2', '1', 'advert', '2', 'advert']],
    [3, ['1', '2', '3', 'advert']],
    [5, ['1', '2', '3', 'advert', '4', '5', 'advert']],
  ])('have an advert after every third of %d pages of results', (count, expected) => {
    const pages = pagesOf(boardAnswer({ standings: [standing('STABLEFORD', 8 * count)] }), 8, true);
    expect(pages.map((page) => (page.kind === 'rows' ? String(page.number) : page.kind))).toEqual(expected);
  });

  it('say that there are no cards yet', () => {
    expect(words(pagesOf(boardAnswer({ standings: [] }), 8, false))).toEqual(['empty']);
    expect(words(pagesOf(boardAnswer({ standings: [] }), 8, true))).toEqual(['empty', 'empty', 'empty', 'advert']);
  });
});

describe('the adverts of a board', () => {
  const sponsor = (sponsorName: string, slot: number | null) => ({
    sponsorName,
    sponsoringCourse: 'harrow',
    slot,
    weekendSlot: null,
    text: `${sponsorName}'s words`,
    image: null,
  });
  const house = { text: '', image: null };
  const names = (adverts: Adverts | null, day = '2026-11-23') => advertsOf(adverts, day).map(({ name }) => name);

  it('come in turn, the one of the day first', () => {
    // A Monday.
    expect(
      names({ sponsors: [sponsor('Nine', 9), sponsor('One', 1), sponsor('Two', 2)], defaultSponsor: house }),
    ).toEqual(['One', 'Nine', 'Two']);
    expect(names({ sponsors: [sponsor('Nine', 9)], defaultSponsor: house })).toEqual(['Nine']);
    expect(names({ sponsors: [sponsor('Nine', 9)], defaultSponsor: { text: 'Room', image: null } })).toEqual([
      null,
      'Nine',
    ]);
  });

  it('are none when there is only the house advert', () => {
    expect(names(null)).toEqual([]);
    expect(names({ sponsors: [], defaultSponsor: house })).toEqual([]);
  });
});
