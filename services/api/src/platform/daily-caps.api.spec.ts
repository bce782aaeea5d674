import { randomUUID } from 'node:crypto';
import { LIMITS, MESSAGES, type CompetitionChangedAnswer, type CreateMatchAnswer } from '@fairmark/contract';
import { refusal, Stage, type Player } from '../testing/stage.js';
import { startApi, type Answer, type TestApi } from '../testing/api.js';

const HOUR_MS = 3_600_000;

/** What a golfer may do in a day, at several api processes on one database. */
describe('the limits of a day', () => {
  const BEGINNING = new Date('2026-11-22T08:00:00.000Z');
  let now = BEGINNING;
  const clock = () => now;
  const whole = Stage.forSuite({ apis: 2, projector: false, rateLimitScale: 1, clock });
  const tenth = Stage.forSuite({ apis: 2, projector: false, rateLimitScale: 0.1, clock });
  let stage = whole;
  const limitedTo = (chosen: Stage) => {
    stage = chosen;
    now = BEGINNING;
  };

  const inTurns = (n: number): TestApi => stage.apis[n % 2] ?? stage.api;
  const creates = (player: Player, api: TestApi, key: string = randomUUID()): Promise<Answer<CreateMatchAnswer>> =>
    player.call<CreateMatchAnswer>(
      'POST',
      '/api/match/create',
      { course: stage.courseId, tee: 'Standard', playType: 'SOCIAL' },
      { api, key },
    );
  const form = (players: readonly Player[]) => ({
    competitionName: 'Ringers',
    competitionType: 'ECLECTIC',
    course: stage.courseId,
    duration: 6,
    days: ['Sunday'],
    players: players.map(({ id }) => id),
  });

  it('hold for matches, at every process and after a restart, until the first is a day old', async () => {
    limitedTo(whole);
    const ann = await stage.player();
    const keys = Array.from({ length: LIMITS.matchesPerDayMax }, () => randomUUID());
    const created: (string | undefined)[] = [];
    for (const [n, key] of keys.entries()) {
      const { status, body } = await creates(ann, inTurns(n), key);
      expect(status).toBe(201);
      created.push(body.match.id);
      now = new Date(now.getTime() + 60_000);
    }
    for (const api of stage.apis) {
      const refused = await creates(ann, api);
      expect(refused).toMatchObject(refusal('DAILY_LIMIT'));
      expect(refused.body.error?.message).toBe(MESSAGES.dailyLimit.matches(20, 24));
      // The first was created twenty minutes ago.
      expect(refused.headers.get('retry-after')).toBe(String(24 * 3_600 - 20 * 60));
    }
    // What is refused does not cost the golfer the lobby that is open.
    expect((await ann.call('GET', `/api/match/${created.at(-1)}`)).status).toBe(200);
    const restarted = await startApi(stage.databaseUrl, { jwtSecret: stage.jwtSecret, rateLimitScale: 1, clock });
    try {
      expect(await creates(ann, restarted)).toMatchObject(refusal('DAILY_LIMIT'));
      for (const [n, key] of keys.entries()) {
        const again = await creates(ann, n % 2 === 0 ? restarted : stage.api, key);
        expect([again.status, again.body.match.id]).toEqual([201, created[n]]);
      }
    } finally {
      await restarted.stop();
    }
    expect(await creates(await stage.player(), stage.api)).toMatchObject({ status: 201 });
    now = new Date(now.getTime() + 24 * HOUR_MS - 20 * 60_000);
    expect(await creates(ann, inTurns(0))).toMatchObject({ status: 201 });
    expect(await creates(ann, inTurns(1))).toMatchObject(refusal('DAILY_LIMIT'));
  });

  it('hold for competitions that are created at one moment', async () => {
    limitedTo(whole);
    const [ann, bob] = await stage.players(2);
    const sent = Array.from({ length: LIMITS.competitionsPerDayMax + 4 }, (_, n) =>
      ann.call('POST', '/api/competitions', form([bob]), { api: inTurns(n), key: randomUUID() }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(LIMITS.competitionsPerDayMax);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  it('count a command that is sent many times at one moment once', async () => {
    limitedTo(tenth);
    const [ann, bob] = await stage.players(2);
    const key = randomUUID();
    const sent = Array.from({ length: 6 }, (_, n) =>
      ann.call<CompetitionChangedAnswer>('POST', '/api/competitions', form([bob]), { api: inTurns(n), key }),
    );
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.competition.id)).size).toBe(1);
    expect(await ann.call('POST', '/api/competitions', form([bob]))).toMatchObject(refusal('DAILY_LIMIT'));
  });

  it('hold for players of competitions; removing them is always possible', async () => {
    limitedTo(tenth);
    const max = LIMITS.competitionPlayersPerDayMax / 10;
    const [ann, ...others] = (await stage.players(max + 2)) as [Player, ...Player[]];
    const { competition } = await ann.does<CompetitionChangedAnswer>(
      'POST',
      '/api/competitions',
      form(others.slice(0, max - 1)),
    );
    const sets = (players: readonly Player[]) =>
      ann.call<CompetitionChangedAnswer>('PUT', `/api/competitions/${competition.id}`, {
        players: players.map(({ id }) => id),
      });
    const refused = await sets(others);
    expect(refused).toMatchObject(refusal('DAILY_LIMIT'));
    expect(refused.body.error?.message).toBe(MESSAGES.dailyLimit.competitionPlayers(max, 24));
    expect(await sets(others.slice(0, max))).toMatchObject({ status: 200 });
    expect(await sets(others.slice(0, 1))).toMatchObject({ status: 200 });
    expect(await sets(others.slice(0, 2))).toMatchObject(refusal('DAILY_LIMIT'));
  });

  it('count one key that is sent to two matches twice', async () => {
    limitedTo(tenth);
    const [ann, ...guests] = await stage.players(7);
    const key = randomUUID();
    const invites = (matchId: string, guest: number, sentKey: string = randomUUID()) =>
      ann.call('POST', '/api/match/invite', { id: guests[guest]?.id, matchId }, { key: sentKey });
    for (let n = 0; n < 2; n += 1) {
      const matchId = await ann.creates({ playType: 'SOCIAL' });
      expect(await invites(matchId, 0, key)).toMatchObject({ status: 200 });
      expect(await invites(matchId, 0, key)).toMatchObject({ status: 200 });
      await ann.does('DELETE', '/api/match/invite', { userId: guests[0]?.id, matchId });
      if (n === 0) continue;
      for (let guest = 1; guest <= 4; guest += 1) {
        expect(await invites(matchId, guest)).toMatchObject({ status: 200 });
        await ann.does('DELETE', '/api/match/invite', { userId: guests[guest]?.id, matchId });
      }
      expect(await invites(matchId, 5)).toMatchObject(refusal('DAILY_LIMIT'));
    }
  });

  it('hold for invitations; what is refused anyway uses none of them', async () => {
    limitedTo(tenth);
    const [ann, bob, ...guests] = (await stage.players(9)) as [Player, Player, ...Player[]];
    const matchId = await ann.creates({ playType: 'SOCIAL' });
    const invites = (host: Player, id: string) => host.call('POST', '/api/match/invite', { id, matchId });
    for (let n = 0; n < 7; n += 1) expect(await invites(bob, ann.id)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    for (const guest of guests.slice(0, 6)) {
      expect(await invites(ann, randomUUID())).toMatchObject(refusal('USER_NOT_FOUND'));
      expect(await invites(ann, guest.id)).toMatchObject({ status: 200 });
      await ann.does('DELETE', '/api/match/invite', { userId: guest.id, matchId });
    }
    const refused = await invites(ann, guests[6]?.id ?? '');
    expect(refused).toMatchObject(refusal('DAILY_LIMIT'));
    expect(refused.body.error?.message).toBe(MESSAGES.dailyLimit.invitations(6, 24));
  });
});

describe('a golfer who changes a round without end', () => {
  const stage = Stage.forSuite({ projector: false });

  it('is stopped, and nobody else; what was done is confirmed again, and the golfer can leave', async () => {
    const [ann, ben] = await stage.players(2);
    const matchId = await stage.round([ann, ben]);
    const score = (player: Player, strokes: number, key: string) =>
      player.call('POST', '/api/match/score', { matchId, holeNumber: 1, strokes }, { key });
    let last = { key: '', strokes: 0 };
    let refused: Answer | null = null;
    for (let n = 0; refused === null && n <= LIMITS.eventsPerMatchAndGolferMax; n += 1) {
      const next = { key: randomUUID(), strokes: 4 + (n % 2) };
      const answer = await score(ann, next.strokes, next.key);
      if (answer.status === 200) last = next;
      else refused = answer;
    }
    expect(refused).toMatchObject(refusal('TOO_MANY_CHANGES'));
    expect(refused?.body.error?.message).toBe(MESSAGES.changedTooOften);
    expect(await score(ann, last.strokes, last.key)).toMatchObject({ status: 200 });
    expect(await score(ben, 4, randomUUID())).toMatchObject({ status: 200 });
    const before = (await stage.store.readStream(`match-${matchId}`, 0n, { limit: 1_000 })).length;
    expect(await score(ann, last.strokes, randomUUID())).toMatchObject({ status: 200 });
    expect((await stage.store.readStream(`match-${matchId}`, 0n, { limit: 1_000 })).length).toBe(before);
    expect(await ann.call('DELETE', '/api/match/round', { matchId })).toMatchObject({ status: 200 });
  });
});
