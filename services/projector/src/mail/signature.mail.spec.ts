import { randomUUID } from 'node:crypto';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import { matchStream, type MatchEvent } from '@fairmark/events';
import * as golfers from '@fairmark/events/testing/golfers';
import { Pool } from 'pg';
import { appendToMatch } from '../testing/fill-log.js';
import { BANKSIA, entered, lobbyOf, playedOut, signed, started } from '../testing/short-match.js';
import { Dropped } from './mail.kind.js';
import { layOut } from './mail.layout.js';
import { signatureMail } from './signature.mail.js';

const MINUTE_MS = 60_000;

const kind = signatureMail(120 * MINUTE_MS);

/** For delivery see mail.reactor.spec.ts. */
describe('a reminder to sign', () => {
  let now: Date;
  const [ann, bob, cat] = ['ann', 'bob', 'cat'] as const;
  const two = [ann, bob] as const;
  let store: MemoryEventStore;
  let matchId: string;
  beforeEach(() => {
    now = new Date();
    store = new MemoryEventStore();
    matchId = randomUUID();
  });

  /** Appends events, recorded this many minutes ago. */
  const happens = (events: readonly MatchEvent[], minutesAgo: number) =>
    appendToMatch(store, matchId, events, { now: new Date(now.getTime() - minutesAgo * MINUTE_MS).toISOString() });
  const begins = (players: readonly string[], played: readonly MatchEvent[], minutesAgo = 300) =>
    happens([...lobbyOf(matchId, ann), ...started(players), ...played], minutesAgo);
  /** What becomes of a golfer's reminders: the text, minutes until it is decided again, or `dropped`. */
  const remindersOf = async (userId: string) => {
    const outcomes: (string | number)[] = [];
    for (const event of await store.readStream(matchStream(matchId))) {
      const caused = kind.causedBy?.some((type) => type === event.type) ? await kind.causes?.(event, store) : [];
      for (const { about } of caused?.filter((mail) => mail.userId === userId) ?? []) {
        const naming = async () => (id: string) => `Golfer ${id}`;
        const writing = { userId, createdAt: now, now, store, naming };
        const verdict = await kind.decide(about, { ...writing, pool: new Pool() });
        if (verdict instanceof Dropped) outcomes.push('dropped');
        else if (verdict instanceof Date) outcomes.push((verdict.getTime() - now.getTime()) / MINUTE_MS);
        else outcomes.push(layOut(verdict, userId, 'http://club').text);
      }
    }
    return outcomes;
  };
  const REMINDED = expect.stringContaining('still needs your signature');
  const reopened = (userId: string): MatchEvent => golfers.reopened(userId, ann);

  it('is not made for a practice round', async () => {
    await happens([golfers.social({ matchId, hostId: ann, course: BANKSIA }), ...started(two)], 300);
    expect(await remindersOf(ann)).toEqual([]);
  });

  it('lists differing holes, which have to be settled first', async () => {
    const differ = [4, 17].map((hole) => golfers.entered(bob, 'MARKER', ann, hole, 3));
    await begins(two, [...playedOut(two), ...differ]);
    const [text] = await remindersOf(ann);
    expect(text).toContain('To sign: Your card and the card of Golfer bob');
    expect(text).toContain('To settle: Holes 4 and 17');
    expect(text).toContain('Settle that on the scorecard first, then sign.');
  });

  it('waits while the round is active, and longer for a golfer who has signed', async () => {
    await begins(two, playedOut(two));
    await happens([signed(ann, ann), signed(bob, ann)], 60);
    expect([await remindersOf(bob), await remindersOf(ann)]).toEqual([[60], [120]]);
    now = new Date(now.getTime() + 61 * MINUTE_MS);
    expect(await remindersOf(bob)).toEqual([expect.stringContaining('Golfer ann signed.')]);
    expect(await remindersOf(ann)).toEqual([121]);
  });

  it('is not sent for a verified round', async () => {
    await begins(two, playedOut(two));
    const verified = two.flatMap((userId) => [
      ...two.map((by) => signed(userId, by)),
      golfers.verified(userId, 'f'.repeat(64)),
    ]);
    await happens(verified, 300);
    expect([await remindersOf(ann), await remindersOf(bob)]).toEqual([['dropped'], ['dropped']]);
  });

  it('is sent to the leaver of a two-ball, who still marks the other card', async () => {
    const left: MatchEvent = { type: 'PlayerWithdrew', data: { userId: ann, reason: 'LEFT' } };
    await begins(two, [...entered(bob, bob), ...entered(bob, ann), left]);
    expect(await remindersOf(ann)).toEqual([expect.stringContaining('To sign: The card of Golfer bob')]);
    expect(await remindersOf(bob)).toEqual([REMINDED]);
  });

  it('waits two days while one card of a two-ball is incomplete', async () => {
    // Bob's card is complete; Ann's lacks her marker's entries.
    await begins(two, [...entered(ann, ann), ...entered(bob, ann), ...entered(bob, bob)]);
    expect([await remindersOf(ann), await remindersOf(bob)]).toEqual([[300], [300]]);
    now = new Date(now.getTime() + 2_580 * MINUTE_MS);
    expect(await remindersOf(ann)).toEqual(['dropped']);
  });

  it('is repeated for a reopened card, only after its last change', async () => {
    await begins(two, playedOut(two), 600);
    await happens([signed(ann, ann), reopened(ann)], 400);
    await happens([signed(bob, ann), reopened(bob)], 300);
    for (const golfer of two) expect(await remindersOf(golfer)).toEqual(['dropped', 'dropped', REMINDED]);
  });

  it('is repeated for the signers of a reopened card, even if its marker has changed since', async () => {
    // Bob marks Ann, Ann marks Cat, Cat marks Bob.
    const players = [ann, cat, bob];
    const marked = [...entered(ann, bob), ...entered(cat, ann), ...entered(bob, cat)];
    await begins(players, [...players.flatMap((id) => entered(id, id)), ...marked], 600);
    // Then Cat marks Ann, and Bob marks no card.
    await happens([signed(ann, ann), reopened(ann)], 400);
    const markers = { [ann]: cat, [cat]: ann, [bob]: cat };
    await happens([{ type: 'MarkersAssigned', data: { markers, by: 'HOST' } }], 300);
    expect(await remindersOf(ann)).toEqual(['dropped', REMINDED]);
    expect(await remindersOf(bob)).toEqual(['dropped', REMINDED]);
    expect(await remindersOf(cat)).toEqual([REMINDED]);
  });
});
