import { MATCH_SCHEMA_VERSIONS, matchStream } from '@fairmark/events';
import { entered } from '@fairmark/events/testing/golfers';
import { appendCommand, endOf } from '@fairmark/projector/testing/append';
import { Stand } from '@fairmark/projector/testing/stand';
import { playDisputedRound, type DisputedRound } from '../testing/disputed-round.js';
import { ops, printed, refusal, type Answer } from '../testing/ops.js';

describe('audit verify, replaying the rules', () => {
  const stand = Stand.forSuite();
  let round: DisputedRound;
  beforeEach(async () => {
    round = await playDisputedRound(stand.store, stand.pool);
  });

  const verify = (...args: string[]): Promise<Answer> => ops(stand.url, ['audit', 'verify', ...args]);

  it('accepts rounds that followed the rules, and reports how many it replayed', async () => {
    await playDisputedRound(stand.store, stand.pool);
    const answer = await verify();
    expect(answer).toMatchObject({ code: 0, stderr: '' });
    expect(answer.stdout).toContain('2 rounds and competitions followed the rules, event by event.');
    expect(printed(await verify('--json'))).toMatchObject({ ok: true, replayed: 2 });
  });

  // Which events are found is tested in libs/events/src/replay.
  it('names a correctly hashed event that the rules forbid, and skips the rules on request', async () => {
    // As anyone with write access to the database could append it: chained, with the right hash.
    const stream = matchStream(round.matchId);
    const tail = await endOf(stand.store, stream);
    const [now, schemaVersions] = [tail?.recordedAt ?? '', MATCH_SCHEMA_VERSIONS];
    const events = [entered(round.ann, 'PLAYER', round.ann, 3, 1)];
    const forged = await appendCommand(stand.store, { stream, tail, events, schemaVersions, now, actorId: round.ann });
    const revision = `${forged.tail?.revision}`;
    const answer = await verify();
    expect(answer).toEqual(refusal(`match-${round.matchId} at ${revision}`));
    expect(answer.stderr).toContain(`was not allowed: the rules answer ROUND_SIGNED to HoleScored by ${round.ann}.`);
    const fault = { what: 'FORBIDDEN', stream, revision, actorId: round.ann, code: 'ROUND_SIGNED' };
    expect(printed(await verify('--json'))).toMatchObject({ ok: false, fault });
    expect(printed(await verify('--chain-only', '--json'))).toMatchObject({ ok: true, replayed: null });
  });

  it.each(['cat', 'bob'] as const)('checks the role of that time: Cat corrects, and %s had the role', async (who) => {
    await stand.pool.query(
      `insert into app.role_changes (changed_at, change, user_id, role, course_id)
       values ('2026-11-20T00:00Z', 'GRANTED', $1, 'COMMITTEE', $2)`,
      [round[who], round.courseId],
    );
    const fault = { what: 'FORBIDDEN', actorId: round.cat, code: 'NOT_COMMITTEE' };
    expect(printed(await verify('--json'))).toMatchObject(
      who === 'cat' ? { ok: true, replayed: 1 } : { ok: false, fault },
    );
  });
});
