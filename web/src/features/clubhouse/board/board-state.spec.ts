import type { BoardAnswer, SponsorAd } from '@fairmark/contract';
import { sponsorAd } from '../../../adverts/testing/sponsors.js';
import { advertsOf, answered, inTurn, pagesOf, ticked, UNKNOWN } from './board-state.js';
import type { BoardPage, BoardState } from './board-state.js';
import { boardAnswer, boardRow, standing } from './testing/boards.js';

const AT = Date.parse('2026-11-21T01:00:00Z');
const full = boardAnswer({ standings: [standing('STABLEFORD', 20)] });
const pagesFor = (answer: BoardAnswer | null) => (answer === null ? [] : pagesOf(answer, 8, false));
const hears = (state: BoardState, answer: BoardAnswer, now: number) => answered(state, answer, pagesFor(answer), now);
const ticks = (state: BoardState, now: number) => ticked(state, pagesFor(state.answer), now);
const numberOf = (state: BoardState) => {
  const page = inTurn(pagesFor(state.answer), state.page);
  return page?.kind === 'rows' ? page.number : page?.kind;
};

describe('what a board shows', () => {
  it('is nothing before the first answer, then the first page with no card marked as new', () => {
    expect(numberOf(UNKNOWN)).toBeUndefined();
    expect(ticks(UNKNOWN, AT)).toBe(UNKNOWN);
    const state = hears(UNKNOWN, full, AT);
    expect([numberOf(state), state.fresh]).toEqual([1, []]);
  });

  it('turns its pages every twelve seconds in a loop, unless it is paused', () => {
    let state = hears(UNKNOWN, full, AT);
    const seen = [];
    for (let second = 0; second < 48; second += 1) {
      state = ticks(state, AT + second * 1_000);
      if (second % 12 === 0) seen.push(numberOf(state));
    }
    expect(seen).toEqual([1, 2, 3, 1]);
    const stays = { ...state, paused: true };
    expect(ticks(stays, AT + 3_600_000)).toBe(stays);
  });

  it("turns its pages also after the screen's clock was set back", () => {
    const state = hears(UNKNOWN, full, AT);
    expect(numberOf(ticks(state, AT - 3_600_000))).toBe(2);
  });

  it('shows an advert for eight seconds, and then the next one in their turn', () => {
    const pages = pagesOf(boardAnswer(), 8, true);
    const advert = { ...UNKNOWN, page: pages.findIndex(({ kind }) => kind === 'advert'), turnedAt: AT };
    expect(ticked(advert, pages, AT + 7_000)).toBe(advert);
    const next = ticked(advert, pages, AT + 8_000);
    expect([inTurn(pages, next.page)?.kind, next.advert]).toEqual(['rows', 1]);
    expect([0, 1, 2].map((turn) => inTurn(['One', 'Two'], turn))).toEqual(['One', 'Two', 'One']);
  });

  it('marks a card that has come in as new for a minute, and turns to its page', () => {
    const before = hears(UNKNOWN, full, AT);
    const rows = [...full.standings[0]!.rows.slice(0, 10), boardRow(11, { key: 'new' }), boardRow(12)];
    const state = hears(before, boardAnswer({ standings: [{ format: 'STABLEFORD', rows }] }), AT + 5_000);
    expect(state.fresh).toEqual([{ key: 'new', until: AT + 65_000 }]);
    expect(numberOf(state)).toBe(2);
    expect(ticks(state, AT + 64_000).fresh).toHaveLength(1);
    expect(ticks(state, AT + 65_000).fresh).toEqual([]);
  });

  it('stays on its page for a new card when it is paused', () => {
    const paused = { ...hears(UNKNOWN, full, AT), paused: true };
    const next = hears(paused, boardAnswer({ standings: [standing('STABLEFORD', 21)] }), AT);
    expect([numberOf(next), next.fresh.length]).toEqual([1, 1]);
  });

  it('begins a new day at its first page, with nothing marked', () => {
    const late = ticks(hears(UNKNOWN, full, AT), AT + 12_000);
    const state = hears(late, boardAnswer({ day: '2026-11-22', standings: [] }), AT + 13_000);
    expect([numberOf(state), state.fresh]).toEqual(['empty', []]);
  });
});

const titles = (pages: BoardPage[]): string[] => pages.map(({ title }) => title);

describe('the pages of a board', () => {
  it('hold every card of the most played format, and the first page of each other format', () => {
    const pages = pagesOf(boardAnswer({ standings: [standing('STROKE', 17), standing('PAR', 17)] }), 8, false);
    const stroke = 'Stroke, nett against par';
    expect(titles(pages)).toEqual([...[1, 2, 3].map((page) => `${stroke}, page ${page} of 3`), 'Par, top 8']);
    expect(pages.map((page) => page.kind === 'rows' && [page.format, page.number, page.rows.length])).toEqual([
      ['STROKE', 1, 8],
      ['STROKE', 2, 8],
      ['STROKE', 3, 1],
      ['PAR', 1, 8],
    ]);
  });

  it.each([
    [1, ['1', '1', '1', 'advert']],
    [2, ['1', '2', '1', 'advert', '2', 'advert']],
    [5, ['1', '2', '3', 'advert', '4', '5', 'advert']],
  ])('have an advert after every third of %d pages of results', (count, expected) => {
    const pages = pagesOf(boardAnswer({ standings: [standing('STABLEFORD', 8 * count)] }), 8, true);
    expect(pages.map((page) => (page.kind === 'rows' ? String(page.number) : page.kind))).toEqual(expected);
  });

  it('say that there are no cards yet', () => {
    const none = boardAnswer({ standings: [] });
    const [empty, advert] = ['Daily leaderboard', 'Our sponsors'];
    expect(titles(pagesOf(none, 8, false))).toEqual([empty]);
    expect(titles(pagesOf(none, 8, true))).toEqual([empty, empty, empty, advert]);
  });
});

describe('the adverts of a board', () => {
  const ad = (slot: number) => sponsorAd(`Slot ${slot}`, { slot });
  /** On a Monday. `text`: the course's own advert, if it has one. */
  const names = (sponsors: SponsorAd[], text = '') =>
    advertsOf({ sponsors, defaultSponsor: { text, image: null } }, '2026-11-23').map(({ name }) => name);

  it('come in turn, the one of the day first', () => {
    expect(names([ad(9), ad(1), ad(2)])).toEqual(['Slot 1', 'Slot 9', 'Slot 2']);
    expect(names([ad(9)])).toEqual(['Slot 9']);
    expect(names([ad(9)], 'Room')).toEqual([null, 'Slot 9']);
  });

  it('are none when there is only the house advert', () => {
    expect([advertsOf(undefined, '2026-11-23'), names([])]).toEqual([[], []]);
  });
});
