import type { DailyResultsAnswer, Format, LeaderboardSort } from '@fairmark/contract';
import type { TestGolfer } from '../testing/api.js';
import { Club, card, TODAY, type PlayedCard } from './testing/club.js';

const EARLIER = '2026-11-07';

describe('the leaderboard', () => {
  const club = Club.forSuite();
  const course = club.courses[0].courseId;
  let ann: TestGolfer;
  let bob: TestGolfer;
  let cat: TestGolfer;
  let annsRound: string;

  beforeAll(async () => {
    const [dan, eve, fay, ...others] = await club.golfers('Dan', 'Eve', 'Fay', 'Ann', 'Bob', 'Cat');
    [ann, bob, cat] = others;
    const plays = (one: PlayedCard, other: PlayedCard, matchType: Format = 'STROKE') =>
      club.plays({ matchType, cards: [one, other] });
    annsRound = await plays({ golfer: ann, holes: card() }, { golfer: bob, holes: card({ 1: 5, 18: 3 }) });
    await plays({ golfer: cat, holes: card({ 1: 3, 18: 5 }) }, { golfer: dan, holes: card({ 5: 3 }) });
    const fays = card({ 2: 'NS', 3: 2, 4: 3 });
    await plays({ golfer: eve, holes: card() }, { golfer: fay, holes: fays }, 'STABLEFORD');
    // None of these is on it: another day, another course, a practice round, half signed, withdrawn.
    const cards = [ann, bob].map((golfer) => ({ golfer, holes: card({}, 3) }));
    await club.plays({ day: EARLIER, cards });
    await club.plays({ course: club.courses[1], cards });
    await club.plays({ playType: 'SOCIAL', matchType: 'STABLEFORD', cards });
    await club.plays({ cards: cards.map((played) => ({ ...played, signed: 'player' as const })) });
    await club.plays({
      cards: [
        { golfer: ann, holes: card({ 18: null }, 3), withdrawn: true },
        { golfer: bob, holes: card({}, 3), signed: 'marker' },
      ],
    });
  });

  const board = async (sort: LeaderboardSort) =>
    (await daily(`sort=${sort}&day=${TODAY}`)).rounds.map(({ rankLabel, player, countback }) => [
      rankLabel,
      player.fullName,
      countback?.decidedBy ?? null,
    ]);

  const shared = [
    ['3', 'Bob', 'last9'],
    ['T4', 'Ann', 'last9'],
    ['T4', 'Eve', 'last9'],
    ['6', 'Cat', null],
  ];
  it.each<[string, LeaderboardSort, unknown[]]>([
    // Both 37; Fay has 18 on the last nine as Dan has, 12 and 6 on the last six and three, and so on back to hole 5.
    ['points, ties broken on the last nine', 'stableford', [['1', 'Dan', 'hole5'], ['2', 'Fay', null], ...shared]],
    // Both +1: level on every segment back to hole 5, which Dan won and Fay halved.
    ['par, where a No Score is a lost hole', 'par', [['1', 'Dan', 'hole5'], ['2', 'Fay', null], ...shared]],
    [
      'nett, where a card with a No Score ranks below complete ones',
      'nett',
      [
        ['1', 'Dan', null],
        ['2', 'Bob', 'last9'],
        ['T3', 'Ann', 'last9'],
        ['T3', 'Eve', 'last9'],
        ['5', 'Cat', null],
        ['6', 'Fay', null],
      ],
    ],
  ])('ranks by %s', async (_, sort, expected) => {
    expect(await board(sort)).toEqual(expected);
  });

  it('shows player, marker and totals of a round', async () => {
    const { rounds } = await daily(`sort=nett&day=${TODAY}`);
    const nine = { stableford: 18, par: 0, gross: 36 };
    expect(rounds.find(({ player }) => player.fullName === 'Ann')).toEqual({
      rank: 3,
      rankLabel: 'T3',
      countback: { decidedBy: 'last9' },
      player: { id: ann.id, fullName: 'Ann' },
      marker: { id: bob.id, fullName: 'Bob' },
      userRound: {
        verified: true,
        matchId: annsRound,
        createdAt: expect.stringMatching(/^2026-11-14T/),
        day: TODAY,
        matchType: 'STROKE',
        dailyHandicap: 0,
        scoreTotals: {
          stableford: 36,
          par: 0,
          gross: 72,
          nett: 72,
          includesNoScore: false,
          thru: 18,
          out: nine,
          in: nine,
        },
        correctedAt: null,
      },
    });
    expect(rounds.at(-1)?.userRound.scoreTotals).toMatchObject({ gross: 71, nett: 71, includesNoScore: true });
  });

  it('comes page by page, ranked as a whole', async () => {
    const pages: DailyResultsAnswer[] = [];
    for (let offset: number | null = 0; offset !== null; offset = pages.at(-1)?.nextOffset ?? null) {
      pages.push(await daily(`sort=nett&day=${TODAY}&limit=4&offset=${offset}`));
    }
    expect(pages.map(({ nextOffset }) => nextOffset)).toEqual([4, null]);
    const ranks = pages.flatMap(({ rounds }) => rounds).map(({ rankLabel }) => rankLabel);
    expect(ranks.join()).toBe('1,2,T3,T3,5,6');
    expect(await daily(`day=${TODAY}&limit=6`)).toMatchObject({ nextOffset: null });
    expect(await daily(`day=${TODAY}&offset=100`)).toMatchObject({ rounds: [], nextOffset: null });
  });

  it('is refused for an unknown course', async () => {
    const unknown = await club.api.call('GET', `/api/mothership/daily-results?course=${ann.id}`, undefined, ann);
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'COURSE_NOT_FOUND' } } });
  });

  it('keeps the round of a golfer whose account is deleted, without the name', async () => {
    // A name is hidden at once, even while the rest of a deletion waits for log and tables.
    for (const change of ['update app.users set deletion_requested_at = now()', 'delete from app.users']) {
      await club.api.sql(`${change} where id = $1`, [cat.id]);
      const { rounds } = await daily(`sort=nett&day=${TODAY}`);
      expect(rounds.find(({ rank }) => rank === 5)?.player).toEqual({ id: cat.id, fullName: 'Deleted player' });
      expect(rounds.find(({ rank }) => rank === 1)?.marker).toEqual({ id: cat.id, fullName: 'Deleted player' });
    }
  });

  const daily = (query: string) =>
    club.get<DailyResultsAnswer>(ann, `/api/mothership/daily-results?course=${course}&${query}`);
});
