import { randomUUID } from 'node:crypto';
import { CommandHandler, type EventStore } from '@fairmark/event-store';
import {
  decideMatch,
  MATCH,
  type MatchCommand,
  type MatchEvent,
  type MatchState,
  type Refused,
} from '@fairmark/events';
import { MATCH_EXAMPLES } from '@fairmark/events/testing/event-examples';
import { noteHash } from '@fairmark/read-models';
import { addCourse, addGolfer } from '@fairmark/projector/testing/rows';
import type { Pool } from 'pg';

/** A round with everything that committees ask about, written to a log. */
export interface DisputedRound {
  matchId: string;
  ann: string;
  bob: string;
  cat: string;
  courseId: string;
}

/** A command of a golfer, who is named by the step. */
type Act<Command = MatchCommand> = Command extends MatchCommand ? Omit<Command, 'actorId'> : never;

const NAMES = { ann: 'Ann Lee', bob: "Bob <b>O'Ray</b>", cat: '=Cat Fox' };
const START = Date.parse('2026-11-20T20:30:00Z');
const NOTE = { salt: 'salt', note: 'A wrong ball on the 7th: two strokes' };
const PHONES = {
  ann: 'f1e0c2a4-0000-4000-8000-00000000000a',
  bob: 'b2d1a3c5-0000-4000-8000-00000000000b',
  cat: null,
};
const { course, ...MATCH_OF_TWO } = MATCH_EXAMPLES.MatchCreated;

/** Ann hosts, Bob marks her and she marks him. Her 4th is disputed and changed, the card reopened once; Cat corrects the 7th. */
export async function playDisputedRound(store: EventStore, pool: Pool): Promise<DisputedRound> {
  const ids = { ann: randomUUID(), bob: randomUUID(), cat: randomUUID() };
  const { ann, bob, cat } = ids;
  for (const who of ['ann', 'bob', 'cat'] as const) await addGolfer(pool, { id: ids[who], fullName: NAMES[who] });
  const known = await pool.query('select from app.courses where id = $1', [course.courseId]);
  if (known.rows.length === 0) await addCourse(pool, course.courseId, course.name, course.golflinkCourseId);

  const matchId = randomUUID();
  let at = START;
  const refuse = ({ code }: Refused) => new Error(`The round is refused: ${code}`);
  const match = new CommandHandler<MatchState, MatchEvent>(MATCH, { store, clock: () => new Date(at), refuse });
  /** `minute` counts from the opening of the lobby. Bob's phone is two minutes slow. */
  const does = (who: keyof typeof ids, minute: number, act: Act): Promise<string> => {
    at = START + minute * 60_000;
    const [actorId, commandId] = [ids[who], randomUUID()];
    const occurredAt = who === 'cat' ? null : new Date(at - (who === 'bob' ? 120_000 : 0)).toISOString();
    const by = { commandId, actorId, deviceId: PHONES[who], occurredAt, fingerprint: 'f', correlationId: commandId };
    const decide = (state: MatchState | null, now: string) => decideMatch(state, { ...act, actorId }, now);
    return match.execute(matchId, by, decide, () => commandId);
  };
  type Player = 'ann' | 'bob';
  const scores = (by: Player, whose: Player, minute: number, [holeNumber, strokes]: [number, number | null]) => {
    const entry = { userId: ids[whose], holeNumber, strokes, noScore: strokes === null };
    return does(by, minute, { type: 'ScoreHole', ...entry });
  };

  const inviteId = randomUUID();
  await does('ann', 0, { type: 'CreateMatch', ...MATCH_OF_TWO, matchId, gender: 'FEMALE', course });
  await does('ann', 1, { type: 'InvitePlayer', inviteId, userId: bob });
  await does('bob', 2, { type: 'AnswerInvite', inviteId, status: 'ACCEPTED', gender: 'MALE' });
  await does('ann', 2, { type: 'InvitePlayer', inviteId: randomUUID(), userId: cat });
  await does('ann', 2, { type: 'RemovePlayer', userId: cat });
  await does('ann', 3, { type: 'SetSettings', gender: 'FEMALE', handicap: -1.2, ready: true });
  await does('bob', 4, { type: 'SetSettings', gender: 'MALE', handicap: 12.4, ready: true });
  await does('ann', 10, { type: 'StartMatch', gender: 'FEMALE', handicap: null });
  for (let hole = 1; hole <= 18; hole += 1) {
    const minute = 12 + 13 * hole;
    const strokes = 3 + (hole % 4);
    const bobs = hole === 11 ? null : strokes + 1;
    await scores('ann', 'ann', minute, [hole, strokes]);
    await scores('bob', 'ann', minute + 1, [hole, hole === 4 ? 6 : strokes]);
    await scores('bob', 'bob', minute + 2, [hole, bobs]);
    await scores('ann', 'bob', minute + 2, [hole, bobs]);
  }
  await scores('bob', 'ann', 252, [4, 5]);
  await scores('ann', 'ann', 253, [4, 5]);
  await does('ann', 254, { type: 'SignCards' });
  await does('bob', 255, { type: 'ReopenCard', userId: ann });
  await scores('ann', 'ann', 256, [4, 6]);
  await scores('bob', 'ann', 257, [4, 6]);
  await does('ann', 258, { type: 'SignCards' });
  await does('bob', 260, { type: 'SignCards' });
  const holes = [{ holeNumber: 7, strokes: 8, noScore: false }];
  const correction = { userId: ann, reason: 'PENALTY', noteHash: noteHash(NOTE), holes } as const;
  const commandId = await does('cat', 1500, { type: 'CorrectCard', ...correction });
  await pool.query(
    `insert into app.correction_notes (command_id, match_id, user_id, written_by, salt, note)
     values ($1, $2, $3, $4, $5, $6)`,
    [commandId, matchId, ann, cat, NOTE.salt, NOTE.note],
  );
  return { matchId, ann, bob, cat, courseId: course.courseId };
}
