import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  MESSAGES,
  TABLE_IN_COLUMNS,
  type CompetitionAnswer,
  type CompetitionChangedAnswer,
  type CompetitionsAnswer,
  type CompetitionTableAnswer,
} from '@fairmark/contract';
import { competitionStream } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { keepStandings } from '@fairmark/projector';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { ADVISORY_LOCKS, createLogger } from '@fairmark/server';
import { card, Club, type PlayedCard } from '../clubhouse/testing/club.js';
import { internalOrigin } from '../http/caller.js';
import { commandOf } from '../commands/command-identity.js';
import { eclectic, type Player } from '../testing/stage.js';
import { expectRefusal, type refusal } from '../testing/api.js';
import { AccountDeletion } from '../users/account-deletion.js';
import { CompetitionStreams, copyOf } from './competition-streams.js';

/** Competitions over HTTP. The rules are tested with the decider, the queries and the table. */

const API = '/api/competitions';
/** Monday 7 September 2026 in Melbourne, whose clocks go forward on 4 October, the last day of a competition of four weeks. */
const CREATED = '2026-09-06T23:30:00.000Z';
const DEADLINE = '2026-10-05T13:00:00.000Z';

describe('competitions', () => {
  let now = CREATED;
  // One test breaks a step of a deletion, which is logged.
  const club = Club.forSuite({ clock: () => new Date(now), logLevel: 'silent' });
  const [hana, ann, bob, cat, stranger] = club.named(beforeEach, 'Hana', 'Ann', 'Bob', 'Cat', 'Sue');
  beforeEach(() => {
    now = CREATED;
  });

  const ids = (golfers: readonly { id: string }[]) => golfers.map(({ id }) => id);
  const form = (about: object = {}) => ({
    ...eclectic(club.courses[0].courseId, [ann, bob]),
    competitionName: 'Spring ringers',
    days: ['Sunday', 'Wednesday'],
    ...about,
  });
  const create = (about?: object, key?: string) =>
    hana.call<CompetitionChangedAnswer>('POST', API, form(about), { key });
  const creates = async (about?: object) =>
    (await hana.does<CompetitionChangedAnswer>('POST', API, form(about))).competition.id;
  const sets = (id: string, players: Player[], host = hana, key?: string) =>
    host.call<CompetitionChangedAnswer>('PUT', `${API}/${id}`, { players: ids(players) }, { key });
  const leaves = (golfer: Player, id: string, key?: string) =>
    golfer.call('DELETE', `${API}/${id}/players/me`, undefined, { key });
  const deletes = (id: string) => hana.call('DELETE', `${API}/${id}`);

  const see = (id: string, golfer = hana, query = '') => golfer.sees<CompetitionAnswer>(`${API}/${id}${query}`);
  const list = async (golfer: Player) => (await golfer.sees<CompetitionsAnswer>(API)).competitions;
  const names = ({ rounds }: CompetitionAnswer) => rounds.map(({ player }) => player.fullName);
  const isHiddenFrom = async (golfer: Player, id: string) => {
    expectRefusal(await golfer.call('GET', `${API}/${id}`), 'COMPETITION_NOT_FOUND');
    expect(await list(golfer)).toEqual([]);
  };
  const plays = (day: string, ...cards: PlayedCard[]) => club.plays({ day, cards });

  it('are created with all their settings', async () => {
    const { courseId, name, clubName, courseName } = club.courses[0];
    const { status, body } = await create({ allowance: 75 });
    expect(status).toBe(201);
    expect(body.competition).toEqual({
      id: expect.any(String),
      name: 'Spring ringers',
      title: 'Spring ringers',
      description: 'The best score on each hole over 4 weeks at Banksia Links.',
      type: 'ECLECTIC',
      hostId: hana.id,
      host: hana.ref,
      course: { id: courseId, name, clubName, courseName, holes: 18 },
      duration: 4,
      weeksPlayed: 0,
      days: ['Wednesday', 'Sunday'],
      allowance: 75,
      players: [ann, bob].map(({ ref }) => ({
        ...ref,
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
    const lists = await Promise.all([hana, ann, cat, stranger].map(list));
    expect(lists.map(ids)).toEqual([[second, first], [first], [second], []]);
    expect(lists[1]?.[0]).toMatchObject({ weeksPlayed: 1, hostId: hana.id });
  });

  it('have a table of the rounds that count, in the order asked for', async () => {
    const id = await creates({ allowance: 50 });
    const played = await plays(
      '2026-09-09',
      { golfer: ann, holes: card({ 1: 3, 2: 'NS' }), dailyHandicap: 20 },
      { golfer: bob, holes: card({ 18: 5 }), dailyHandicap: 18 },
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

    const { rounds } = await see(id, ann);
    expect(rounds).toMatchObject([
      {
        player: ann.ref,
        contributingRounds: 2,
        totalScoreStroke: 71,
        totalScoreStrokeRank: 1,
        // Half of the later round's 10, on index 1 to 5.
        allowedStrokes: 5,
        totalScoreStrokeNett: 66,
        totalScoreStrokeNettToPar: -6,
        totalScoreStrokeNettRank: 2,
        firstNineScoreStrokeNett: 30,
        lastNineScoreStrokeNett: 36,
        userMatchSettings: { dailyHandicap: 10, dailyHandicapForShow: '10' },
        rankLabels: { gross: '1', nett: '2', firstNine: '2', lastNine: '1' },
      },
      { player: bob.ref, contributingRounds: 1, totalScoreStroke: 73, totalScoreStrokeNett: 64 },
    ]);
    expect(rounds[0]?.holeScores[0]).toEqual({
      holeNumber: 1,
      scoreStroke: 3,
      scoreStableford: 5,
      holeParUnadjusted: 4,
      noScore: false,
      from: { matchId: played, day: '2026-09-09', round: 0 },
    });
    expect(names(await see(id, ann, '?sort=nett'))).toEqual(['Bob', 'Ann']);
    expectRefusal(await ann.call('GET', `${API}/${id}?sort=luck`), 'INVALID_INPUT');
  });

  it('have a table in columns, which names only the matches of my own rounds', async () => {
    const id = await creates();
    const playsBoth = (day: string, mine: PlayedCard['holes'], bobs: PlayedCard['holes']) =>
      plays(day, { golfer: ann, holes: mine }, { golfer: bob, holes: bobs });
    const first = await playsBoth('2026-09-09', card({ 1: 3, 2: 'NS' }), card());
    const second = await playsBoth('2026-09-13', card({ 2: 'NS', 3: 3 }), card({ 9: 3 }));
    const { competition, rounds } = await see(id, ann, '?sort=rounds');
    const own = rounds.find(({ player }) => player.id === ann.id)?.holeScores[1];
    expect(own).toMatchObject({ scoreStroke: null, holeParUnadjusted: 4, noScore: true, from: null });
    const headers = { accept: `${TABLE_IN_COLUMNS}, application/json` };
    const path = `${API}/${id}?sort=rounds`;
    const { table, ...more } = await ann.does<CompetitionTableAnswer>('GET', path, undefined, { headers });
    expect(more.competition).toEqual(competition);
    expect(table).toMatchObject(
      rounds.map(({ holeScores, player, ...row }) => ({
        player: competition.players.findIndex(({ id }) => id === player.id),
        days: ['2026-09-09', '2026-09-13'],
        dailyHandicap: row.userMatchSettings?.dailyHandicap,
        strokes: holeScores.map(({ scoreStroke }) => scoreStroke),
        points: holeScores.map(({ scoreStableford }) => scoreStableford),
        pars: holeScores.map(({ holeParUnadjusted }) => holeParUnadjusted),
        from: holeScores.map(({ from }) => from?.round ?? null),
        totalScoreStroke: row.totalScoreStroke,
        rankLabels: row.rankLabels,
      })),
    );
    const matches = { [ann.id]: [first, second] };
    expect(table.map((row) => row.matches)).toEqual(rounds.map(({ player }) => matches[player.id]));
  });

  it('are listed with my rank and the leaders, who need a score on every hole', async () => {
    await creates({ players: ids([cat, bob, ann]) });
    const standing = async (golfer: Player) => (await list(golfer))[0]?.standing;
    expect(await standing(ann)).toEqual({ rank: null, leaders: [], best: null });
    await plays('2026-09-09', { golfer: ann, holes: card({ 1: 'NS' }) });
    expect(await standing(ann)).toEqual({ rank: '1', leaders: [], best: null });
    await plays('2026-09-13', { golfer: bob, holes: card() });
    expect(await standing(ann)).toEqual({ rank: '2', leaders: [bob.ref], best: 72 });
    await plays('2026-09-16', { golfer: cat, holes: card() });
    expect(await standing(bob)).toEqual({ rank: 'T1', leaders: [cat.ref, bob.ref], best: 72 });
    // A host who does not play.
    expect(await standing(hana)).toMatchObject({ rank: null, best: 72 });
  });

  it('have the table that is stored, and at once that of a later card or player', async () => {
    const id = await creates();
    await plays('2026-09-09', { golfer: ann, holes: card({ 1: 3 }) }, { golfer: bob, holes: card() });
    const answers = async () => [(await see(id)).rounds, (await list(ann))[0]?.standing];
    const computed = await answers();
    const table = `${CLUBHOUSE_SCHEMA}.competitions`;
    const missing = `select from ${table} where standings is null and status <> 'DELETED'`;
    const options = { store: club.store, logger: createLogger('test', 'silent'), isLive: () => true };
    const keeper = keepStandings(club.pool, options);
    await eventually(async () => (await club.api.sql(missing)).length === 0);
    await keeper.stop();
    expect(await answers()).toEqual(computed);
    // Proves that the stored table is what is read.
    await club.api.sql(`update ${table} set standings = '[]'`);
    expect(await answers()).toEqual([[], { rank: null, leaders: [], best: null }]);
    await plays('2026-09-13', { golfer: bob, holes: card({ 1: 2 }) });
    expect(names(await see(id))).toEqual(['Bob', 'Ann']);
    // As of an earlier event.
    await club.api.sql(`update ${table} set standings = '[]', revision = revision - 1`);
    expect(names(await see(id))).toEqual(['Bob', 'Ann']);
    expect((await list(ann))[0]?.standing).toMatchObject({ rank: '2', best: 70 });
  });

  it('count the rounds of players added later, and drop those of removed players', async () => {
    const id = await creates();
    await plays('2026-09-09', { golfer: cat, holes: card({}, 3) }, { golfer: ann, holes: card() });
    expect(names(await see(id))).toEqual(['Ann', 'Bob']);
    now = '2026-09-20T00:00:00.000Z';
    const { body } = await sets(id, [bob, cat]);
    expect(ids(body.competition.players)).toEqual(ids([bob, cat]));
    // Opens it, so that the earlier round is shown.
    await see(id, cat);
    expect((await see(id)).rounds).toMatchObject([
      { player: cat.ref, totalScoreStroke: 54 },
      { player: bob.ref, totalScoreStroke: null },
    ]);
    await isHiddenFrom(ann, id);
    expect(ids(await list(cat))).toEqual([id]);
  });

  it('come in pages of small rows, each with at most seven players', async () => {
    const many = await club.players(7);
    const made: string[] = [];
    for (let n = 10; n <= 20; n += 1) {
      now = `2026-09-${n}T00:00:00.000Z`;
      made.unshift(await creates({ players: ids([...many, ann]) }));
    }
    const page = async (query: string) => {
      const { competitions, nextOffset } = await ann.sees<CompetitionsAnswer>(API + query);
      return { competitions, shown: [ids(competitions), nextOffset] };
    };
    const first = await page('?limit=2');
    expect(first.shown).toEqual([made.slice(0, 2), 2]);
    // A page is limited because the whole table of each is computed.
    expect((await page('')).shown).toEqual([made.slice(0, 10), 10]);
    expect((await page('?limit=10&offset=2')).shown).toEqual([made.slice(2), null]);
    const [row] = first.competitions;
    expect(ids(row?.players ?? [])).toEqual(ids(many));
    expect(row?.playerCount).toBe(8);
    expect(JSON.stringify(row).length).toBeLessThan(3_000);
    for (const wrong of ['limit=11', 'limit=0', 'offset=-1']) {
      expectRefusal(await ann.call('GET', `${API}?${wrong}`), 'INVALID_INPUT');
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
      const [cats, bobs] = [
        ['Cat', true, null],
        ['Bob', false, null],
      ];
      const hidden = [cats, ['Ann', false, null], bobs];
      await see(id, cat);
      expect(await rows(id)).toEqual(hidden);
      // Listing a competition does not open it.
      expect(ids(await list(ann))).toEqual([id]);
      expect(await rows(id, cat)).toEqual(hidden);
      const shown = [['Ann', true, 54], cats, bobs];
      for (const golfer of [ann, hana]) expect(await rows(id, golfer)).toEqual(shown);
      await Promise.all([ann, bob, bob, hana].map((golfer) => see(id, golfer)));
      const events = await club.store.readStream(competitionStream(id));
      expect(events.filter(({ type }) => type === 'CompetitionOpened')).toHaveLength(3);
    });

    it('lets a player leave, who cannot be added again', async () => {
      const id = await addsBoth();
      const key = randomUUID();
      const first = await leaves(ann, id, key);
      expect(first).toMatchObject({ status: 200 });
      expect((await leaves(ann, id, key)).body).toEqual(first.body);
      expectRefusal(await leaves(ann, id), 'COMPETITION_NOT_FOUND');
      await isHiddenFrom(ann, id);
      expect(ids((await see(id)).competition.players)).toEqual(ids([cat, bob]));
      expectRefusal(await sets(id, [cat, bob, ann]), 'INVALID_INPUT', { players: MESSAGES.competitionPlayerLeft });
    });

    it('keeps the result of a player who leaves after the finish, hidden from that player', async () => {
      const id = await addsBoth();
      await see(id, ann);
      now = DEADLINE;
      const before = await rows(id);
      expect(await leaves(ann, id)).toMatchObject({ status: 200 });
      await isHiddenFrom(ann, id);
      // Opening it now does not change the frozen table.
      for (const golfer of [hana, bob, hana]) expect(await rows(id, golfer)).toEqual(before);
    });
  });

  it('are not found by an unknown id, nor once they are deleted', async () => {
    const id = await creates();
    expect(await deletes(id)).toMatchObject({ status: 200, body: { status: 200 } });
    for (const golfer of [hana, ann]) await isHiddenFrom(golfer, id);
    for (const none of [randomUUID(), 'x', '1']) {
      expectRefusal(await hana.call('GET', `${API}/${none}`), 'COMPETITION_NOT_FOUND');
    }
    expectRefusal(await deletes(id), 'COMPETITION_NOT_FOUND');
  });

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
    [
      'with a player twice',
      () => ({ players: [ann.id, ann.id.toUpperCase()] }),
      { players: MESSAGES.competitionPlayerOnce },
    ],
  ])('are not created %s', async (_, about, details) => {
    expectRefusal(await create(typeof about === 'function' ? about() : about), 'INVALID_INPUT', details);
  });

  describe('sent again with the same key', () => {
    it('are created once', async () => {
      const key = randomUUID();
      const first = await create({}, key);
      expect((await create({}, key)).body).toEqual(first.body);
      expect(await list(hana)).toHaveLength(1);
      expectRefusal(await create({ duration: 5 }, key), 'IDEMPOTENCY_KEY_REUSED');
    });

    it('change nothing later, even if they changed nothing at first', async () => {
      const id = await creates();
      const late = randomUUID();
      const first = await sets(id, [ann, bob], hana, late);
      await sets(id, [ann, bob, cat]);
      expect((await sets(id, [ann, bob], hana, late)).body).toEqual(first.body);
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
    for (const allowed of [await leaves(ann, id), await deletes(id)]) expect(allowed).toMatchObject({ status: 200 });
  });

  describe('when an account is deleted', () => {
    const gone = { players: MESSAGES.competitionPlayerGone };
    const isDeleted = async (golfer: Player) => {
      await club.caughtUp();
      await golfer.deletesAccount();
    };
    const invitesCat = (matchId: string) => hana.call('POST', '/api/match/invite', { matchId, id: cat.id });

    it.each<[string, Player, (id: string, lobby: string) => Promise<object>, ...Parameters<typeof refusal>]>([
      ['creating a competition', hana, () => create(), 'UNAUTHORIZED'],
      ['a new competition with it', bob, () => create(), 'INVALID_INPUT', gone],
      ['adding it to a competition', cat, (id) => sets(id, [ann, cat]), 'INVALID_INPUT', gone],
      ['inviting it to a match', cat, (_, lobby) => invitesCat(lobby), 'USER_NOT_FOUND'],
    ])('%s is refused even if it began before', async (_, golfer, sends, ...refused) => {
      const [id, lobby] = [await creates(), await hana.creates()];
      const answer = await club.api.waits(
        ['select pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCKS.dailyCaps, hana.id]],
        () => sends(id, lobby),
        ['update app.users set deletion_requested_at = now() where id = $1', [golfer.id]],
      );
      expectRefusal(answer, ...refused);
    });

    it('its row is removed, and the earliest-added player replaces a host', async () => {
      const id = await creates({ players: ids([ann, hana, cat, bob]) });
      await isDeleted(ann);
      await isDeleted(hana);
      const seen = await see(id, bob);
      expect(seen.competition.host).toEqual(cat.ref);
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
      expect((await see(id)).rounds.map(({ player }) => player.id)).toEqual(ids([ann, bob]));
    });
  });
});
