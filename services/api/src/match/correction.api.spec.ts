import { createHash, randomUUID } from 'node:crypto';
import {
  CORRECTION_TEXTS,
  LIMITS,
  MESSAGES,
  type CardHistoryAnswer,
  type CompetitionAnswer,
  type CorrectionCall,
  type DailyResultsAnswer,
  type EclecticRoundAnswer,
  type HistoryAnswer,
  type MatchCommandAnswer,
} from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { grantRole, revokeRole } from '@fairmark/server';
import { finishCompetition } from '@fairmark/projector';
import { cardOf, Stage, type Player } from '../testing/stage.js';
import { expectRefusal } from '../testing/api.js';

/** Corrections of committees over HTTP: permissions, their effect everywhere, and their notes. */

const AFTER_THE_DEADLINE = '2099-01-01T00:00:00.000Z';
const NOTE = 'Ann played a wrong ball on the 4th: two strokes, rule 6.3c.';

const stage = Stage.forSuite({ apis: 2 });
/** Zoe is of the committee; Ann and Ben play. */
const [ann, ben, zoe] = stage.cast(3);
beforeEach(() => appoint(zoe));

const committee = ({ id: userId }: Player) => ({ userId, role: 'COMMITTEE', courseId: stage.courseId }) as const;
const appoint = (player: Player, courseId = stage.courseId) => stage.api.appoints(player.golfer, 'COMMITTEE', courseId);

/** Both cards are fours with a five on the 4th. */
const verifiedRound = (matchType: 'STABLEFORD' | 'STROKE' = 'STABLEFORD') =>
  stage.verifiedRound([ann, ben], { 4: 5 }, { matchType });

const call = (about: Partial<CorrectionCall> = {}): CorrectionCall => ({
  userId: ann.id,
  reason: 'PENALTY',
  holes: [{ holeNumber: 4, strokes: 7 }],
  ...about,
});
const noted = (about: Partial<CorrectionCall> = {}) => call({ note: NOTE, ...about });
const corrects = (
  player: Player,
  matchId: string,
  body: object = call(),
  options: { key?: string; nth?: number } = {},
) =>
  player.call<MatchCommandAnswer>('POST', `/api/match/${matchId}/corrections`, body, {
    api: stage.apis[options.nth ?? 0],
    key: options.key,
  });
const correctionsIn = async (matchId: string) =>
  (await stage.log(matchId)).filter(({ type }) => type === 'CardCorrected');
const notesOf = (matchId: string) =>
  stage.api.sql<{ salt: string; note: string }>('select salt, note from app.correction_notes where match_id = $1', [
    matchId,
  ]);
const cardSeen = async (by: Player, matchId: string, of = ann) => cardOf(await by.match(matchId), of);

describe('A correction', () => {
  test('changes the counting scores but no entry or signature, for all who see the card', async () => {
    const matchId = await verifiedRound();
    const before = await cardSeen(ann, matchId);
    const { body } = await corrects(zoe, matchId, call({ note: `  ${NOTE} ` }));
    const text = expect.any(String);
    expect(body).toEqual({ status: 200, position: text, log: text, revision: text });
    const [event] = await correctionsIn(matchId);
    expect(event?.data).toMatchObject({ userId: ann.id, correctedBy: zoe.id, reason: 'PENALTY' });
    const correction = {
      correctionId: event?.id,
      by: zoe.ref,
      at: event?.metadata.recordedAt,
      reason: 'PENALTY',
      note: NOTE,
      holes: [{ holeNumber: 4, from: 5, to: 7 }],
    };
    for (const golfer of [ann, ben]) {
      const card = await cardSeen(golfer, matchId);
      expect(card.corrections).toEqual([correction]);
      expect(card.holes[3]).toEqual({ ...before.holes[3], strokes: 7, corrected: true });
      expect(card.holes.filter(({ corrected }) => corrected)).toHaveLength(1);
      expect(card.signatures).toEqual(before.signatures);
      expect(card).toMatchObject({ verified: true, scoreTotals: { gross: 75 } });
      expect((await cardSeen(golfer, matchId, ben)).corrections).toEqual([]);
    }
    const history = (card: Player) =>
      ben.does<CardHistoryAnswer>('GET', `/api/match/${matchId}/history?userId=${card.id}`);
    expect(await history(ann)).toMatchObject({ corrections: [correction], revision: body.revision });
    expect((await history(ben)).corrections).toEqual([]);
    // A committee member need not be in the match, and does not join it by this.
    expectRefusal(await zoe.call('GET', `/api/match/${matchId}`), 'MATCH_NOT_FOUND');
  });

  test('changes leaderboard, history, eclectic and competitions, even finished ones, marked as corrected', async () => {
    const { id } = await ann.hosts(stage.courseId, ann, ben);
    const matchId = await verifiedRound('STROKE');
    await finishCompetition(stage.store, id, AFTER_THE_DEADLINE);

    for (const strokes of [3, 2]) await corrects(zoe, matchId, call({ holes: [{ holeNumber: 4, strokes }] }));
    const course = `course=${stage.courseId}`;
    const at = (await correctionsIn(matchId)).at(-1)?.metadata.recordedAt;
    const board = await ben.sees<DailyResultsAnswer>(`/api/mothership/daily-results?${course}`);
    const onBoard = board.rounds.filter(({ userRound }) => userRound.matchId === matchId);
    const shown = onBoard.map(({ player, userRound }) => [
      player.id,
      userRound.scoreTotals.gross,
      userRound.correctedAt,
    ]);
    const rows = [
      [ann.id, 70, at],
      [ben.id, 73, null],
    ];
    expect(new Set(shown)).toEqual(new Set(rows));
    const { rounds } = await ann.sees<HistoryAnswer>(`/api/mothership/history?${course}`);
    expect(rounds[0]?.userRound).toMatchObject({ correctedAt: at, scoreTotals: { gross: 70 } });
    const eclectic = await ann.sees<EclecticRoundAnswer>(`/api/mothership/eclectic-round?${course}`);
    expect(eclectic.eclecticRound.holeScores[3]).toMatchObject({ scoreStroke: 2 });
    const table = await ben.sees<CompetitionAnswer>(`/api/competitions/${id}`);
    expect(table.competition.isFinished).toBe(true);
    expect(table.rounds.map((row) => [row.player.id, row.totalScoreStroke, row.correctedAt])).toEqual(rows);
  });
});

describe('A correction is refused', () => {
  test('without a role for this course, even right after it was revoked', async () => {
    const matchId = await verifiedRound();
    const newcomer = await stage.player();
    await appoint(ben, stage.otherCourseId);

    expectRefusal(await corrects(newcomer, matchId, noted()), 'MATCH_NOT_FOUND');
    expectRefusal(await corrects(ben, matchId, noted()), 'NOT_COMMITTEE');
    expectRefusal(await corrects(zoe, randomUUID()), 'MATCH_NOT_FOUND');

    await grantRole(stage.pool, committee(newcomer), 'operator');
    expectRefusal(await corrects(newcomer, matchId, noted()), 'SECOND_FACTOR_REQUIRED', { enrolled: false });

    await appoint(ben);
    expect(await corrects(ben, matchId)).toMatchObject({ status: 200 });
    await revokeRole(stage.pool, committee(ben), 'operator');
    const again = noted({ holes: [{ holeNumber: 5, strokes: 6 }] });
    expectRefusal(await corrects(ben, matchId, again), 'NOT_COMMITTEE');
    expect(await correctionsIn(matchId)).toHaveLength(1);
    expect(await notesOf(matchId)).toEqual([]);
  });

  test('with invalid input, by field', async () => {
    const matchId = await verifiedRound();
    const hole = { holeNumber: 4, strokes: 7 };
    const wrong: [object, Record<string, string>][] = [
      [{ userId: zoe.id, note: NOTE }, { userId: MESSAGES.notInGroup }],
      [{ holes: Array.from({ length: 19 }, () => hole) }, { holes: CORRECTION_TEXTS.holes }],
      [{ holes: [hole, { ...hole, holeNumber: 19 }] }, { 'holes.1.holeNumber': MESSAGES.holeRange }],
      [{ note: ' \n ' }, { note: CORRECTION_TEXTS.note }],
      [{ note: 'x'.repeat(LIMITS.correctionNoteMax + 1) }, { note: CORRECTION_TEXTS.note }],
      [{ note: 'turned \u202E round' }, { note: CORRECTION_TEXTS.note }],
    ];
    for (const [about, details] of wrong) {
      expectRefusal(await corrects(zoe, matchId, { ...call(), ...about }), 'INVALID_INPUT', details);
    }
    for (const kept of [correctionsIn, notesOf]) expect(await kept(matchId)).toEqual([]);
  });

  test('when another entry counts than was shown, and answers that one', async () => {
    const matchId = await verifiedRound();
    const shown = (await cardSeen(ann, matchId)).holes[3]?.marker?.id;
    const named = (strokes: number) => noted({ holes: [{ holeNumber: 4, strokes, replaces: shown }] });
    const yves = await stage.player();
    await appoint(yves);
    const answers = await Promise.all([
      corrects(zoe, matchId, named(7)),
      corrects(yves, matchId, named(8), { nth: 1 }),
    ]);
    const [made, refused] = answers.toSorted((one, other) => one.status - other.status);
    expect(made?.status).toBe(200);
    const [event] = await correctionsIn(matchId);
    const strokes = made === answers[0] ? 7 : 8;
    expectRefusal(refused, 'SCORE_CHANGED', { current: [{ id: event?.id, holeNumber: 4, strokes, noScore: false }] });
  });
});

describe('With an Idempotency-Key', () => {
  test('a correction is made once, at whichever process', async () => {
    const matchId = await verifiedRound();
    const [key, unneeded] = [randomUUID(), randomUUID()];
    const answers = await Promise.all([0, 1, 0, 1].map((nth) => corrects(zoe, matchId, noted(), { key, nth })));
    await corrects(zoe, matchId, call({ holes: [{ holeNumber: 4, strokes: 9 }] }));
    answers.push(await corrects(zoe, matchId, noted(), { key }));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    // One that changes nothing changes nothing later either.
    const same = call({ reason: 'OTHER', note: 'A nine', holes: [{ holeNumber: 4, strokes: 9 }] });
    await corrects(zoe, matchId, same, { key: unneeded });
    await corrects(zoe, matchId, call({ holes: [{ holeNumber: 4, strokes: 8 }] }));
    expect(await corrects(zoe, matchId, same, { key: unneeded })).toMatchObject({ status: 200 });
    expect(await correctionsIn(matchId)).toHaveLength(3);
    expect(await notesOf(matchId)).toMatchObject([{ note: NOTE }, { note: 'A nine' }]);
    expect((await cardSeen(ann, matchId)).corrections[0]?.note).toBe(NOTE);
    for (const other of [call({ note: 'Other words' }), call(), noted({ reason: 'RULING' })]) {
      expectRefusal(await corrects(zoe, matchId, other, { key }), 'IDEMPOTENCY_KEY_REUSED');
    }
  });

  test('the same key in another match is another correction, with its own note', async () => {
    const [one, two] = [await verifiedRound(), await verifiedRound()];
    const key = randomUUID();
    await corrects(zoe, one, noted(), { key });
    await corrects(zoe, two, call({ note: 'Other words' }), { key });
    expect((await cardSeen(ann, one)).corrections).toMatchObject([{ note: NOTE }]);
    expect((await cardSeen(ann, two)).corrections).toMatchObject([{ note: 'Other words' }]);
    expectRefusal(await corrects(zoe, two, noted(), { key }), 'IDEMPOTENCY_KEY_REUSED');
  });
});

describe('The note of a correction', () => {
  test('is not in the log, which holds only a salted hash of it', async () => {
    const [one, two] = [await verifiedRound(), await verifiedRound()];
    for (const matchId of [one, two]) await corrects(zoe, matchId, noted());
    const [[first], [second]] = [await correctionsIn(one), await correctionsIn(two)];
    const [row] = await notesOf(one);
    const hash = createHash('sha256').update(`${row?.salt}${NOTE}`).digest('hex');
    expect(first?.data).toMatchObject({ noteHash: hash });
    expect(second?.data).not.toMatchObject({ noteHash: hash });
    const log = JSON.stringify(await stage.log(one), (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(log).not.toContain('wrong ball');
    // The fingerprint of the command does not include the note.
    const key = randomUUID();
    const withNote = (note: string) => call({ note, holes: [{ holeNumber: 9, strokes: 6 }] });
    await corrects(zoe, one, withNote('Words'), { key });
    await stage.pool.query('delete from app.correction_notes where match_id = $1 and note = $2', [one, 'Words']);
    expect(await corrects(zoe, one, withNote('Forgotten'), { key })).toMatchObject({ status: 200 });
    expect(await notesOf(one)).toMatchObject([{ note: NOTE }]);
    // Nor is it shown once it was changed in the database.
    await stage.pool.query('update app.correction_notes set note = $2 where match_id = $1', [two, 'Ann cheated']);
    expect((await cardSeen(ann, two)).corrections).toMatchObject([{ note: null, holes: [{ to: 7 }] }]);
  });

  test.each(['the golfer', 'its author'])('is deleted with the account of %s; the correction stays', async (who) => {
    const matchId = await verifiedRound();
    await corrects(zoe, matchId, noted());
    expect((await cardSeen(ben, matchId)).corrections).toMatchObject([{ note: NOTE }]);
    const leaver = who === 'the golfer' ? ann : zoe;
    await leaver.deletesAccount();
    expect((await cardSeen(ben, matchId)).corrections).toMatchObject([{ note: null, holes: [{ from: 5, to: 7 }] }]);
    await eventually(async () => (await notesOf(matchId)).length === 0);

    if (who !== 'the golfer') return;
    const again = (note?: string) => corrects(zoe, matchId, call({ note, holes: [{ holeNumber: 5, strokes: 3 }] }));
    expectRefusal(await again(NOTE), 'INVALID_INPUT', { note: CORRECTION_TEXTS.noteKept });
    expect(await again()).toMatchObject({ status: 200 });
    expect(await notesOf(matchId)).toEqual([]);
  });
});
