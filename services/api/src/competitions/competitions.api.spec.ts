import { randomUUID } from 'node:crypto';
import {
  COMPETITION_SORTS,
  LIMITS,
  MESSAGES,
  TABLE_IN_COLUMNS,
  type CompetitionAnswer,
  type CompetitionChangedAnswer,
  type CompetitionsAnswer,
  type CompetitionTableAnswer,
  type CreateMatchAnswer,
} from '@fairmark/contract';
import { competitionStream } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { keepStandings } from '@fairmark/projector';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { ADVISORY_LOCKS, createLogger } from '@fairmark/server';
import { card, Club, type PlayedCard } from '../clubhouse/testing/club.js';
import { internalOrigin } from '../http/caller.js';
import { commandOf } from '../commands/command-identity.js';
import { eclectic } from '../testing/stage.js';
import { expectRefusal, type refusal, type CallOptions, type TestGolfer } from '../testing/api.js';
import { AccountDeletion } from '../users/account-deletion.js';
import { CompetitionStreams, copyOf } from './competition-streams.js';

/** Competitions over HTTP. The rules are tested with the decider, the queries and the table. */

/** Monday 7 September 2026 in Melbourne, whose clocks go forward on 4 October, the last day of a competition of four weeks. */
const CREATED = '2026-09-06T23:30:00.000Z';
const DEADLINE = '2026-10-05T13:00:00.000Z';

describe('competitions', () => {
  let now = CREATED;
  // One test breaks a step of a deletion, which is logged.
  const club = Club.forSuite({ clock: () => new Date(now), logLevel: 'silent' });
  const [hana, ann, bob, cat, stranger] = club.cast(beforeEach, 'Hana', 'Ann', 'Bob', 'Cat', 'Sue');
  beforeEach(() => {
    now = CREATED;
  });

  const call = <Body = CompetitionChangedAnswer>(
    golfer: TestGolfer,
    method: string,
    path = '',
    { body, ...options }: CallOptions & { body?: unknown } = {},
  ) => club.api.call<Body>(method, `/api/competitions${path}`, body, { token: golfer.token, ...options });
  const form = (about: object = {}) => ({
    ...eclectic(club.courses[0].courseId, [ann, bob]),
    competitionName: 'Spring ringers',
    days: ['Sunday', 'Wednesday'],
    ...about,
  });
  const creates = async (about: object = {}): Promise<string> => {
    const { status, body } = await call(hana, 'POST', '', { body: form(about) });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.competition.id;
  };
  const sets = (id: string, players: TestGolfer[], golfer = hana) =>
    call(golfer, 'PUT', `/${id}`, { body: { players: players.map((player) => player.id) } });
  const see = (id: string, golfer = hana, query = '') =>
    club.get<CompetitionAnswer>(golfer, `/api/competitions/${id}${query}`);
  const events = (id: string) => club.store.readStream(competitionStream(id));
  const names = ({ rounds }: CompetitionAnswer) => rounds.map(({ player }) => player.fullName);
  const list = async (golfer: TestGolfer) =>
    (await club.get<CompetitionsAnswer>(golfer, '/api/competitions')).competitions;
  const plays = (day: string, ...cards: PlayedCard[]) => club.plays({ day, cards });

  it('are created with all their settings', async () => {
    const { status, body } = await call(hana, 'POST', '', { body: form({ allowance: 75 }) });
    expect(status).toBe(201);
    expect(body.competition).toEqual({
      id: expect.any(String),
      name: 'Spring ringers',
      title: 'Spring ringers',
      description: 'The best score on each hole over 4 weeks at Banksia Links.',
      type: 'ECLECTIC',
      hostId: hana.id,
      host: { id: hana.id, fullName: 'Hana' },
      course: {
        id: club.courses[0].courseId,
        name: 'Banksia Links',
        clubName: 'Banksia Links Golf Club',
        courseName: 'Main',
        holes: 18,
      },
      duration: 4,
      weeksPlayed: 0,
      days: ['Wednesday', 'Sunday'],
      allowance: 75,
      players: [ann, bob].map(({ id, fullName }) => ({
        id,
        fullName,
        handicap: 12.4,
        handicapForShow: '12.4',
        avatar: null,
        homeCourse: null,
      })),
      playerCount: 2,
      startDate: '2026-09-07',
      endDate: '2026-10-04',
      verifiedBefore: DEADLINE,
      createdAt: CREATED,
      isFinished: false,
    });
  });

  it('are listed for host and players, the latest first, and for no other golfer', async () => {
    const first = await creates();
    now = '2026-09-20T00:00:00.000Z';
    const second = await creates({ players: [cat.id] });
    const ids = async (golfer: TestGolfer) => (await list(golfer)).map(({ id }) => id);
    expect(await ids(hana)).toEqual([second, first]);
    expect(await ids(ann)).toEqual([first]);
    expect(await ids(cat)).toEqual([second]);
    expect(await ids(stranger)).toEqual([]);
    expect((await list(ann))[0]).toMatchObject({ weeksPlayed: 1, hostId: hana.id });
  });

  it('have a table of the rounds that count', async () => {
    const id = await creates({ allowance: 50 });
    const played = await plays(
      '2026-09-09',
      { golfer: ann, holes: card({ 1: 3, 2: 'NS' }), dailyHandicap: 20 },
      { golfer: bob, holes: card({}, 5), dailyHandicap: 18 },
    );
    await plays(
      '2026-09-13',
      { golfer: ann, holes: card({ 1: 5, 2: 4 }), dailyHandicap: 10 },
      { golfer: cat, holes: card({}, 2) },
    );
    // None of these counts: another day, another course, a practice round, a card with one signature.
    const better = [ann, bob].map((golfer) => ({ golfer, holes: card({}, 2) }));
    await plays('2026-09-08', ...better);
    await club.plays({ day: '2026-09-09', course: club.courses[1], cards: better });
    await club.plays({ day: '2026-09-09', playType: 'SOCIAL', matchType: 'STABLEFORD', cards: better });
    await plays('2026-09-09', ...better.map((one) => ({ ...one, signed: 'player' as const })));

    const { rounds } = await see(id, ann, '?sort=nett');
    expect(rounds).toHaveLength(2);
    expect(rounds[0]).toMatchObject({
      player: { id: ann.id, fullName: 'Ann' },
      contributingRounds: 2,
      totalScoreStroke: 71,
      totalScoreStrokeRank: 1,
      // Half of the later round's 10, on index 1 to 5.
      allowedStrokes: 5,
      totalScoreStrokeNett: 66,
      totalScoreStrokeNettToPar: -6,
      totalScoreStrokeNettRank: 1,
      firstNineScoreStrokeNett: 30,
      lastNineScoreStrokeNett: 36,
      userMatchSettings: { dailyHandicap: 10, dailyHandicapForShow: '10' },
      rankLabels: { gross: '1', nett: '1', firstNine: '1', lastNine: '1' },
    });
    expect(rounds[0]?.holeScores[0]).toEqual({
      holeNumber: 1,
      scoreStroke: 3,
      scoreStableford: 5,
      holeParUnadjusted: 4,
      noScore: false,
      from: { matchId: played, day: '2026-09-09', round: 0 },
    });
    expect(rounds[1]).toMatchObject({
      player: { fullName: 'Bob' },
      totalScoreStroke: 90,
      totalScoreStrokeNett: 81,
      totalScoreStrokeRank: 2,
    });
  });

  it('have a table in columns, which names only the matches of my own rounds', async () => {
    const id = await creates();
    const [first, second] = [
      await plays('2026-09-09', { golfer: ann, holes: card({ 1: 3, 2: 'NS' }) }, { golfer: bob, holes: card() }),
      await plays(
        '2026-09-13',
        { golfer: ann, holes: card({ 2: 'NS', 3: 3 }) },
        { golfer: bob, holes: card({ 9: 3 }) },
      ),
    ];
    const { competition, rounds } = await see(id, ann, '?sort=rounds');
    const own = rounds.find(({ player }) => player.id === ann.id)?.holeScores[1];
    expect(own).toMatchObject({ scoreStroke: null, holeParUnadjusted: 4, noScore: true, from: null });
    const headers = { accept: `${TABLE_IN_COLUMNS}, application/json` };
    const { body } = await call<CompetitionTableAnswer>(ann, 'GET', `/${id}?sort=rounds`, { headers });
    expect(body.competition).toEqual(competition);
    const matches = { [ann.id]: [first, second] };
    expect(body.table.map((row) => row.matches)).toEqual(rounds.map(({ player }) => matches[player.id]));
    expect(body.table.map(({ days }) => days)).toEqual(rounds.map(() => ['2026-09-09', '2026-09-13']));
    const columns = rounds.map(({ holeScores, ...row }) => ({
      player: competition.players.findIndex(({ id }) => id === row.player.id),
      dailyHandicap: row.userMatchSettings?.dailyHandicap,
      strokes: holeScores.map(({ scoreStroke }) => scoreStroke),
      points: holeScores.map(({ scoreStableford }) => scoreStableford),
      pars: holeScores.map(({ holeParUnadjusted }) => holeParUnadjusted),
      from: holeScores.map(({ from }) => from?.round ?? null),
      totalScoreStroke: row.totalScoreStroke,
      rankLabels: row.rankLabels,
    }));
    expect(body.table).toMatchObject(columns);
  });

  it('are sorted by every key', async () => {
    const id = await creates({ players: [cat.id, bob.id, ann.id] });
    await plays(
      '2026-09-09',
      { golfer: ann, holes: card({ 1: 3 }) },
      { golfer: bob, holes: card(), dailyHandicap: 18 },
    );
    await plays('2026-09-13', { golfer: stranger, holes: card() }, { golfer: bob, holes: card(), dailyHandicap: 18 });
    for (const sort of COMPETITION_SORTS) {
      const order = sort.startsWith('gross') ? ['Ann', 'Bob', 'Cat'] : ['Bob', 'Ann', 'Cat'];
      expect(names(await see(id, hana, `?sort=${sort}`))).toEqual(order);
    }
    expect(names(await see(id))).toEqual(['Ann', 'Bob', 'Cat']);
    expect(await call(hana, 'GET', `/${id}?sort=luck`)).toMatchObject({ status: 400 });
  });

  it('are listed with my rank and the leaders, who need a score on every hole', async () => {
    await creates({ players: [cat.id, bob.id, ann.id] });
    const standing = async (golfer: TestGolfer) => (await list(golfer))[0]?.standing;
    expect(await standing(ann)).toEqual({ rank: null, leaders: [], best: null });
    await plays('2026-09-09', { golfer: ann, holes: card({ 1: 'NS' }) });
    expect(await standing(ann)).toEqual({ rank: '1', leaders: [], best: null });
    await plays('2026-09-13', { golfer: bob, holes: card() });
    expect(await standing(ann)).toEqual({ rank: '2', leaders: [{ id: bob.id, fullName: 'Bob' }], best: 72 });
    await plays('2026-09-16', { golfer: cat, holes: card() });
    const both = [cat, bob].map(({ id, fullName }) => ({ id, fullName }));
    expect(await standing(bob)).toEqual({ rank: 'T1', leaders: both, best: 72 });
    // A host who does not play.
    expect(await standing(hana)).toMatchObject({ rank: null, best: 72 });
  });

  it('have the table that is stored, and at once that of a later card or player', async () => {
    const id = await creates();
    await plays('2026-09-09', { golfer: ann, holes: card({ 1: 3 }) }, { golfer: bob, holes: card() });
    const answers = async () => [(await see(id)).rounds, (await list(ann))[0]?.standing];
    const computed = await answers();
    const pool = club.api.pool;
    const missing = `select from ${CLUBHOUSE_SCHEMA}.competitions where standings is null and status <> 'DELETED'`;
    const options = { store: club.store, logger: createLogger('test', 'silent'), isLive: () => true };
    const keeper = keepStandings(pool, options);
    await eventually(async () => (await pool.query(missing)).rowCount === 0);
    await keeper.stop();
    expect(await answers()).toEqual(computed);
    // Proves that the stored table is what is read.
    await pool.query(`update ${CLUBHOUSE_SCHEMA}.competitions set standings = '[]'`);
    expect(await answers()).toEqual([[], { rank: null, leaders: [], best: null }]);
    await plays('2026-09-13', { golfer: bob, holes: card({ 1: 2 }) });
    expect(names(await see(id))).toEqual(['Bob', 'Ann']);
    // As of an earlier event.
    await pool.query(`update ${CLUBHOUSE_SCHEMA}.competitions set standings = '[]', revision = revision - 1`);
    expect(names(await see(id))).toEqual(['Bob', 'Ann']);
    expect((await list(ann))[0]?.standing).toMatchObject({ rank: '2', best: 70 });
  });

  it('count the rounds of players added later, and drop those of removed players', async () => {
    const id = await creates();
    await plays('2026-09-09', { golfer: cat, holes: card({}, 3) }, { golfer: ann, holes: card() });
    expect(names(await see(id))).toEqual(['Ann', 'Bob']);
    now = '2026-09-20T00:00:00.000Z';
    const { status, body } = await sets(id, [bob, cat]);
    expect(status).toBe(200);
    expect(body.competition.players.map(({ fullName }) => fullName)).toEqual(['Bob', 'Cat']);
    await see(id, cat);
    const seen = await see(id);
    expect(seen.rounds.map(({ player, totalScoreStroke }) => [player.fullName, totalScoreStroke])).toEqual([
      ['Cat', 54],
      ['Bob', null],
    ]);
    expectRefusal(await call(ann, 'GET', `/${id}`), 'COMPETITION_NOT_FOUND');
    expect(await list(ann)).toEqual([]);
    expect((await list(cat)).map((one) => one.id)).toEqual([id]);
  });

  it('come in pages of small rows, each with at most seven players', async () => {
    const many = await Promise.all(Array.from({ length: 7 }, () => club.api.golfer()));
    const ids: string[] = [];
    for (let n = 10; n <= 20; n += 1) {
      now = `2026-09-${n}T00:00:00.000Z`;
      ids.unshift(await creates({ players: [...many, ann].map(({ id }) => id) }));
    }
    const page = (query: string) => club.get<CompetitionsAnswer>(ann, `/api/competitions${query}`);
    const first = await page('?limit=2');
    expect([first.competitions.map(({ id }) => id), first.nextOffset]).toEqual([ids.slice(0, 2), 2]);
    // A page is limited because the whole table of each is computed.
    const most = await page('');
    expect([most.competitions.map(({ id }) => id), most.nextOffset]).toEqual([ids.slice(0, 10), 10]);
    const last = await page('?limit=10&offset=2');
    expect([last.competitions.map(({ id }) => id), last.nextOffset]).toEqual([ids.slice(2), null]);
    expect(first.competitions[0]?.players.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
    expect(first.competitions[0]?.playerCount).toBe(8);
    expect(JSON.stringify(first.competitions[0]).length).toBeLessThan(3_000);
    for (const wrong of ['limit=11', 'limit=0', 'offset=-1']) {
      expect(await call(ann, 'GET', `?${wrong}`)).toMatchObject({ status: 400 });
    }
  });

  describe('and the consent of players who were added', () => {
    const rows = async (id: string, golfer = hana) =>
      (await see(id, golfer)).rounds.map((row) => [row.player.fullName, row.shown, row.totalScoreStroke]);
    /** On the days of a competition that began before the rounds. */
    const addsBoth = async () => {
      const id = await creates({ players: [cat.id] });
      await plays('2026-09-09', { golfer: ann, holes: card({}, 3) }, { golfer: bob, holes: card() });
      now = '2026-09-20T00:00:00.000Z';
      expect(await sets(id, [cat, ann, bob])).toMatchObject({ status: 200 });
      return id;
    };

    it('shows only names until the player has opened the competition', async () => {
      const id = await addsBoth();
      const hidden = [
        ['Cat', true, null],
        ['Ann', false, null],
        ['Bob', false, null],
      ];
      await see(id, cat);
      expect(await rows(id)).toEqual(hidden);
      // Listing a competition does not open it.
      expect((await list(ann)).map((one) => one.id)).toEqual([id]);
      expect(await rows(id, cat)).toEqual(hidden);
      const shown = [
        ['Ann', true, 54],
        ['Cat', true, null],
        ['Bob', false, null],
      ];
      expect(await rows(id, ann)).toEqual(shown);
      expect(await rows(id)).toEqual(shown);
      await Promise.all([see(id, ann), see(id, bob), see(id, bob), see(id, hana)]);
      expect((await events(id)).filter(({ type }) => type === 'CompetitionOpened')).toHaveLength(3);
    });

    it('lets a player leave, who cannot be added again', async () => {
      const id = await addsBoth();
      await see(id, ann);
      const key = randomUUID();
      const leaves = () => call(ann, 'DELETE', `/${id}/players/me`, { key });
      const first = await leaves();
      expect(first).toMatchObject({ status: 200 });
      expect((await leaves()).body).toEqual(first.body);
      expectRefusal(await call(ann, 'DELETE', `/${id}/players/me`), 'COMPETITION_NOT_FOUND');
      expectRefusal(await call(ann, 'GET', `/${id}`), 'COMPETITION_NOT_FOUND');
      expect(await list(ann)).toEqual([]);
      expect((await see(id)).competition.players.map(({ fullName }) => fullName)).toEqual(['Cat', 'Bob']);
      expectRefusal(await sets(id, [cat, bob, ann]), 'INVALID_INPUT', { players: MESSAGES.competitionPlayerLeft });
    });

    it('keeps the result of a player who leaves after the finish, hidden from that player', async () => {
      const id = await addsBoth();
      await see(id, ann);
      now = DEADLINE;
      const before = await rows(id);
      expect(await call(ann, 'DELETE', `/${id}/players/me`)).toMatchObject({ status: 200 });
      expectRefusal(await call(ann, 'GET', `/${id}`), 'COMPETITION_NOT_FOUND');
      expect(await list(ann)).toEqual([]);
      expect(await rows(id)).toEqual(before);
      // Opening it now does not change the frozen table.
      expect(await rows(id, bob)).toEqual(before);
      expect(await rows(id)).toEqual(before);
    });
  });

  it('are not found by an unknown id, nor once they are deleted', async () => {
    const id = await creates();
    expect(await call(hana, 'DELETE', `/${id}`)).toMatchObject({ status: 200, body: { status: 200 } });
    for (const none of [id, randomUUID(), 'x', '1']) {
      for (const golfer of [hana, ann]) expectRefusal(await call(golfer, 'GET', `/${none}`), 'COMPETITION_NOT_FOUND');
    }
    expect([await list(hana), await list(ann)]).toEqual([[], []]);
    expectRefusal(await call(hana, 'DELETE', `/${id}`), 'COMPETITION_NOT_FOUND');
  });

  describe('are not created', () => {
    const once = MESSAGES.competitionPlayerOnce;
    it.each<[string, object | (() => object), Record<string, string>]>([
      ['without a name', { competitionName: '  ' }, { competitionName: MESSAGES.required }],
      ['with a long name', { competitionName: 'x'.repeat(26) }, { competitionName: MESSAGES.competitionNameLong }],
      ['with two lines of name', { competitionName: 'a\nb' }, { competitionName: MESSAGES.competitionNameText }],
      ['of another type', { competitionType: 'TRAVELLING' }, { competitionType: MESSAGES.competitionOnlyEclectic }],
      ['of no type', { competitionType: 'GOLF' }, { competitionType: MESSAGES.required }],
      ['for three weeks', { duration: 3 }, { duration: MESSAGES.competitionWeeks }],
      ['with weeks as text', { duration: '6' }, { duration: MESSAGES.competitionWeeks }],
      ['on no day', { days: [] }, { days: MESSAGES.required }],
      ['on unknown days', { days: ['Sunday', 'Someday'] }, { days: MESSAGES.competitionDays }],
      ['on a day twice', { days: ['Sunday', 'Sunday'] }, { days: MESSAGES.competitionDays }],
      ['without players', { players: [] }, { players: MESSAGES.required }],
      ['with players that are not ids', { players: ['Ann'] }, { players: 'must be UUIDs' }],
      ['with an unknown golfer', { players: [randomUUID()] }, { players: MESSAGES.competitionPlayerGone }],
      ['with a third of the handicap', { allowance: 33 }, { allowance: MESSAGES.competitionAllowance }],
      ['without an allowance', { allowance: null }, { allowance: MESSAGES.competitionAllowance }],
      ['with a player twice', () => ({ players: [ann.id, ann.id.toUpperCase()] }), { players: once }],
    ])('%s', async (_, about, details) => {
      const body = form(typeof about === 'function' ? about() : about);
      expectRefusal(await call(hana, 'POST', '', { body }), 'INVALID_INPUT', details);
    });
  });

  describe('sent again with the same key', () => {
    it('are created once', async () => {
      const key = randomUUID();
      const first = await call(hana, 'POST', '', { body: form(), key });
      const again = await call(hana, 'POST', '', { body: form(), key });
      expect(again.body).toEqual(first.body);
      expect(await list(hana)).toHaveLength(1);
      expectRefusal(await call(hana, 'POST', '', { body: form({ duration: 5 }), key }), 'IDEMPOTENCY_KEY_REUSED');
    });

    it('change nothing later, even if they changed nothing at first', async () => {
      const id = await creates();
      const late = { body: { players: [ann.id, bob.id] }, key: randomUUID() };
      const first = await call(hana, 'PUT', `/${id}`, late);
      await sets(id, [ann, bob, cat]);
      expect((await call(hana, 'PUT', `/${id}`, late)).body).toEqual(first.body);
      expect((await see(id)).competition.players).toHaveLength(3);
    });
  });

  it('accept concurrent changes, each once', async () => {
    const id = await creates({ players: [hana.id] });
    const answers = await Promise.all([ann, bob, cat].map((golfer) => sets(id, [hana, golfer])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await see(id)).competition.players).toHaveLength(2);
  });

  it('with too many changes accept only leaving and deleting', async () => {
    const id = await creates();
    const look = { type: 'CompetitionOpened', data: { userId: ann.id } } as const;
    const events = Array.from({ length: LIMITS.eventsPerCompetitionMax / 4 }, () => look);
    for (let n = 0; n < 4; n += 1) {
      const by = commandOf({ userId: ann.id, route: '', origin: internalOrigin() }, {});
      await club.api.app.get(CompetitionStreams).execute(id, by, () => ({ ok: true, events }), copyOf);
    }
    expectRefusal(await sets(id, [ann, bob, cat]), 'TOO_MANY_CHANGES');
    expect(await call(ann, 'DELETE', `/${id}/players/me`)).toMatchObject({ status: 200 });
    expect(await call(hana, 'DELETE', `/${id}`)).toMatchObject({ status: 200 });
  });

  describe('when an account is deleted', () => {
    const gone = { players: MESSAGES.competitionPlayerGone };
    const invites = (matchId: string) => club.api.call('POST', '/api/match/invite', { matchId, id: cat.id }, hana);
    const isDeleted = async (golfer: TestGolfer) => {
      await club.caughtUp();
      expect(await club.api.deletesAccount(golfer)).toMatchObject({ status: 200 });
    };

    it.each<[string, TestGolfer, (id: string, lobby: string) => Promise<object>, ...Parameters<typeof refusal>]>([
      ['creating a competition', hana, () => call(hana, 'POST', '', { body: form() }), 'UNAUTHORIZED'],
      ['a new competition with it', bob, () => call(hana, 'POST', '', { body: form() }), 'INVALID_INPUT', gone],
      ['adding it to a competition', cat, (id) => sets(id, [ann, cat]), 'INVALID_INPUT', gone],
      ['inviting it to a match', cat, (_, lobby) => invites(lobby), 'USER_NOT_FOUND'],
    ])('%s is refused even if it began before', async (_, golfer, sends, ...refused) => {
      const id = await creates();
      const settings = { course: club.stage.courseId, tee: 'Standard', playType: 'SOCIAL' };
      const { body } = await club.api.call<CreateMatchAnswer>('POST', '/api/match/create', settings, hana);
      const answer = await club.api.waits(
        ['select pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCKS.dailyCaps, hana.id]],
        () => sends(id, body.match.id),
        ['update app.users set deletion_requested_at = now() where id = $1', [golfer.id]],
      );
      expectRefusal(answer, ...refused);
    });

    it('its row is removed, and the earliest-added player replaces a host', async () => {
      const id = await creates({ players: [ann.id, hana.id, cat.id, bob.id] });
      await isDeleted(ann);
      await isDeleted(hana);
      const seen = await see(id, bob);
      expect(seen.competition.host).toEqual({ id: cat.id, fullName: 'Cat' });
      expect(names(seen)).toEqual(['Cat', 'Bob']);
      expect(await sets(id, [bob], cat)).toMatchObject({ status: 200 });
    });

    it('its name is hidden at once, even while the rest of the deletion waits, and after the finish its row stays', async () => {
      const id = await creates();
      now = DEADLINE;
      const deletion = club.api.app.get(AccountDeletion);
      const leaving = jest.spyOn(deletion, 'leaveAll').mockRejectedValue(new Error('down'));
      await isDeleted(ann);
      // Names are cached for a moment.
      await eventually(async () => names(await see(id)).includes(MESSAGES.deletedPlayer));
      expect(await club.api.sql('select from app.users where id = $1', [ann.id])).toHaveLength(1);
      leaving.mockRestore();
      await deletion.finishPending();
      expect((await see(id)).rounds.map(({ player }) => player.id)).toEqual([ann.id, bob.id]);
    });
  });
});
