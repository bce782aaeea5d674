import { randomUUID } from 'node:crypto';
import {
  applyMatchEvent,
  cardHash,
  correctedEntries,
  expectedAfter,
  MATCH_SCHEMA_VERSIONS,
  matchStream,
  seal,
  tailOf,
  type MatchEvent,
  type MatchState,
  type StreamTail,
} from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { MATCH_EXAMPLES } from '@fairmark/events/testing/event-examples';
import { noteHash } from '@fairmark/read-models';
import { addGolfer } from '@fairmark/projector/testing/rows';
import type { Pool } from 'pg';

/** A round with everything that committees ask about, played into a log. */
export interface DisputedRound {
  matchId: string;
  ann: string;
  bob: string;
  cat: string;
  courseId: string;
}

const NAMES = { ann: 'Ann Lee', bob: "Bob <b>O'Ray</b>", cat: '=Cat Fox' };
const START = Date.parse('2026-11-20T20:30:00Z');
const NOTE = { salt: 'salt', note: 'A wrong ball on the 7th: two strokes' };
const PHONES: Readonly<Record<string, string>> = {
  ann: 'f1e0c2a4-0000-4000-8000-00000000000a',
  bob: 'b2d1a3c5-0000-4000-8000-00000000000b',
};

/** Ann hosts, Bob marks her and she marks him. Her 4th is disputed and changed, the card reopened once; Cat corrects the 7th. */
export async function playDisputedRound(store: EventStore, pool: Pool): Promise<DisputedRound> {
  const round = new Round(store);
  const { ann, bob, cat } = round.golfers;
  await fillTables(pool, round);
  const example = MATCH_EXAMPLES;
  await round.does('ann', 0, {
    type: 'MatchCreated',
    data: { ...example.MatchCreated, matchId: round.matchId, hostId: ann },
  });
  const inviteId = randomUUID();
  await round.does('ann', 1, { type: 'PlayerInvited', data: { inviteId, userId: bob } });
  await round.does('bob', 2, { type: 'InviteAccepted', data: { inviteId, userId: bob, gender: 'MALE' } });
  const taken = { inviteId: randomUUID(), userId: cat };
  await round.does('ann', 2, { type: 'PlayerInvited', data: taken });
  await round.does('ann', 2, { type: 'InviteRemoved', data: taken });
  const markers = { [ann]: bob, [bob]: ann };
  await round.does('bob', 2, { type: 'MarkersAssigned', data: { markers, by: 'LOOP' } });
  for (const [who, settings] of example.MatchStarted.players.entries()) {
    const userId = who === 0 ? ann : bob;
    const name = who === 0 ? 'ann' : 'bob';
    await round.does(name, 3 + who, { type: 'HandicapSet', data: { userId, settings: settings.settings } });
    await round.does(name, 5 + who, { type: 'PlayerReadied', data: { userId } });
  }
  const players = example.MatchStarted.players.map(({ settings }, i) => ({
    userId: i === 0 ? ann : bob,
    settings,
    markerId: i === 0 ? bob : ann,
  }));
  await round.does('ann', 10, { type: 'MatchStarted', data: { day: '2026-11-21', players } });
  for (let hole = 1; hole <= 18; hole += 1) {
    const minute = 12 + 13 * hole;
    const strokes = 3 + (hole % 4);
    await round.scores('ann', 'ann', hole, strokes, minute);
    await round.scores('bob', 'ann', hole, hole === 4 ? 6 : strokes, minute + 1);
    await round.scores('bob', 'bob', hole, hole === 11 ? null : strokes + 1, minute + 2);
    await round.scores('ann', 'bob', hole, hole === 11 ? null : strokes + 1, minute + 2);
  }
  await round.scores('bob', 'ann', 4, 5, 252);
  await round.scores('ann', 'ann', 4, 5, 253);
  await round.signs('ann', 'ann', 254);
  await round.does('bob', 255, { type: 'CardReopened', data: { userId: ann, reopenedBy: bob } });
  await round.scores('ann', 'ann', 4, 6, 256);
  await round.scores('bob', 'ann', 4, 6, 257);
  for (const whose of ['ann', 'bob'] as const) {
    await round.signs('ann', whose, 258);
    await round.signs('bob', whose, 260);
    await round.verified(whose, 260);
  }
  const commandId = await round.corrects(7, 8, 1500);
  await pool.query(
    `insert into app.correction_notes (command_id, match_id, user_id, written_by, salt, note)
     values ($1, $2, $3, $4, $5, $6)`,
    [commandId, round.matchId, ann, cat, NOTE.salt, NOTE.note],
  );
  return { matchId: round.matchId, ann, bob, cat, courseId: example.MatchCreated.course.courseId };
}

async function fillTables(pool: Pool, { golfers }: Round): Promise<void> {
  const { courseId, name, golflinkCourseId } = MATCH_EXAMPLES.MatchCreated.course;
  for (const who of ['ann', 'bob', 'cat'] as const) {
    await addGolfer(pool, { id: golfers[who], fullName: NAMES[who] });
  }
  await pool.query(
    `insert into app.courses (id, name, club_name, course_name, state, time_zone, golflink_course_id, tees, holes,
       slope_ratings, scratch_ratings, par_ratings)
     values ($1, $2, 'Saltbush Golf Club', 'Links', 'NSW', 'Australia/Sydney', $3, '[]', '[]', '[]', '[]', '[]')
     on conflict do nothing`,
    [courseId, name, golflinkCourseId],
  );
}

type Golfer = 'ann' | 'bob' | 'cat';

/** A round on its way into the log. Minutes are those since the lobby was opened. */
class Round {
  readonly matchId = randomUUID();
  readonly golfers: Readonly<Record<Golfer, string>> = { ann: randomUUID(), bob: randomUUID(), cat: randomUUID() };
  private state: MatchState | null = null;
  private tail: StreamTail | null = null;

  constructor(private readonly store: EventStore) {}

  async does(who: Golfer, minute: number, event: MatchEvent): Promise<string> {
    const stream = matchStream(this.matchId);
    const commandId = randomUUID();
    const command = {
      commandId,
      fingerprint: 'f'.repeat(64),
      actorId: this.golfers[who],
      deviceId: PHONES[who] ?? null,
      correlationId: commandId,
      // Bob's phone is two minutes slow.
      occurredAt: who === 'cat' ? null : this.time(minute - (who === 'bob' ? 2 : 0)),
    };
    const { tail } = this;
    const now = this.time(minute);
    const events = seal({ stream, tail, events: [event], schemaVersions: MATCH_SCHEMA_VERSIONS, command, now });
    const result = await this.store.append(stream, expectedAfter(tail), events);
    const [stored] = result.outcome === 'conflict' ? [] : result.events;
    if (stored === undefined) throw new Error('Somebody else plays this round');
    this.tail = tailOf(stored);
    this.state = applyMatchEvent(this.state, event, { id: stored.id, recordedAt: stored.metadata.recordedAt });
    return commandId;
  }

  async scores(
    by: 'ann' | 'bob',
    whose: 'ann' | 'bob',
    hole: number,
    strokes: number | null,
    minute: number,
  ): Promise<void> {
    const side = by === whose ? 'PLAYER' : 'MARKER';
    const { player, marker } = this.card(whose);
    const replaces = (side === 'PLAYER' ? player : marker)[hole - 1]?.entryId ?? null;
    const place = { userId: this.golfers[whose], side, enteredBy: this.golfers[by], holeNumber: hole } as const;
    await this.does(by, minute, {
      type: 'HoleScored',
      data: { ...place, strokes, noScore: strokes === null, replaces },
    });
  }

  async signs(by: 'ann' | 'bob', whose: 'ann' | 'bob', minute: number): Promise<void> {
    const as = by === whose ? 'PLAYER' : 'MARKER';
    const data = { userId: this.golfers[whose], signedBy: this.golfers[by], as, cardHash: this.hash(whose) } as const;
    await this.does(by, minute, { type: 'CardSigned', data: { ...data, asShown: true } });
  }

  async verified(whose: 'ann' | 'bob', minute: number): Promise<void> {
    await this.does('bob', minute, {
      type: 'CardVerified',
      data: { userId: this.golfers[whose], cardHash: this.hash(whose) },
    });
  }

  /** Of Ann's card, by Cat. */
  async corrects(holeNumber: number, strokes: number, minute: number): Promise<string> {
    const card = this.card('ann');
    const hole = { holeNumber, strokes, noScore: false, replaces: card.marker[holeNumber - 1]?.entryId ?? '' };
    const counting = correctedEntries(card.marker, [{ holes: [{ ...hole, entryId: '', recordedAt: '' }] }]);
    const cardHashNow = cardHash(this.known(), { ...card, marker: counting });
    const { ann: userId, cat: correctedBy } = this.golfers;
    const data = { userId, correctedBy, reason: 'PENALTY', noteHash: noteHash(NOTE), holes: [hole] } as const;
    return this.does('cat', minute, { type: 'CardCorrected', data: { ...data, holes: [hole], cardHash: cardHashNow } });
  }

  private hash(whose: 'ann' | 'bob'): string {
    return cardHash(this.known(), this.card(whose));
  }

  private card(whose: 'ann' | 'bob'): NonNullable<ReturnType<MatchState['cards']['get']>> {
    const card = this.known().cards.get(this.golfers[whose]);
    if (card === undefined) throw new Error('The round has not started');
    return card;
  }

  private known(): MatchState {
    if (this.state === null) throw new Error('There is no round yet');
    return this.state;
  }

  private time(minute: number): string {
    return new Date(START + minute * 60_000).toISOString();
  }
}
