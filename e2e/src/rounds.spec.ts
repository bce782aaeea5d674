import type { EclecticRound, ErrorCode, LeaderboardRow, ScoreAnswer, UnverifiedRound } from '@fairmark/contract';
import { request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer } from './support/golfer.js';
import { allReady, invites, opens, play, proofLinks } from './support/group.js';
import { Stack } from './support/stack.js';

/**
 * Rounds on the real stack, over HTTP and sockets only. Every expected number below was worked out by hand from the cards
 * and the course in `e2e/courses.json`: men's par 72, women's par 73 (hole 1 is a 5), slope 113, scratch equal to par, so
 * that a daily handicap is the handicap times 0.93 times the gender's factor: 10.0 men 9, 20.0 women 19, 28.0 women 27.
 */
const ARTHUR = {
  stroke: [5, 3, 4, 5, 4, 5, 3, 6, 4, 4, 4, 4, 5, 5, 4, 3, 5, 4],
  par: [4, 3, 5, 5, 5, 5, 3, 5, 'NS', 4, 4, 3, 5, 4, 5, 3, 5, 4],
} as const;
const BELLA = {
  stroke: [6, 4, 5, 6, 5, 5, 4, 6, 5, 5, 5, 4, 6, 5, 5, 4, 6, 5],
  par: [6, 3, 5, 6, 6, 5, 'NS', 6, 5, 5, 5, 4, 6, 5, 5, 4, 6, 6],
} as const;
const CARA = [6, 5, 5, 7, 5, 6, 4, 6, 6, 6, 5, 4, 7, 5, 6, 5, 6, 5] as const;
const DAN = [4, 3, 5, 6, 4, 5, 3, 5, 5] as const;
const EVE = [5, 4, 5, 6, 5, 5, 4, 7, 5, 5, 5, 4, 6, 6, 5, 4, 6, 5] as const;

const refusal = (status: number, code: ErrorCode) => ({ status, body: { error: { code } } });

describe('rounds on the embedded stack', () => {
  let stack: Stack;
  let courseId: string;
  let arthur: Golfer;
  let bella: Golfer;
  let cara: Golfer;
  let dan: Golfer;
  let eve: Golfer;
  /** Position of the last command of a story: a query that names it sees the story's end. */
  let seen = '';
  let strokeMatch = '';
  let parMatch = '';

  beforeAll(async () => {
    stack = await Stack.start({ apis: 2 });
    const [base = '', other = ''] = stack.bases;
    const golfers = [
      new Golfer(base, { name: 'Arthur Ash', gender: 'MALE', handicap: 10, golflinkNumber: '9990112345' }),
      new Golfer(base, { name: 'Bella Banks', gender: 'FEMALE', handicap: 20 }),
      new Golfer(base, { name: 'Cara Cole', gender: 'FEMALE', handicap: 28 }),
      new Golfer(other, { name: 'Dan Drew', gender: 'MALE', handicap: 10 }),
      new Golfer(base, { name: 'Eve East', gender: 'FEMALE', handicap: 20 }),
    ] as const;
    [arthur, bella, cara, dan, eve] = golfers;
    await Promise.all(golfers.map((golfer) => golfer.signsUp(stack.linkFromMail)));
    courseId = await proofLinks(arthur);
  });
  afterAll(async () => {
    for (const golfer of [arthur, bella, cara, dan, eve]) golfer?.hangsUp();
    await stack?.stop();
  });

  describe('a two-player stroke round', () => {
    it('goes from the invitation to the first tee, each phone hearing of the other', async () => {
      await Promise.all([arthur.listens(), bella.listens(stack.bases[1])]);
      const { match } = await opens(arthur, { course: courseId, matchType: 'STROKE' });
      strokeMatch = match.id;
      expect(await arthur.emits('join_lobby', { matchId: match.id })).toMatchObject({ status: 200 });
      const invited = await invites(arthur, bella, match.id);
      await arthur.hears('invite_added', { matchId: match.id, userId: bella.id });
      await bella.hears('invites_pending', { matchId: match.id });
      const { invites: received } = await bella.does<{ invites: { id: string; host: { fullName: string } }[] }>(
        'GET',
        `/api/match/invites?position=${invited.position}`,
      );
      expect(received).toMatchObject([{ host: { fullName: 'Arthur Ash' }, matchId: match.id, status: 'PENDING' }]);
      const invitedId = received[0]?.id;

      const stranger = await cara.call('PUT', '/api/match/invite', { id: invitedId, status: 'ACCEPTED' });
      expect(stranger).toMatchObject(refusal(404, 'INVITE_NOT_FOUND'));
      expect(await cara.call('GET', `/api/match/${match.id}`)).toMatchObject({ status: 404 });
      const invitee = await bella.call('POST', '/api/match/start', { matchId: match.id });
      expect(invitee).toMatchObject(refusal(404, 'MATCH_NOT_FOUND'));

      await bella.does('PUT', '/api/match/invite', { id: invitedId, status: 'ACCEPTED' });
      await arthur.hears('invite_accepted', { matchId: match.id });
      expect(await bella.emits('join_lobby', { matchId: match.id })).toMatchObject({ status: 200 });

      const early = await arthur.call('POST', '/api/match/start', { matchId: match.id });
      expect(early).toMatchObject(refusal(409, 'NOT_READY'));

      await allReady(match.id, [arthur, bella]);
      await arthur.hears('player_ready', { matchId: match.id, userId: bella.id });
      const lobby = await arthur.match(match.id);
      expect(
        lobby.lobby.users.map((user) => [user.fullName, user.ready, user.dailyHandicap, user.marker?.fullName]),
      ).toEqual([
        ['Arthur Ash', true, 9, 'Bella Banks'],
        ['Bella Banks', true, 19, 'Arthur Ash'],
      ]);
      await arthur.does('POST', '/api/match/start', { matchId: match.id });
      await bella.hears('match_start', { matchId: match.id });
    });

    it('keeps both entries of a hole apart and shows a mismatch while it is played', async () => {
      await arthur.enters(strokeMatch, 1, 5);
      const { revision } = await bella.enters(strokeMatch, 1, 4, arthur.id);
      // The revision is Bella's: Arthur hears of his own entry too.
      await arthur.hears('score_recorded', { matchId: strokeMatch, holeNumber: 1, userId: arthur.id, revision });
      const answer = await arthur.match(strokeMatch);
      const card = answer.rounds.find((round) => round.player.id === arthur.id);
      expect(card?.holes[0]).toMatchObject({ mismatch: true, player: { strokes: 5 }, marker: { strokes: 4 } });
      expect(card?.mismatchingScoreHoleNumbers).toEqual([1]);
    });

    it('records a score once when its answer was lost and the phone sends it again', async () => {
      const key = randomUUID();
      const body = { matchId: strokeMatch, holeNumber: 2, strokes: 3 };
      const revision = async (): Promise<bigint> => BigInt((await arthur.match(strokeMatch)).revision);
      const before = await revision();
      await sendAndHangUp(arthur, '/api/match/score', body, key);
      await eventually(async () => (await revision()) > before, 'the score arrives');
      const first = await arthur.call<ScoreAnswer>('POST', '/api/match/score', body, { key });
      const again = await arthur.call<ScoreAnswer>('POST', '/api/match/score', body, { key, base: stack.bases[1] });
      expect(first.status).toBeLessThan(300);
      expect(first.body).toMatchObject({ revision: String(before + 1n), score: { strokes: 3 } });
      expect(again.body).toEqual(first.body);
      const other = await arthur.call('POST', '/api/match/score', { ...body, strokes: 4 }, { key });
      expect(other).toMatchObject(refusal(422, 'IDEMPOTENCY_KEY_REUSED'));
      // One event, which the first sending made.
      expect(await revision()).toBe(before + 1n);
    });

    it('is not signed before all four cards are entered, nor while a hole differs', async () => {
      await arthur.entersCard(strokeMatch, ARTHUR.stroke);
      expect(await bella.call('POST', `/api/match/${strokeMatch}/verify`, { userId: arthur.id })).toMatchObject(
        refusal(409, 'ROUND_NOT_COMPLETE'),
      );
      await arthur.entersCard(strokeMatch, BELLA.stroke, bella.id);
      expect(await arthur.call('POST', `/api/match/${strokeMatch}/verify`, { userId: bella.id })).toMatchObject(
        refusal(409, 'ROUND_NOT_COMPLETE_BY_MARKER'),
      );
      await bella.entersCard(strokeMatch, BELLA.stroke);
      // Bella still has Arthur down for a 4 on the first, and now for a 5 on the twelfth.
      for (const [index, strokes] of ARTHUR.stroke.entries()) {
        const entered = index === 0 ? 4 : index === 11 ? 5 : strokes;
        await bella.enters(strokeMatch, index + 1, entered, arthur.id);
      }
      const refused = await arthur.call('POST', `/api/match/${strokeMatch}/verify`, { userId: bella.id });
      expect(refused).toMatchObject({
        status: 409,
        body: { error: { code: 'SCORES_DONT_MATCH', details: { mismatchingScoreHoleNumbers: [1, 12] } } },
      });
      expect((await arthur.match(strokeMatch)).rounds.flatMap((round) => round.signatures)).toEqual([]);
    });

    it('is repaired by its marker, signed by both and stands', async () => {
      await bella.enters(strokeMatch, 1, 5, arthur.id);
      await bella.enters(strokeMatch, 12, 4, arthur.id);
      const half = await arthur.signs(strokeMatch, bella.id);
      await bella.hears('card_signed', { matchId: strokeMatch });
      const waiting = await bella.does<{ rounds: UnverifiedRound[] }>(
        'GET',
        `/api/mothership/unverified-rounds?position=${half.position}`,
      );
      expect(waiting.rounds).toEqual(
        expect.arrayContaining([expect.objectContaining({ matchId: strokeMatch, waitingFor: 'me' })]),
      );
      expect(await arthur.scores(strokeMatch, 3, 9)).toMatchObject(refusal(409, 'ROUND_SIGNED'));
      const signed = await bella.signs(strokeMatch, arthur.id);
      seen = signed.position;
      await arthur.hears('round_verified', { matchId: strokeMatch });
      const answer = await arthur.match(strokeMatch);
      expect(answer.hasVerifiedMarkersRound).toBe(true);
      expect(
        answer.rounds.map((round) => [
          round.player.fullName,
          round.verified,
          round.scoreTotals.gross,
          round.scoreTotals.nett,
        ]),
      ).toEqual([
        ['Arthur Ash', true, 77, 68],
        ['Bella Banks', true, 91, 72],
      ]);
      expect(await bella.call('DELETE', `/api/match/${strokeMatch}/verify`, { userId: arthur.id })).toMatchObject(
        refusal(409, 'ROUND_SIGNED'),
      );
    });
  });

  describe('a three-player Stableford round', () => {
    let match = '';

    it('has each player marked by the one before, in joining order', async () => {
      await Promise.all([cara.listens(), eve.listens(stack.bases[1])]);
      match = await play(cara, [dan, eve], { course: courseId, matchType: 'STABLEFORD' });
      const { rounds } = await cara.match(match);
      expect(rounds.map((round) => [round.player.fullName, round.marker?.fullName, round.dailyHandicap])).toEqual([
        ['Cara Cole', 'Eve East', 27],
        ['Dan Drew', 'Cara Cole', 9],
        ['Eve East', 'Dan Drew', 19],
      ]);
    });

    it('closes the loop when one withdraws after nine, and the new marker inherits the entries', async () => {
      await cara.entersCard(match, CARA.slice(0, 9));
      await eve.entersCard(match, CARA.slice(0, 9), cara.id);
      await dan.entersCard(match, DAN);
      await cara.entersCard(match, DAN, dan.id);
      await eve.entersCard(match, EVE.slice(0, 9));
      await dan.entersCard(match, EVE.slice(0, 9), eve.id);
      await dan.does('DELETE', '/api/match/round', { matchId: match });
      const { rounds } = await cara.match(match);
      expect(rounds.map((round) => [round.player.fullName, round.marker?.fullName ?? null, round.withdrawn])).toEqual([
        ['Cara Cole', 'Eve East', false],
        ['Dan Drew', expect.anything(), true],
        ['Eve East', 'Cara Cole', false],
      ]);
      expect(rounds[2]?.holes[0]?.marker).toMatchObject({ strokes: 5, enteredBy: { fullName: 'Dan Drew' } });
      expect(await dan.scores(match, 1, 4, { userId: eve.id })).toMatchObject(refusal(403, 'NOT_MARKER'));
    });

    it('is signed, reopened by the marker, repaired on both sides and signed again', async () => {
      const back = <T>(card: readonly T[]) => card.slice(9).map((strokes, index) => [index + 10, strokes] as const);
      for (const [hole, strokes] of back(CARA)) {
        await cara.enters(match, hole, strokes);
        await eve.enters(match, hole, strokes, cara.id);
      }
      for (const [hole, strokes] of back(EVE)) {
        const misheard = hole === 14 ? strokes - 1 : strokes;
        await eve.enters(match, hole, misheard);
        await cara.enters(match, hole, misheard, eve.id);
      }
      await cara.signs(match);
      await cara.does('DELETE', `/api/match/${match}/verify`, { userId: eve.id });
      await eve.hears('card_reopened', { matchId: match, userId: eve.id });
      expect((await eve.match(match)).rounds[2]?.signatures).toEqual([]);
      await eve.enters(match, 14, 6);
      await cara.enters(match, 14, 6, eve.id);
      await cara.signs(match);
      const signed = await eve.signs(match);
      seen = signed.position;
      const { rounds } = await cara.match(match);
      expect(rounds.map((round) => [round.player.fullName, round.verified, round.scoreTotals.stableford])).toEqual([
        ['Cara Cole', true, 37],
        ['Dan Drew', false, expect.any(Number)],
        ['Eve East', true, 36],
      ]);
    });
  });

  it('a par round with No Score counts a minus, and nett double bogey in the totals', async () => {
    parMatch = await play(arthur, [bella], { course: courseId, matchType: 'PAR' });
    await arthur.entersCard(parMatch, ARTHUR.par);
    await bella.entersCard(parMatch, ARTHUR.par, arthur.id);
    await bella.entersCard(parMatch, BELLA.par);
    await arthur.entersCard(parMatch, BELLA.par, bella.id);
    await arthur.signs(parMatch, bella.id);
    const signed = await bella.signs(parMatch, arthur.id);
    seen = signed.position;
    const { rounds } = await arthur.match(parMatch);
    expect(
      rounds.map(({ scoreTotals: totals }) => [totals.par, totals.gross, totals.nett, totals.includesNoScore]),
    ).toEqual([
      [4, 78, 69, true],
      [-1, 94, 75, true],
    ]);
    expect(rounds[0]?.holes[8]).toMatchObject({ noScore: true, strokes: 6 });
  });

  it('a solo practice round needs no marker, cannot be signed and is posted nowhere', async () => {
    const match = await play(dan, [], { course: courseId, playType: 'SOCIAL', matchType: 'STABLEFORD' });
    await dan.entersCard(match, [...DAN, ...DAN]);
    const refused = await dan.call('POST', `/api/match/${match}/verify`);
    expect(refused).toMatchObject(refusal(409, 'NO_MARKER'));
    const { rounds } = await dan.does<{ rounds: { matchId: string }[] }>(
      'GET',
      `/api/mothership/history?course=${courseId}`,
    );
    expect(rounds.map((round) => round.matchId)).not.toContain(match);
  });

  describe('the Clubhouse', () => {
    it('ranks the day by nett relative to par, cards with a No Score behind complete ones', async () => {
      const { rounds } = await arthur.does<{ rounds: LeaderboardRow[] }>(
        'GET',
        `/api/mothership/daily-results?course=${courseId}&sort=nett&position=${seen}`,
      );
      expect(rounds.map((row) => [row.rank, row.player.fullName, row.userRound.scoreTotals.nett])).toEqual([
        // 68 - 72 = -4; then 72 - 73 = -1 twice: the last nine is equal (8 - 19/2 and 13 - 27/2 over par), Bella has the better
        // last six (6 - 19/3 against 9 - 27/3); 73 - 73 = 0; then the two cards with a No Score.
        [1, 'Arthur Ash', 68],
        [2, 'Bella Banks', 72],
        [3, 'Cara Cole', 72],
        [4, 'Eve East', 73],
        [5, 'Arthur Ash', 69],
        [6, 'Bella Banks', 75],
      ]);
    });

    it('keeps a history for each, newest first', async () => {
      const { rounds } = await arthur.does<{ rounds: { matchId: string }[] }>(
        'GET',
        `/api/mothership/history?course=${courseId}&sort=date-desc&position=${seen}`,
      );
      expect(rounds.map((round) => round.matchId)).toEqual([parMatch, strokeMatch]);
    });

    it('leaves nothing unverified', async () => {
      for (const golfer of [arthur, bella, cara, eve]) {
        const { rounds } = await golfer.does<{ rounds: UnverifiedRound[] }>(
          'GET',
          `/api/mothership/unverified-rounds?position=${seen}`,
        );
        expect(rounds).toEqual([]);
      }
    });

    it('makes the eclectic of both rounds', async () => {
      const { eclecticRound } = await arthur.does<{ eclecticRound: EclecticRound }>(
        'GET',
        `/api/mothership/eclectic-round?course=${courseId}&position=${seen}`,
      );
      expect(eclecticRound.holeScores.map((hole) => hole.scoreStroke)).toEqual([
        4, 3, 4, 5, 4, 5, 3, 5, 4, 4, 4, 3, 5, 4, 4, 3, 5, 4,
      ]);
      expect(eclecticRound.totals).toMatchObject({
        totalScoreStroke: 73,
        firstNineScoreStroke: 37,
        lastNineScoreStroke: 36,
        totalScoreStableford: 44,
        firstNineScoreStableford: 22,
        lastNineScoreStableford: 22,
      });
    });
  });
});

/** Sends a request whole and tears the connection down without reading the answer. */
async function sendAndHangUp(golfer: Golfer, path: string, body: unknown, key: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const call = request(`${golfer.base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${golfer.token}`, 'content-type': 'application/json', 'idempotency-key': key },
    });
    call.on('error', () => resolve());
    call.on('close', () => resolve());
    call.end(JSON.stringify(body), () => setImmediate(() => call.destroy()));
  });
}
