import { MATCH_SCHEMA_VERSIONS, matchStream, tailOf, type MatchEvent, type RecordedEvent } from '@fairmark/events';
import { appendCommand } from '@fairmark/projector/testing/append';
import { Stand } from '@fairmark/projector/testing/stand';
import { playDisputedRound, type DisputedRound } from '../testing/disputed-round.js';
import { ops, type Answer } from '../testing/ops.js';

describe('audit verify, replaying the rules', () => {
  const stand = Stand.forSuite();
  let round: DisputedRound;
  beforeEach(async () => {
    round = await playDisputedRound(stand.store, stand.pool);
  });

  const verify = (...args: string[]): Promise<Answer> => ops(stand.url, ['audit', 'verify', ...args]);
  const json = ({ stdout }: Answer): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;
  const events = (): Promise<RecordedEvent[]> =>
    stand.store.readStream(matchStream(round.matchId), 0n, { limit: 1_000 });
  /** Appends an event as anyone with write access to the database could: chained, with the right hash. */
  const forge = async (event: MatchEvent, actorId: string): Promise<string> => {
    const stream = matchStream(round.matchId);
    const last = (await events()).at(-1) as RecordedEvent;
    const now = last.metadata.recordedAt;
    const given = { stream, tail: tailOf(last), events: [event], schemaVersions: MATCH_SCHEMA_VERSIONS, now, actorId };
    await appendCommand(stand.store, given);
    return `${last.revision + 1n}`;
  };

  it('accepts rounds that followed the rules, and reports how many it replayed', async () => {
    await playDisputedRound(stand.store, stand.pool);
    const answer = await verify();
    expect(answer).toMatchObject({ code: 0, stderr: '' });
    expect(answer.stdout).toContain('2 rounds and competitions followed the rules, event by event.');
    expect(json(await verify('--json'))).toMatchObject({ ok: true, replayed: 2 });
  });

  const hole = { holeNumber: 3, strokes: 1, noScore: false };
  const forgeries: [what: string, code: string, event: () => MatchEvent, by: keyof DisputedRound][] = [
    [
      'a correction of one’s own card',
      'OWN_CARD',
      () => ({
        type: 'CardCorrected',
        data: {
          userId: round.ann,
          correctedBy: round.ann,
          reason: 'RULING',
          noteHash: null,
          holes: [{ ...hole, replaces: 'x' }],
          cardHash: 'a'.repeat(64),
        },
      }),
      'ann',
    ],
    [
      'a score on a signed card',
      'ROUND_SIGNED',
      () => ({
        type: 'HoleScored',
        data: { userId: round.ann, side: 'PLAYER', enteredBy: round.ann, replaces: null, ...hole },
      }),
      'ann',
    ],
    [
      'a signature by a golfer who is not in the match',
      'MATCH_NOT_FOUND',
      () => ({
        type: 'CardSigned',
        data: { userId: round.ann, signedBy: round.cat, as: 'MARKER', cardHash: 'a'.repeat(64), asShown: true },
      }),
      'cat',
    ],
  ];

  it.each(forgeries)('reports a correctly hashed event that the rules forbid: %s', async (_, code, event, by) => {
    const actorId = round[by];
    const revision = await forge(event(), actorId);
    const { type } = event();
    const answer = await verify();
    expect(answer).toMatchObject({ code: 1, stdout: '' });
    expect(answer.stderr).toContain(`match-${round.matchId} at ${revision}`);
    expect(answer.stderr).toContain(`was not allowed: the rules answer ${code} to ${type} by ${actorId}.`);
    const fault = { what: 'FORBIDDEN', stream: matchStream(round.matchId), revision, actorId, code };
    expect(json(await verify('--json'))).toMatchObject({ ok: false, fault });
    expect(json(await verify('--chain-only', '--json'))).toMatchObject({ ok: true, replayed: null });
  });

  // Cat corrects the card at 21:30 on 21 November.
  type Change = [at: string, change: 'GRANTED' | 'REVOKED', who: 'cat' | 'bob'];
  const histories: [what: string, changes: Change[], isAllowed: boolean][] = [
    ['who was on the committee', [['2026-11-20T00:00Z', 'GRANTED', 'cat']], true],
    ['whose role predates the recorded history', [['2026-11-22T00:00Z', 'GRANTED', 'cat']], true],
    [
      'who lost the role a minute before',
      [
        ['2026-11-20T00:00Z', 'GRANTED', 'cat'],
        ['2026-11-21T21:29Z', 'REVOKED', 'cat'],
      ],
      true,
    ],
    ['who was never on the committee', [['2026-11-20T00:00Z', 'GRANTED', 'bob']], false],
    [
      'who got the role a day later',
      [
        ['2026-11-20T00:00Z', 'GRANTED', 'bob'],
        ['2026-11-22T00:00Z', 'GRANTED', 'cat'],
      ],
      false,
    ],
    [
      'who had lost the role an hour before',
      [
        ['2026-11-20T00:00Z', 'GRANTED', 'cat'],
        ['2026-11-21T20:30Z', 'REVOKED', 'cat'],
      ],
      false,
    ],
  ];

  it.each(histories)('checks the role at that time: a correction by a golfer %s', async (_, changes, isAllowed) => {
    for (const [at, change, who] of changes) {
      await stand.pool.query(
        `insert into app.role_changes (changed_at, change, user_id, role, course_id) values ($1, $2, $3, 'COMMITTEE', $4)`,
        [at, change, round[who], round.courseId],
      );
    }
    const fault = { what: 'FORBIDDEN', actorId: round.cat, code: 'NOT_COMMITTEE' };
    expect(json(await verify('--json'))).toMatchObject(isAllowed ? { ok: true, replayed: 1 } : { ok: false, fault });
  });
});
