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
import * as golfers from '@fairmark/events/testing/commands';
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

const START = Date.parse('2026-11-20T20:30:00Z');
const NOTE = { salt: 'salt', note: 'A wrong ball on the 7th: two strokes' };
const { course, ...MATCH_OF_TWO } = MATCH_EXAMPLES.MatchCreated;

/** Ann hosts, Bob marks her and she marks him. Her 4th is disputed and changed, the card reopened once; Cat corrects the 7th. */
export async function playDisputedRound(store: EventStore, pool: Pool): Promise<DisputedRound> {
  const { id: ann } = await addGolfer(pool, { fullName: 'Ann Lee' });
  const { id: bob } = await addGolfer(pool, { fullName: "Bob <b>O'Ray</b>" });
  const { id: cat } = await addGolfer(pool, { fullName: '=Cat Fox' });
  const phones = new Map([
    [ann, { deviceId: 'f1e0c2a4-0000-4000-8000-00000000000a', slowMs: 0 }],
    [bob, { deviceId: 'b2d1a3c5-0000-4000-8000-00000000000b', slowMs: 120_000 }],
  ]);
  const known = await pool.query('select from app.courses where id = $1', [course.courseId]);
  if (known.rows.length === 0) await addCourse(pool, course.courseId, course.name, course.golflinkCourseId);

  const matchId = randomUUID();
  let at = START;
  const refuse = ({ code }: Refused) => new Error(`The round is refused: ${code}`);
  const match = new CommandHandler<MatchState, MatchEvent>(MATCH, { store, clock: () => new Date(at), refuse });
  /** Executes a command this many minutes after the opening of the lobby. Returns its id. */
  const after = (minute: number, command: MatchCommand): Promise<string> => {
    at = START + minute * 60_000;
    const [{ actorId }, commandId, phone] = [command, randomUUID(), phones.get(command.actorId)];
    const occurredAt = phone === undefined ? null : new Date(at - phone.slowMs).toISOString();
    const by = { commandId, actorId, deviceId: phone?.deviceId ?? null, occurredAt };
    const decide = (state: MatchState | null, now: string) => decideMatch(state, command, now);
    return match.execute(matchId, { ...by, fingerprint: 'f', correlationId: commandId }, decide, () => commandId);
  };

  await after(0, golfers.create({ ...MATCH_OF_TWO, matchId, actorId: ann, gender: 'FEMALE', course }));
  await after(1, golfers.invite(bob, 1, ann));
  await after(2, golfers.accept(bob));
  await after(2, golfers.invite(cat, 1, ann));
  await after(2, golfers.remove(cat, ann));
  await after(3, golfers.set(ann, -1.2, true, 'FEMALE'));
  await after(4, golfers.set(bob, 12.4, true));
  await after(10, golfers.start({ actorId: ann, gender: 'FEMALE' }));
  for (let hole = 1; hole <= 18; hole += 1) {
    const minute = 12 + 13 * hole;
    const strokes = 3 + (hole % 4);
    const bobs = hole === 11 ? 'NS' : strokes + 1;
    await after(minute, golfers.score(ann, ann, hole, strokes));
    await after(minute + 1, golfers.score(bob, ann, hole, hole === 4 ? 6 : strokes));
    await after(minute + 2, golfers.score(bob, bob, hole, bobs));
    await after(minute + 2, golfers.score(ann, bob, hole, bobs));
  }
  await after(252, golfers.score(bob, ann, 4, 5));
  await after(253, golfers.score(ann, ann, 4, 5));
  await after(254, golfers.sign(ann));
  await after(255, golfers.reopen(bob, ann));
  await after(256, golfers.score(ann, ann, 4, 6));
  await after(257, golfers.score(bob, ann, 4, 6));
  await after(258, golfers.sign(ann));
  await after(260, golfers.sign(bob));
  const holes = [{ holeNumber: 7, strokes: 8, noScore: false }];
  const correction = { userId: ann, reason: 'PENALTY', noteHash: noteHash(NOTE), holes } as const;
  const commandId = await after(1500, { type: 'CorrectCard', actorId: cat, ...correction });
  await pool.query(
    `insert into app.correction_notes (command_id, match_id, user_id, written_by, salt, note)
     values ($1, $2, $3, $4, $5, $6)`,
    [commandId, matchId, ann, cat, NOTE.salt, NOTE.note],
  );
  return { matchId, ann, bob, cat, courseId: course.courseId };
}
