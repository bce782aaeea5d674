import { randomUUID } from 'node:crypto';
import {
  MESSAGES,
  type CurrentMatchAnswer,
  type LastPracticeAnswer,
  type MatchAnswer,
  type ScoreAnswer,
} from '@fairmark/contract';
import { matchStream } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { Stage, type Player } from '../testing/stage.js';
import { refusal, expectRefusal } from '../testing/api.js';
import { holesFrom, roundOf } from './testing/calls.js';

/** The round over HTTP: scores of both sides, withdrawals, and what `GET /api/match/{id}` shows of them. */

const stage = Stage.forSuite();
const [ann, ben, cat] = stage.cast(3);

const score = (player: Player, body: object) => player.call<ScoreAnswer>('POST', '/api/match/score', body);

describe('POST score', () => {
  test('answers the entry with its results, and a query that carries the position sees it', async () => {
    const matchId = await stage.round([ann, ben], { matchType: 'STABLEFORD' });
    const { holes } = (await ann.match(matchId)).userMatchSettings!;
    const hole = holes[1]!;
    const { status, body } = await ann.scores(matchId, 2, 5);
    const points = 2 + hole.par + hole.strokesReceived! - 5;
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 200,
      position: expect.stringMatching(/^\d+$/),
      log: await stage.store.logId(),
      revision: expect.stringMatching(/^\d+$/),
      score: {
        id: expect.any(String),
        holeNumber: 2,
        strokes: 5,
        noScore: false,
        score: points,
        scoreStableford: points,
        scorePar: Math.sign(points - 2),
        scoreStrokes: 5,
        scoreStroke: 5,
        createdAt: expect.any(String),
        matchId,
        userId: ann.id,
        side: 'PLAYER',
        enteredBy: { id: ann.id, fullName: ann.golfer.fullName },
      },
    });
    const { current } = await ann.does<CurrentMatchAnswer>(
      'GET',
      `/api/match/current?position=${body.position}&log=${body.log}`,
    );
    expect(current).toMatchObject({ matchId, nextHole: 1 });
  });

  test('keeps the time at which the phone took the score, which may have waited for a signal', async () => {
    const matchId = await stage.round([ann, ben]);
    const entry = { matchId, holeNumber: 1, strokes: 4 };
    const said = '2026-05-01T08:30:00Z';
    const { body } = await score(ann, { ...entry, occurredAt: said });
    const event = (await stage.store.readStream(matchStream(matchId))).at(-1)!;
    expect(event.metadata.occurredAt).toBe('2026-05-01T08:30:00.000Z');
    expect(body.score?.createdAt).toBe(event.metadata.recordedAt);
    for (const occurredAt of [
      '2026-13-01T08:30:00Z',
      '2026-05-01T08:30:00+10:00',
      '20260501T083000Z',
      '2026-05-01T08Z',
      '2026-W01-1T08:30Z',
      '2026-02-30T08:30:00Z',
      '2026-05-01T24:00:00Z',
      '2026-05-01T23:59:60Z',
      '8:30',
      5,
      '2026-05-01T08:30:00ZZ',
    ]) {
      const refused = await score(ann, { ...entry, occurredAt });
      expectRefusal(refused, 'INVALID_INPUT', { occurredAt: expect.any(String) });
    }
  });

  test('keeps both sides of a card apart, and shows to both that they differ', async () => {
    const matchId = await stage.round([ann, ben]);
    const mine = await ann.scores(matchId, 1, 5);
    const his = await ben.scores(matchId, 1, 4, { userId: ann.id });
    expect(his.body.score).toMatchObject({ userId: ann.id, side: 'MARKER', enteredBy: { id: ben.id } });
    for (const player of [ann, ben]) {
      const answer = await player.match(matchId);
      const card = roundOf(answer, ann);
      expect(card.holes[0]).toMatchObject({
        player: mine.body.score,
        marker: his.body.score,
        mismatch: true,
        // Said of results that agree: these do not.
        differentStrokes: false,
      });
      expect(card.mismatchingScoreHoleNumbers).toEqual([1]);
      expect(card.incompleteHoles).toEqual({ player: holesFrom(2), marker: holesFrom(2) });
      expect(answer.hasVerifiedMarkersRound).toBe(false);
      expect(answer).toMatchObject({ log: his.body.log, revision: his.body.revision });
    }
    expect((await ann.match(matchId)).scores).toEqual({ userScores: [mine.body.score], markerScores: [] });
    expect((await ben.match(matchId)).scores).toEqual({ userScores: [], markerScores: [his.body.score] });
    const asAnn = await ben.does<MatchAnswer>('GET', `/api/match/${matchId}?userId=${ann.id}`);
    expect(asAnn.scores.userScores).toEqual([mine.body.score]);
    expect(asAnn.userMatchSettings?.userId).toBe(ann.id);
  });

  test('an equal result of different strokes is a note, not a disagreement', async () => {
    const matchId = await stage.round([ann, ben], { matchType: 'STABLEFORD' });
    await ann.scores(matchId, 1, 12);
    await ben.scores(matchId, 1, 11, { userId: ann.id });
    const card = roundOf(await ann.match(matchId), ann);
    expect(card.holes[0]).toMatchObject({ mismatch: false, differentStrokes: true });
    await ann.scores(matchId, 2, 12);
    await ben.scores(matchId, 3, 11, { userId: ann.id });
    for (const hole of roundOf(await ann.match(matchId), ann).holes.slice(1, 4)) {
      expect(hole).toMatchObject({ mismatch: false, differentStrokes: false });
    }
  });

  test('a No Score has no strokes; on the final card it is par + 2, in the totals nett double bogey', async () => {
    const matchId = await stage.round([ann, ben], { matchType: 'PAR' });
    const { body } = await score(ann, { matchId, holeNumber: 2, noScore: true });
    expect(body.score).toMatchObject({ strokes: null, noScore: true, score: -1, scoreStableford: 0, scorePar: -1 });
    const { holes } = (await ann.match(matchId)).userMatchSettings!;
    const { par, strokesReceived } = holes[1]!;
    const card = roundOf(await ann.match(matchId), ann);
    expect(card.holes[1]).toMatchObject({ strokes: par + 2, noScore: true });
    expect(card.scoreTotals).toMatchObject({
      gross: par + 2 + strokesReceived!,
      par: -1,
      thru: 1,
      includesNoScore: true,
    });
  });

  test('replaces only what it names, and shows what is there', async () => {
    const matchId = await stage.round([ann, ben]);
    const first = (await ann.scores(matchId, 1, 5, { replaces: null })).body.score!;
    const second = (await ann.scores(matchId, 1, 6, { replaces: first.id })).body.score!;
    expect(second.id).not.toBe(first.id);
    for (const replaces of [first.id, null]) {
      expectRefusal(await ann.scores(matchId, 1, 7, { replaces }), 'SCORE_CHANGED', { current: second });
    }
    expect((await ann.scores(matchId, 1, null, { replaces: second.id })).body).toMatchObject({ score: null });
    expectRefusal(await ann.scores(matchId, 1, 7, { replaces: second.id }), 'SCORE_CHANGED', { current: null });
    // What is stored already is a success, whoever asks from which state.
    await ann.scores(matchId, 1, 7);
    expect((await ann.scores(matchId, 1, 7, { replaces: first.id })).status).toBe(200);
  });

  test('refuses what is no score', async () => {
    const matchId = await stage.round([ann, ben]);
    const wrong: [entry: object, details: object][] = [
      [{}, { strokes: 'Required' }],
      [{ strokes: 4, noScore: true }, { noScore: 'Enter strokes or No Score, not both' }],
      [{ strokes: 0 }, { strokes: expect.any(String) }],
      [{ strokes: 31 }, { strokes: expect.any(String) }],
      [{ strokes: 4.5 }, { strokes: expect.any(String) }],
      [{ strokes: '4' }, { strokes: expect.any(String) }],
      [{ strokes: 4, holeNumber: 0 }, { holeNumber: expect.any(String) }],
      [{ strokes: 4, holeNumber: 19 }, { holeNumber: expect.any(String) }],
      [{ strokes: 4, score: 5 }, { score: expect.any(String) }],
      // Of stroke play.
      [{ noScore: true }, { noScore: expect.any(String) }],
    ];
    for (const [entry, details] of wrong) {
      const refused = await score(ann, { matchId, holeNumber: 1, ...entry });
      expect({ entry, ...refused }).toMatchObject({ entry, ...refusal('INVALID_INPUT', { ...details }) });
    }
    expect(roundOf(await ann.match(matchId), ann).scoreTotals.thru).toBe(0);
  });
});

describe('DELETE round after the start', () => {
  test('withdraws the card; the others go on, and the group keeps a host', async () => {
    const matchId = await stage.round([ann, ben, cat]);
    await ann.scores(matchId, 1, 4);
    await ann.does('DELETE', '/api/match/round', { matchId });
    const answer = await ben.match(matchId);
    expect(answer.match.host.id).toBe(ben.id);
    expect(answer.rounds.map(({ player, withdrawn, marker }) => [player.id, withdrawn, marker?.id])).toEqual([
      [ann.id, true, cat.id],
      [ben.id, false, cat.id],
      [cat.id, false, ben.id],
    ]);
    expect((await ann.match(matchId)).rounds[0]).toMatchObject({ withdrawn: true, scoreTotals: { thru: 1 } });
    const { current } = await ann.does<CurrentMatchAnswer>('GET', '/api/match/current');
    expect(current).toBeNull();
  });
});

test('the card of a practice round is found again, by whoever did not delete it', async () => {
  const [host, guest] = [ann, ben];
  const last = async (golfer: Player, { position, log }: { position: string; log: string }) =>
    (await golfer.does<LastPracticeAnswer>('GET', `/api/match/last-practice?position=${position}&log=${log}`)).practice;
  const matchId = await stage.round([host, guest], { playType: 'SOCIAL' });
  const { body } = await score(host, { matchId, holeNumber: 1, strokes: 4 });
  const practice = { matchId, course: expect.any(String), day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) };
  expect(await last(host, body)).toEqual(practice);
  const left = await host.does('DELETE', '/api/match/round', { matchId });
  expect(await last(host, left)).toBeNull();
  expect(await last(guest, left)).toEqual(practice);
  const over = await guest.does('DELETE', '/api/match/round', { matchId });
  expect(await last(guest, over)).toBeNull();
});

describe('GET match', () => {
  test('is not there for strangers, nor under an id that is none', async () => {
    const matchId = await stage.lobby([ann, ben]);
    for (const id of [matchId, randomUUID(), 'undefined', '1']) {
      expectRefusal(await cat.call('GET', `/api/match/${id}`), 'MATCH_NOT_FOUND');
    }
    expect((await ann.call('GET', `/api/match/${matchId.toUpperCase()}`)).status).toBe(200);
    expectRefusal(await ann.call('GET', `/api/match/${matchId}?userId=${cat.id}`), 'INVALID_INPUT');
    expectRefusal(await ann.call('GET', `/api/match/${matchId}?full=1`), 'INVALID_INPUT');
  });

  test('never shows an email or a golf number', async () => {
    const matchId = await stage.round([ann, ben]);
    await ann.scores(matchId, 1, 4);
    const text = JSON.stringify(await ben.match(matchId));
    for (const { golfer } of [ann, ben]) {
      expect(text).toContain(golfer.fullName);
      expect(text).not.toContain(golfer.email);
      expect(text).not.toContain(golfer.golflinkNumber);
    }
  });

  test('shows the club that a golf number names as home', async () => {
    const player = await stage.player({ golflinkNumber: '3099012345' });
    const matchId = await player.creates();
    const { lobby } = await player.match(matchId);
    expect(lobby.users[0]?.homeCourse).toEqual({ clubName: 'Lantern Bay Golf Club' });
  });

  test('gives each golfer the card that he or she plays', async () => {
    const eve = await stage.player({ gender: 'FEMALE', handicap: 30 });
    const matchId = await stage.round([ann, eve]);
    const hers = (await eve.match(matchId)).userMatchSettings!;
    const his = (await ann.match(matchId)).userMatchSettings!;
    const received = hers.holes.reduce((sum, { strokesReceived }) => sum + strokesReceived!, 0);
    expect(received).toBe(hers.dailyHandicap);
    expect(hers.marking[0]?.settings.holes).toEqual(his.holes);
    expect(his.marking[0]?.settings.holes).toEqual(hers.holes);
    expect(hers.holes.map(({ distance }) => distance)).not.toEqual(his.holes.map(({ distance }) => distance));
  });
});

/** Deleting an account takes the golfer out of every match that goes on, and the name out of all of them. */
describe('deleting an account', () => {
  /** Deletes the account and waits until an onlooker of the match is told no name any more. */
  async function deletes(player: Player, onlooker?: Player, matchId?: string): Promise<void> {
    await player.does('DELETE', '/api/user/delete');
    if (onlooker === undefined || matchId === undefined) return;
    const name = JSON.stringify(player.golfer.fullName);
    await eventually(async () => !JSON.stringify(await onlooker.match(matchId)).includes(name));
  }

  const types = async (matchId: string) => (await stage.store.readStream(matchStream(matchId))).map(({ type }) => type);

  test('an invited golfer’s seat is free again', async () => {
    const matchId = await stage.lobby([ann, ben]);
    await ann.invites(matchId, cat);
    await deletes(cat);
    expect((await ann.match(matchId)).lobby.invited).toEqual([]);
    expectRefusal(await ann.call('POST', '/api/match/invite', { id: cat.id, matchId }), 'USER_NOT_FOUND');
  });

  test('a player leaves the lobby, a host ends it', async () => {
    const matchId = await stage.lobby([ann, ben, cat]);
    await deletes(cat);
    expect((await ben.match(matchId)).lobby.users.map(({ id }) => id)).toEqual([ann.id, ben.id]);
    await deletes(ann, ben, matchId);
    expect((await ben.match(matchId)).match).toMatchObject({
      ended: true,
      endReason: 'ACCOUNT_DELETED',
      host: { id: ann.id, fullName: MESSAGES.deletedPlayer },
    });
  });

  test('a round goes on without the player, whose name nobody sees any more', async () => {
    const matchId = await stage.round([ann, ben, cat]);
    await ann.scores(matchId, 1, 4);
    await deletes(ann, ben, matchId);
    const { rounds, match } = await ben.match(matchId);
    expect(match.host.id).toBe(ben.id);
    expect(rounds.map(({ player, withdrawn }) => [player.fullName, withdrawn])).toEqual([
      [MESSAGES.deletedPlayer, true],
      [ben.golfer.fullName, false],
      [cat.golfer.fullName, false],
    ]);
    expect(rounds[0]?.holes[0]?.player?.enteredBy.fullName).toBe(MESSAGES.deletedPlayer);
    const text = JSON.stringify(await stage.store.readStream(matchStream(matchId)), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(text).not.toContain(ann.golfer.fullName);
    expect(text).not.toContain(ann.golfer.email);
  });

  test('a verified round stands untouched', async () => {
    const matchId = await stage.round([ann, ben]);
    for (const by of [ann, ben]) for (const card of [ann, ben]) await by.enters(matchId, card.id);
    for (const player of [ann, ben]) await player.does('POST', `/api/match/${matchId}/verify`);
    const before = await types(matchId);
    await deletes(ann, ben, matchId);
    expect(await types(matchId)).toEqual(before);
    const { rounds } = await ben.match(matchId);
    expect(rounds).toMatchObject([
      { verified: true, withdrawn: false, player: { fullName: MESSAGES.deletedPlayer } },
      {},
    ]);
  });
});
