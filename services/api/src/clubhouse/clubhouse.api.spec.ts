import {
  LIMITS,
  type DailyResultsAnswer,
  type EclecticRoundAnswer,
  type Format,
  type HistoryAnswer,
  type HistorySort,
  type LeaderboardSort,
  type UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { expectRefusal } from '../testing/api.js';
import type { Player } from '../testing/stage.js';
import { Club, card, TODAY, type PlayedCard } from './testing/club.js';

const EARLIER = '2026-11-07';

describe('the Clubhouse', () => {
  const club = Club.forSuite();
  const course = club.courses[0].courseId;
  const [ann, eve, gus] = club.named(beforeAll, 'Ann', 'Eve', 'Gus');

  describe('the leaderboard', () => {
    const [ann, bob, cat, dan, eve, fay] = club.named(beforeAll, 'Ann', 'Bob', 'Cat', 'Dan', 'Eve', 'Fay');
    let annsRound: string;
    const daily = (query: string) =>
      ann.sees<DailyResultsAnswer>(`/api/mothership/daily-results?course=${course}&${query}`);
    const board = async (sort: LeaderboardSort) =>
      (await daily(`sort=${sort}&day=${TODAY}`)).rounds.map(({ rankLabel, player, countback }) => [
        rankLabel,
        player.fullName,
        countback?.decidedBy ?? null,
      ]);

    beforeAll(async () => {
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
      const left = { golfer: ann, holes: card({ 18: null }, 3), withdrawn: true };
      await plays(left, { golfer: bob, holes: card({}, 3), signed: 'marker' });
    });

    // Both 37 points and +1: Fay, whose No Score is a lost hole, is level on every segment back to hole 5, which Dan won.
    it.each(['stableford', 'par'] as const)('ranks by %s, ties broken by countback', async (sort) => {
      expect(await board(sort)).toEqual([
        ['1', 'Dan', 'hole5'],
        ['2', 'Fay', null],
        ['3', 'Bob', 'last9'],
        ['T4', 'Ann', 'last9'],
        ['T4', 'Eve', 'last9'],
        ['6', 'Cat', null],
      ]);
    });

    it('ranks by nett, where a card with a No Score ranks below complete ones', async () => {
      const places = (await board('nett')).map(([rank, name]) => `${rank} ${name}`);
      expect(places).toEqual(['1 Dan', '2 Bob', 'T3 Ann', 'T3 Eve', '5 Cat', '6 Fay']);
    });

    it('shows player, marker and totals of a round', async () => {
      const { rounds } = await daily(`sort=nett&day=${TODAY}`);
      const nine = { stableford: 18, par: 0, gross: 36 };
      const whole = { stableford: 36, par: 0, gross: 72, nett: 72, includesNoScore: false, thru: 18 };
      expect(rounds.find(({ player }) => player.fullName === 'Ann')).toEqual({
        rank: 3,
        rankLabel: 'T3',
        countback: { decidedBy: 'last9' },
        player: ann.ref,
        marker: bob.ref,
        userRound: {
          verified: true,
          matchId: annsRound,
          createdAt: expect.stringMatching(/^2026-11-14T/),
          day: TODAY,
          matchType: 'STROKE',
          dailyHandicap: 0,
          scoreTotals: { ...whole, out: nine, in: nine },
          correctedAt: null,
        },
      });
      expect(rounds.at(-1)?.userRound.scoreTotals).toMatchObject({ gross: 71, nett: 71, includesNoScore: true });
    });

    // With one round to a page, ends of pages separate rounds that tie.
    it.each([1, 4])('comes page by page, ranked as a whole: by %d', async (limit) => {
      const whole = await daily(`sort=nett&day=${TODAY}&limit=6`);
      expect(whole).toMatchObject({ nextOffset: null });
      const rounds: DailyResultsAnswer['rounds'] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const page: DailyResultsAnswer = await daily(`sort=nett&day=${TODAY}&limit=${limit}&offset=${offset}`);
        expect(page.nextOffset).toBe(offset + limit < 6 ? offset + limit : null);
        rounds.push(...page.rounds);
        offset = page.nextOffset;
      }
      expect(rounds).toEqual(whole.rounds);
      expect(await daily(`day=${TODAY}&offset=100`)).toMatchObject({ rounds: [], nextOffset: null });
    });

    it('names the last day before it with cards that it shows', async () => {
      await club.plays({ day: '2026-10-31', cards: [ann, bob].map((golfer) => ({ golfer, holes: card() })) });
      const before = async (day: string) => (await daily(`day=${day}`)).dayBefore;
      expect(await Promise.all(['2026-11-20', TODAY, EARLIER, '2026-10-31'].map(before))).toEqual([
        TODAY,
        EARLIER,
        '2026-10-31',
        null,
      ]);
    });

    it.each([
      [TODAY, { format: 'STROKE', sort: 'nett' }],
      ['2026-11-02', { format: 'STABLEFORD', sort: 'stableford' }],
    ])('of %s is by default in the order of the format most played', async (day, expected) => {
      const byDefault = await daily(`day=${day}`);
      expect(byDefault).toMatchObject(expected);
      expect(byDefault.rounds).toEqual((await daily(`day=${day}&sort=${expected.sort}`)).rounds);
      expect(await daily(`day=${day}&sort=par`)).toMatchObject({ format: expected.format, sort: 'par' });
    });

    it('is read once for all who ask at once', async () => {
      const ask = () => daily(`sort=nett&day=${TODAY}`);
      const asks = () => Promise.all(Array.from({ length: 30 }, ask));
      let waiting: object[] = [];
      await ask();
      const boards = await club.api.waits([`lock table ${CLUBHOUSE_SCHEMA}.rounds`, []], asks, async () => {
        // Answered after them all.
        await bob.does('GET', '/api/auth/user');
        waiting = await club.api.sql(
          `select pid from pg_stat_activity where datname = current_database()
             and application_name = 'fairmark api' and wait_event_type = 'Lock'`,
        );
      });
      expect(waiting).toHaveLength(1);
      expect(new Set(boards.map(({ rounds }) => rounds.length))).toEqual(new Set([6]));
    });

    it('is refused for an unknown course', async () => {
      const unknown = `/api/mothership/daily-results?course=${ann.id}`;
      expectRefusal(await ann.call('GET', unknown), 'COURSE_NOT_FOUND');
    });

    it('keeps the round of a golfer whose account is deleted, without the name', async () => {
      // A name is hidden at once, even while the rest of a deletion waits for log and tables.
      for (const change of ['update app.users set deletion_requested_at = now()', 'delete from app.users']) {
        await club.api.sql(`${change} where id = $1`, [cat.id]);
        const { rounds } = await daily(`sort=nett&day=${TODAY}`);
        const noName = { id: cat.id, fullName: 'Deleted player' };
        expect([rounds[4]?.player, rounds[0]?.marker]).toEqual([noName, noName]);
      }
    });
  });

  describe('my history', () => {
    /** Names of rounds by the id of the match. */
    const nameOf = new Map<string, string>();
    const history = (query = '') => gus.sees<HistoryAnswer>(`/api/mothership/history?${query}`);
    const names = async (query: string) => (await history(query)).rounds.map(({ matchId }) => nameOf.get(matchId));

    beforeAll(async () => {
      const plays = async (name: string, holes: PlayedCard['holes'], more: object = {}, round: object = {}) => {
        const cards = [
          { golfer: gus, holes, ...more },
          { golfer: eve, holes: card() },
        ];
        nameOf.set(await club.plays({ day: EARLIER, cards, ...round }), name);
      };
      await plays('good', card({ 1: 3, 2: 3 }));
      await plays('poor', card({}, 5));
      await plays('elsewhere', card({ 1: 3 }), {}, { course: club.courses[1] });
      await plays('unsigned', card({ 1: 3, 2: 3, 3: 3 }), { signed: 'none' });
      await plays('no score', card({ 1: 'NS', 2: 2, 3: 2, 4: 2, 5: 2 }), {}, { matchType: 'STABLEFORD' });
      await plays('withdrawn', card({ 17: null, 18: null }, 3), { withdrawn: true });
      await plays('unmarked', card({ 1: 3 }), { marked: card({ 18: null }), signed: 'none' });
      await plays('unfinished', card({ 18: null }), { signed: 'none' });
      await plays('practice', card(), {}, { playType: 'SOCIAL', matchType: 'STABLEFORD' });
    });

    it.each<[HistorySort, string[]]>([
      ['date-desc', ['unmarked', 'withdrawn', 'no score', 'unsigned', 'elsewhere', 'poor', 'good']],
      ['date-asc', ['good', 'poor', 'elsewhere', 'unsigned', 'no score', 'withdrawn', 'unmarked']],
      ['stableford', ['no score', 'unsigned', 'good', 'unmarked', 'elsewhere', 'poor', 'withdrawn']],
      ['par', ['no score', 'unsigned', 'good', 'unmarked', 'elsewhere', 'poor', 'withdrawn']],
      ['stroke', ['unsigned', 'good', 'unmarked', 'elsewhere', 'poor', 'no score', 'withdrawn']],
    ])('is sorted by %s', async (sort, expected) => {
      expect(await names(`sort=${sort}`)).toEqual(expected);
      expect(await names(`sort=${sort}&course=${course}`)).toEqual(expected.filter((name) => name !== 'elsewhere'));
    });

    it('marks rounds that are unsigned, withdrawn or wait for the marker, the newest first by default', async () => {
      expect(await names('')).toEqual(await names(`sort=date-desc&limit=${LIMITS.pageSizeMax}`));
      const flags = Object.fromEntries(
        (await history()).rounds.map(({ matchId, userRound }) => {
          const { verified, withdrawn, completeByMarker, cannotBeVerified, scoreTotals } = userRound;
          const { thru } = scoreTotals;
          return [nameOf.get(matchId), { verified, withdrawn, completeByMarker, cannotBeVerified, thru }];
        }),
      );
      const plain = { verified: true, withdrawn: false, completeByMarker: true, cannotBeVerified: false, thru: 18 };
      expect(flags).toEqual({
        good: plain,
        poor: plain,
        elsewhere: plain,
        'no score': plain,
        unsigned: { ...plain, verified: false },
        unmarked: { ...plain, verified: false, completeByMarker: false },
        withdrawn: { ...plain, verified: false, withdrawn: true, completeByMarker: false, thru: 16 },
      });
    });

    it('names course and marker, and gives results by the par of holes', async () => {
      const { rounds } = await history('sort=date-asc&limit=1');
      const { courseId, name, clubName, courseName } = club.courses[0];
      expect(rounds).toEqual([
        expect.objectContaining({
          course: { id: courseId, name, clubName, courseName },
          player: gus.ref,
          marker: eve.ref,
          userRound: expect.objectContaining({ byPar: [{ par: 4, holes: 18, toPar: -2 }] }),
        }),
      ]);
    });

    it('comes page by page', async () => {
      const pages = await Promise.all([0, 3, 6].map((offset) => history(`sort=date-asc&limit=3&offset=${offset}`)));
      expect(pages.map(({ nextOffset }) => nextOffset)).toEqual([3, 6, null]);
      expect(pages.flatMap(({ rounds }) => rounds)).toEqual((await history('sort=date-asc')).rounds);
    });
  });

  describe('unverified rounds', () => {
    const unverified = (golfer: Player, query = '') =>
      golfer.sees<UnverifiedRoundsAnswer>(`/api/mothership/unverified-rounds${query}`);

    it('show both players whose move it is', async () => {
      const [hal, ida] = await club.golfers('Hal', 'Ida');
      const plays = (mine: object, others: object = {}) => {
        const cards = [hal, ida].map((golfer) => ({ golfer, holes: card(), ...(golfer === hal ? mine : others) }));
        return club.plays({ cards });
      };
      const unsigned = await plays({ signed: 'none' });
      const byPlayer = await plays({ signed: 'player' });
      const byMarker = await plays({ signed: 'marker' });
      const unmarked = await plays({ signed: 'none', marked: card({ 9: null }) });
      const unplayed = await plays({ signed: 'none', holes: card({ 9: null }), marked: card() });
      await plays({ signed: 'both' });
      await plays({ withdrawn: true }, { signed: 'both' });
      // Two players sign both cards or none: a complete one cannot be signed alone.
      const halfMarked = await plays(
        { signed: 'none', marked: [...card().slice(0, 9), ...card({}, null).slice(9)] },
        { signed: 'none' },
      );
      const of = async (golfer: Player) =>
        (await unverified(golfer)).rounds.map((row) => {
          return [row.matchId, row.player.fullName, row.completeByMarker, row.waitingFor, row.nextHole, row.holesOwed];
        });
      expect(await of(hal)).toEqual([
        [halfMarked, 'Hal', false, 'marker', null, 9],
        [halfMarked, 'Ida', true, 'player', null, 9],
        [unplayed, 'Hal', true, 'me', 9, 0],
        [unmarked, 'Hal', false, 'marker', null, 1],
        [byMarker, 'Hal', true, 'me', null, 0],
        [byPlayer, 'Hal', true, 'marker', null, 0],
        [unsigned, 'Hal', true, 'me', null, 0],
      ]);
      expect(await of(ida)).toEqual([
        [halfMarked, 'Ida', true, 'me', 10, 0],
        [halfMarked, 'Hal', false, 'me', 10, 0],
        [unplayed, 'Hal', true, 'player', null, 1],
        [unmarked, 'Hal', false, 'me', 9, 0],
        [byPlayer, 'Hal', true, 'me', null, 0],
        [unsigned, 'Hal', true, 'me', null, 0],
      ]);
      const page = await unverified(hal, '?limit=2&offset=5');
      expect(page).toMatchObject({ nextOffset: null, rounds: [{ matchId: byPlayer }, { matchId: unsigned }] });
    });

    it('show one of three players which card can be signed, and on which one holes are missing', async () => {
      const [kit, lea, mo] = await club.golfers('Kit', 'Lea', 'Mo');
      // Mo marks Kit, Kit marks Lea.
      const lacks = { marked: card({ 7: null }) };
      const cards = [{ golfer: kit }, { golfer: lea, ...lacks }, { golfer: mo }];
      await club.plays({ cards: cards.map((one) => ({ holes: card(), signed: 'none', ...one })) });
      const { rounds } = await unverified(kit);
      expect(rounds.map(({ player, waitingFor, nextHole }) => [player.fullName, waitingFor, nextHole])).toEqual([
        ['Kit', 'me', null],
        ['Lea', 'me', 7],
      ]);
    });
  });

  it('my eclectic takes the best of each hole, and ignores No Scores and unverified cards', async () => {
    const [jon] = await club.golfers('Jon');
    const plays = (holes: PlayedCard['holes'], more: object = {}, day = TODAY) => {
      const mine = { golfer: jon, holes, ...more };
      return club.plays({ day, matchType: 'STABLEFORD', cards: [mine, { golfer: eve, holes: card() }] });
    };
    const second = await plays(card({ 1: 'NS', 18: 5 }), { dailyHandicap: 18 });
    const first = await plays(card({ 1: 'NS', 10: 3 }, 5), {}, EARLIER);
    await plays(card({}, 2), { signed: 'player' });
    const path = `/api/mothership/eclectic-round?course=${course}`;
    const { eclecticRound } = await jon.sees<EclecticRoundAnswer>(path);
    const hole = (number: number) => eclecticRound.holeScores[number - 1];
    expect(eclecticRound).toMatchObject({ rounds: 2, totals: { totalScoreStroke: null, lastNineScoreStroke: 36 } });
    expect(hole(1)).toMatchObject({ scoreStroke: null, scoreStableford: null, strokeFrom: null });
    expect(hole(2)).toMatchObject({ scoreStroke: 4, strokeFrom: { matchId: second, day: TODAY } });
    // A 3 off no strokes and a 4 off one are both 3 points: the first round keeps the hole.
    const strokeFrom = { matchId: first, day: EARLIER };
    expect(hole(10)).toMatchObject({ scoreStroke: 3, scoreStableford: 3, strokeFrom, stablefordFrom: strokeFrom });
  });

  it.each([
    ['daily-results', 'course', 'sort=nett'],
    ['daily-results', 'course', 'course=somewhere'],
    ['daily-results', 'sort', 'course=$&sort=stroke'],
    ['daily-results', 'day', 'course=$&day=2026-02-30'],
    ['daily-results', 'day', 'course=$&day=0000-01-01'],
    ['daily-results', 'limit', 'course=$&limit=0'],
    ['daily-results', 'limit', `course=$&limit=${LIMITS.pageSizeMax + 1}`],
    ['daily-results', 'offset', 'course=$&offset=-1'],
    ['daily-results', 'offset', 'course=$&offset=10001'],
    ['daily-results', 'user', 'course=$&user=me'],
    ['daily-results', 'course', 'course=$&course=$'],
    ['history', 'limit', 'limit=1&limit=1'],
    ['history', 'sort', 'sort=par&sort=par'],
    ['history', 'sort', 'sort=nett'],
    ['history', 'position', 'position=-1'],
    ['history', 'position', 'position=12345678901234567890'],
    ['unverified-rounds', 'course', 'course=$'],
    ['eclectic-round', 'course', ''],
  ])('a query of %s is refused and names the field %s for ?%s', async (path, field, query) => {
    const url = `/api/mothership/${path}?${query.replaceAll('$', course)}`;
    expectRefusal(await ann.call('GET', url), 'INVALID_INPUT', { [field]: expect.any(String) });
  });

  // Last: from here on no projector runs.
  it('answers at once, marked stale, when no projector runs', async () => {
    const [lou, mia] = await club.golfers('Lou', 'Mia');
    const cards = [lou, mia].map((golfer) => ({ golfer, holes: card() }));
    await club.plays({ cards });
    const before = await lou.sees<HistoryAnswer>('/api/mothership/history');
    expect(before).not.toHaveProperty('stale');
    await club.stopProjector();
    await club.plays({ cards });
    const path = `/api/mothership/history?position=${await club.store.head()}&log=${await club.store.logId()}`;
    const after = await lou.does<HistoryAnswer>('GET', path);
    expect(after).toMatchObject({ position: before.position, stale: true });
    expect(after.rounds).toHaveLength(1);
  });
});
