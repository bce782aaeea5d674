import { randomUUID } from 'node:crypto';
import {
  ERRORS,
  LIMITS,
  MESSAGES,
  ROUND_UNREADABLE,
  type BackupsAnswer,
  type FoundRoundsAnswer,
  type OpsRolesAnswer,
  type ParkedAnswer,
  type ProjectionsAnswer,
  type RebuildAnswer,
  type Role,
  type RoundStoryAnswer,
} from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { appendToMatch } from '@fairmark/projector/testing/fill-log';
import { runningRebuild } from '@fairmark/projector/testing/running-rebuild';
import { CLUBHOUSE_SCHEMA, endRebuild } from '@fairmark/read-models';
import { listAuditReads, recordBackup, revokeRole } from '@fairmark/server';
import { Stage, type Player } from '../testing/stage.js';
import { expectRefusal } from '../testing/api.js';

/** Pages of auditors, support staff and committees over HTTP, and the record of every reader of a round. */

/** On Linux the first reports no free space. */
const DISKS = ['/proc', '/no-such-folder'];

const stage = Stage.forSuite({ diskDirs: DISKS });
const [ann, ben, auditor, support, committee, elsewhere] = stage.cast(6, beforeAll);

beforeAll(async () => {
  await grant(auditor, 'AUDITOR');
  await grant(support, 'SUPPORT');
  await grant(committee, 'COMMITTEE', stage.courseId);
  await grant(elsewhere, 'COMMITTEE', stage.otherCourseId);
});

const grant = ({ golfer }: Player, role: Role, courseId: string | null = null) =>
  stage.api.appoints(golfer, role, courseId);
const readsOf = async (player: Player) =>
  (await listAuditReads(stage.pool, { limit: 100 }))
    .filter(({ reader }) => reader === player.id)
    .map(({ way, what, subject }) => ({ way, what, subject }));

test('shows golfers their own roles', async () => {
  const roles = async (player: Player) => (await player.does<OpsRolesAnswer>('GET', '/api/ops/me')).roles;
  expect(await roles(ann)).toEqual([]);
  expect(await roles(support)).toEqual([{ role: 'SUPPORT', course: null }]);
  expect(await roles(committee)).toEqual([
    { role: 'COMMITTEE', course: { id: stage.courseId, name: expect.any(String) } },
  ]);
});

test('shows the nightly backups, and what is wrong with them', async () => {
  const shown = () => support.does<BackupsAnswer>('GET', '/api/ops/backups');
  expect(await shown()).toMatchObject({ last: null, lastGood: null, warnings: [] });
  const good = { folder: '/backups/one', problem: null, events: 7, bytes: 1_000, freeBytes: 1_000_000 };
  await recordBackup(stage.pool, { ...good, madeAt: new Date(Date.now() - LIMITS.backupStaleMs - 60_000) });
  const failed = { problem: 'The disk is full.', events: null, bytes: null, freeBytes: 10 };
  await recordBackup(stage.pool, { ...good, ...failed, madeAt: new Date() });
  expect(await shown()).toMatchObject({
    last: { problem: 'The disk is full.' },
    lastGood: { folder: '/backups/one', events: 7, bytes: 1_000 },
    warnings: ['FAILED', 'STALE', 'DISK'],
  });
});

test('shows the disks that are nearly full, and those that cannot be reached', async () => {
  const { fullDisks } = await support.does<BackupsAnswer>('GET', '/api/ops/backups');
  const [full, away] = DISKS;
  expect(fullDisks).toEqual([
    { folder: full, freeBytes: process.platform === 'linux' ? 0 : null },
    { folder: away, freeBytes: null },
  ]);
});

test('shows the status of the tables', async () => {
  const { projections } = await support.does<ProjectionsAnswer>('GET', '/api/ops/projections');
  expect(projections).toMatchObject([{ name: 'clubhouse', state: 'LIVE', lagEvents: 0, parkedEvents: 0 }]);
});

test('shows the first parked events', async () => {
  await stage.pool.query(
    `insert into ${CLUBHOUSE_SCHEMA}.parked_events (position, stream, revision, event_id, type, error)
     select -n, 'match-' || n, 0, 'event-' || n, 'HoleScored', 'TypeError' from generate_series(1, $1) n`,
    [LIMITS.parkedShownMax + 1],
  );
  const { parked, more } = await auditor.does<ParkedAnswer>('GET', '/api/ops/parked');
  await stage.pool.query(`delete from ${CLUBHOUSE_SCHEMA}.parked_events where position < 0`);
  expect(parked).toHaveLength(LIMITS.parkedShownMax);
  expect(parked[0]).toMatchObject({ position: String(-LIMITS.parkedShownMax - 1), error: 'TypeError' });
  expect(more).toBe(true);
});

const path = (doing: 'rebuild' | 'cancel') => `/api/ops/projections/clubhouse/${doing}`;

test('a rebuild is requested once, with the requester’s name, and can be cancelled', async () => {
  // The projector of the stage must not run it during the test.
  const { id, dies } = await runningRebuild(stage.pool, support.id);
  expectRefusal(await support.call('POST', path('rebuild')), 'REBUILD_RUNNING');
  const { projections } = await auditor.does<ProjectionsAnswer>('GET', '/api/ops/projections');
  expect(projections[0]?.job).toMatchObject({ state: 'RUNNING', requestedBy: support.golfer.fullName });
  expect((await support.does<RebuildAnswer>('POST', path('cancel'))).job).toMatchObject({ state: 'RUNNING' });
  const { rows } = await stage.pool.query('select cancel_requested from app.rebuild_jobs where state = $1', [
    'RUNNING',
  ]);
  expect(rows).toEqual([{ cancel_requested: true }]);
  await endRebuild(stage.pool, id, { state: 'CANCELLED', message: null });
  await dies();

  const { job } = await support.does<RebuildAnswer>('POST', path('rebuild'));
  expect(job).toMatchObject({ projection: 'clubhouse', state: 'WAITING', requestedBy: support.golfer.fullName });
  await support.call('POST', path('cancel'));
  await eventually(async () => (await support.call('POST', path('cancel'))).status === 404);
});

describe('the story of a round', () => {
  let matchId = '';

  beforeAll(async () => {
    matchId = await stage.round([ann, ben]);
    await ann.scores(matchId, 1, 5);
    await ben.scores(matchId, 1, 4, { userId: ann.id });
  });

  test('shows every step with names, cards and proof, and that its committee may correct', async () => {
    const story = await committee.does<RoundStoryAnswer>('GET', `/api/ops/rounds/${matchId.toUpperCase()}`);
    expect(await readsOf(committee)).toEqual([{ way: 'WEB', what: 'round', subject: matchId }]);
    expect(story).toMatchObject({ mayCorrect: true, proof: { whole: true }, round: { matchId } });
    expect(story.lines.at(-1)).toMatchObject({
      type: 'HoleScored',
      by: { id: ben.id, fullName: ben.golfer.fullName },
      as: 'MARKER',
      about: { id: ann.id },
      changes: [{ holeNumber: 1, side: 'MARKER', from: null, to: 4 }],
    });
    expect(story.cards).toHaveLength(2);
    expect((await auditor.does<RoundStoryAnswer>('GET', `/api/ops/rounds/${matchId}`)).mayCorrect).toBe(false);
  });

  test('names a golfer who was invited and did nothing', async () => {
    const lobby = await committee.creates();
    await committee.invites(lobby, ann);
    const { lines } = await auditor.does<RoundStoryAnswer>('GET', `/api/ops/rounds/${lobby}`);
    expect(lines.at(-1)?.words).toContain(`invited ${ann.golfer.fullName}`);
  });

  test('is not one of a missing round if its first event was altered', async () => {
    const id = randomUUID();
    await appendToMatch(stage.store, id, [{ type: 'MatchEnded', data: { reason: 'ALL_WITHDRAWN' } }]);
    const answer = await auditor.call('GET', `/api/ops/rounds/${id}`);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND', message: ROUND_UNREADABLE } } });
    expect((await readsOf(auditor))[0]).toEqual({ way: 'WEB', what: 'round', subject: id });
    expectRefusal(await auditor.call('GET', `/api/ops/rounds/${randomUUID()}`), 'MATCH_NOT_FOUND');
  });

  test('is refused as soon as the role is revoked', async () => {
    const player = await stage.player();
    await grant(player, 'AUDITOR');
    await player.does('GET', `/api/ops/rounds/${matchId}`);
    await revokeRole(stage.pool, { userId: player.id, role: 'AUDITOR', courseId: null }, 'operator');
    expectRefusal(await player.call('GET', `/api/ops/rounds/${matchId}`), 'FORBIDDEN');
  });
});

describe('the rounds of a day', () => {
  const list = (day: string, course = stage.courseId) => `/api/ops/rounds?course=${course}&day=${day}`;

  test('are those that started on it, with their players, and the read is recorded', async () => {
    const [eve, fay] = await stage.players(2);
    const matchId = await stage.round([eve, fay]);
    const day = (await auditor.does<RoundStoryAnswer>('GET', `/api/ops/rounds/${matchId}`)).round.day ?? '';
    const found = () => committee.does<FoundRoundsAnswer>('GET', list(day));
    await eventually(async () => (await found()).rounds.some((round) => round.matchId === matchId));
    const { rounds, more } = await found();
    expect(more).toBe(false);
    expect(rounds[0]).toEqual({
      matchId,
      startedAt: expect.any(String),
      cards: expect.arrayContaining(
        [eve, fay].map(({ id, golfer }) => ({
          player: { id, fullName: golfer.fullName },
          verified: false,
          withdrawn: false,
          correctedAt: null,
        })),
      ),
    });
    await stage.pool.query('update app.users set deletion_requested_at = now() where id = $1', [fay.id]);
    const names = (await found()).rounds[0]?.cards.map(({ player }) => player.fullName);
    expect(names?.toSorted()).toEqual([MESSAGES.deletedPlayer, eve.golfer.fullName].toSorted());
    expect((await readsOf(committee))[0]).toEqual({ way: 'WEB', what: 'rounds', subject: `${stage.courseId} ${day}` });
    expect((await auditor.does<FoundRoundsAnswer>('GET', list('2001-01-01'))).rounds).toEqual([]);
  });

  test.each([
    ['day', '2026-02-30', 'Day must be a date such as 2026-11-23'],
    ['day', '0999-01-01', 'Day must be a date such as 2026-11-23'],
    ['course', 'abc', ERRORS.COURSE_NOT_FOUND.message],
  ])('are refused for the %s %s', async (field, sent, message) => {
    const answer = await committee.call('GET', field === 'day' ? list(sent) : list('2026-03-01', sent));
    expectRefusal(answer, 'INVALID_INPUT', { [field]: message });
  });
});
