import { createHash } from 'node:crypto';
import type { PersonRef, StoryLine, StoryScore } from '@fairmark/contract';
import {
  cardHash,
  correctedEntries,
  foldMatch,
  MATCH_SCHEMA_VERSIONS,
  type MatchEvent,
  type MatchEvents,
  type MatchEventType,
  type RecordedEvent,
} from '@fairmark/events';
import { A, B, C, INVITE_ID, MATCH_EXAMPLES } from '@fairmark/events/testing/event-examples';
import { Stream } from '@fairmark/events/testing/played';
import { entryId, minute } from '@fairmark/events/testing/recorded';
import * as fc from 'fast-check';
import { storyOf } from './round-story.js';
import { whoIs, type StoredRound } from './story-rows.js';

const [ANN, BOB, CAT]: [PersonRef, PersonRef, PersonRef] = [
  { id: A, fullName: 'Ann Lee' },
  { id: B, fullName: 'Bob Ray' },
  { id: C, fullName: 'Cat Fox' },
];
const named = (...people: PersonRef[]) => new Map(people.map(({ id, fullName }) => [id, fullName]));
const NOTE_HASH = MATCH_EXAMPLES.CardCorrected.noteHash ?? '';
const JOINED: Omit<StoredRound, 'events'> = {
  names: named(ANN, BOB, CAT),
  notes: new Map([[entryId(4), { hash: NOTE_HASH, note: 'Two strokes for a wrong ball' }]]),
};

/** The example of an event type, with the given fields changed. */
const event = <T extends MatchEventType>(type: T, data: Partial<MatchEvents[T]> = {}): MatchEvent =>
  ({ type, data: { ...MATCH_EXAMPLES[type], ...data } }) as MatchEvent;
/** A score on Ann's card, whose marker is Bob. */
const score = (holeNumber: number, strokes: number | null, side: 'PLAYER' | 'MARKER' = 'MARKER'): MatchEvent =>
  event('HoleScored', { holeNumber, strokes, noScore: strokes === null, side, enteredBy: side === 'PLAYER' ? A : B });
const corrected = (holeNumber: number, strokes: number, hash?: string): MatchEvent =>
  event('CardCorrected', {
    holes: [{ holeNumber, strokes, noScore: false, replaces: entryId(0) }],
    noteHash: null,
    ...(hash === undefined ? {} : { cardHash: hash }),
  });
const START = [event('MatchCreated'), event('PlayerInvited'), event('InviteAccepted'), event('MatchStarted')];
const [CREATED, INVITED, ACCEPTED] = START as [MatchEvent, MatchEvent, MatchEvent];
const FULL = Array.from({ length: 18 }, (_, i) => score(i + 1, 4));

/** `nth` numbers the command of each event; by default each event has a command of its own. */
interface Commands {
  nth?: readonly number[];
  fingerprint?: string;
}

/** A stream with an intact chain, as a log holds it. */
function stored(
  events: readonly { type: string; data: object }[],
  actors: readonly string[] = [],
  { nth = [], fingerprint = '' }: Commands = {},
): RecordedEvent[] {
  const stream = new Stream('match-x', { ...MATCH_SCHEMA_VERSIONS, HoleDreamt: 1 });
  for (const [i, one] of events.entries()) {
    const by = { actorId: actors[i] ?? 'system', commandId: entryId(nth[i] ?? i), fingerprint, deviceId: 'a phone' };
    stream.append([one], { ...by, now: minute(i) });
  }
  return stream.events;
}

/** The events with those of a type changed behind the back of their hashes. */
const tampered = (events: readonly RecordedEvent[], type: MatchEventType, change: Partial<RecordedEvent>) =>
  events.map((one) => (one.type === type ? { ...one, ...change } : one));
const shown = (events: readonly RecordedEvent[], joined = JOINED) => {
  const audited = storyOf({ events, ...joined });
  if (audited === null) throw new Error('no story');
  return audited.story;
};
const lastLine = (events: readonly RecordedEvent[], joined = JOINED): StoryLine => shown(events, joined).lines.at(-1)!;
/** The line of the last of these events, after the start of the round. */
const lineOf = (...events: MatchEvent[]): StoryLine => lastLine(stored([...START, ...events]));

describe('the story of an audited round', () => {
  it('names who acted, in which role, and on whose card', () => {
    const steps: [MatchEvent, by: PersonRef | null, StoryLine['as'], about: PersonRef | null][] = [
      [event('MatchCreated'), ANN, 'HOST', null],
      [event('PlayerInvited'), ANN, 'HOST', null],
      [event('InviteAccepted'), BOB, 'PLAYER', null],
      [event('PlayerReadied', { userId: A }), ANN, 'PLAYER', null],
      [event('MarkersAssigned'), BOB, 'PLAYER', null],
      [event('MatchStarted'), ANN, 'HOST', null],
      [event('MarkersAssigned'), CAT, null, null],
      [score(4, 6), BOB, 'MARKER', ANN],
      [score(4, 6, 'PLAYER'), ANN, 'PLAYER', ANN],
      [event('CardSigned'), BOB, 'MARKER', ANN],
      [event('CardReopened', { reopenedBy: B }), BOB, 'MARKER', ANN],
      [event('CardReopened', { reopenedBy: A }), ANN, 'PLAYER', ANN],
      [event('CardCorrected'), CAT, 'COMMITTEE', ANN],
      [event('PlayerWithdrew'), null, null, ANN],
    ];
    const events = steps.map(([one]) => one);
    const actors = steps.map(([, by]) => by?.id ?? 'system');
    const { lines } = shown(stored(events, actors));
    expect(lines.map(({ by, as, about }) => [by, as, about])).toEqual(steps.map(([, ...step]) => step));
  });

  const SOCIAL = event('MatchCreated', { playType: 'SOCIAL' });
  const UNMARKED = { markers: { [A]: B, [B]: null } };
  const ALONE = { players: MATCH_EXAMPLES.MatchStarted.players.slice(0, 1) };
  const misfit = 'The hash does not match the card at that time.';
  const signedUnstated = event('CardSigned', { signedBy: A, as: 'PLAYER', asShown: false });
  it.each<[string, MatchEvent[]]>([
    ["Bob Ray, as marker, entered 6 on hole 4 of Ann Lee's card.", [event('HoleScored')]],
    ['Ann Lee entered 5 on hole 4 of her own card (was 6).', [score(4, 6, 'PLAYER'), score(4, 5, 'PLAYER')]],
    ["Bob Ray, as marker, entered No Score on hole 4 of Ann Lee's card (was 6).", [score(4, 6), score(4, null)]],
    [
      "Bob Ray, as marker, took back No Score on hole 4 of Ann Lee's card.",
      [score(4, null), event('HoleScoreCleared')],
    ],
    [`Bob Ray signed Ann Lee's card as marker. The phone showed these scores. ${misfit}`, [event('CardSigned')]],
    [`Ann Lee signed her own card. The phone did not state which scores it showed. ${misfit}`, [signedUnstated]],
    ['Bob Ray reopened his own card: its signatures no longer count.', [event('CardReopened', { userId: B })]],
    [
      "For the committee, Cat Fox corrected Ann Lee's card: hole 4 from nothing to 7. A penalty was left out, or wrongly given. " +
        `Note: “Two strokes for a wrong ball”. ${misfit}`,
      [event('CardCorrected')],
    ],
    ['Who marks whom, in turn: Bob Ray marks Ann Lee, Bob Ray has no marker.', [event('MarkersAssigned', UNMARKED)]],
    ['Ann Lee set up a Stableford practice round at Saltbush Links, Standard tees.', [SOCIAL]],
    ['The round started: Ann Lee (daily handicap 0, marked by Bob Ray).', [event('MatchStarted', ALONE)]],
    ['Bob Ray left the round: the card is withdrawn.', [event('PlayerWithdrew', { userId: B, reason: 'LEFT' })]],
    ['A request changed nothing: everything was already as requested.', [event('CommandNoted')]],
  ])('contains the line: %s', (words, events) => {
    expect(lineOf(...events).words).toBe(words);
  });

  it('has a complete sentence for every type of event', () => {
    for (const type of Object.keys(MATCH_SCHEMA_VERSIONS) as MatchEventType[]) {
      const { words } = lineOf(event(type));
      expect(words).toMatch(/^[A-Z][^{}]+\.$/);
      expect(words).not.toMatch(/undefined|null|cannot be read|lacks|Deleted player/);
    }
  });

  it('gives cards, pars, header and proof, with names', () => {
    const events = stored([...START, score(4, 6), score(4, 5, 'PLAYER')], [A, A, B, A, B, A]);
    const { round, pars, lines, cards, proof } = shown(events);
    expect(round).toMatchObject({ course: { name: 'Saltbush Links' }, day: '2026-11-21', players: [ANN, BOB] });
    expect([pars[A]?.[13], pars[B]?.[13]]).toEqual([5, 4]);
    expect(proof).toEqual({ whole: true });
    const envelope = { deviceId: 'a phone', occurredAt: null, prevHash: lines[3]?.hash };
    expect(lines[4]).toMatchObject({ revision: '4', position: '5', type: 'HoleScored', ...envelope });
    expect(cards[0]).toMatchObject({ player: ANN, marker: BOB, verified: false, mismatches: [4] });
    expect(storyOf({ events: [], ...JOINED })).toBeNull();
  });

  it('its changes, each with the value before it, add up to the cards at any revision', () => {
    const hole = fc.integer({ min: 1, max: 18 });
    const strokes = fc.option(fc.integer({ min: 0, max: 12 }));
    // 0 strokes: the entry is taken back.
    const written = fc.tuple(hole, fc.constantFrom('PLAYER', 'MARKER'), strokes).map(([holeNumber, side, strokes]) => {
      return strokes === 0 ? event('HoleScoreCleared', { holeNumber, side }) : score(holeNumber, strokes, side);
    });
    fc.assert(
      fc.property(fc.array(written, { maxLength: 40 }), fc.nat(45), (entries, at) => {
        const audited = storyOf({ events: stored([...START, ...entries]), ...JOINED })!;
        const empty = (): StoryScore[] => Array<StoryScore>(18).fill(null);
        const sides = { PLAYER: empty(), MARKER: empty(), COMMITTEE: empty() };
        const changes = audited.story.lines.slice(0, at + 1).flatMap((line) => line.changes);
        for (const { card, side, holeNumber, from, to } of changes) {
          expect([card, sides[side][holeNumber - 1]]).toEqual([ANN, from]);
          sides[side][holeNumber - 1] = to;
        }
        const cards = audited.cardsAt(BigInt(at));
        const ofAnn = { playerEntries: sides.PLAYER, markerEntries: sides.MARKER };
        // The round starts with the fourth event.
        expect(cards.slice(0, 1)).toMatchObject(at < 3 ? [] : [ofAnn]);
      }),
    );
  });

  it('gives each correction with the value that counted before it', () => {
    const { lines } = shown(stored([...START, ...FULL, corrected(4, 5), corrected(4, 6)]));
    const change = { card: ANN, holeNumber: 4, side: 'COMMITTEE' };
    expect(lines.slice(-2).flatMap(({ changes }) => changes)).toEqual([
      { ...change, from: 4, to: 5 },
      { ...change, from: 5, to: 6 },
    ]);
  });

  it('gives the 18 entries of a signature, and whether hashes fit the card', () => {
    const hashOf = (events: readonly MatchEvent[]): string => {
      const state = foldMatch(stored([...START, ...events]))!;
      const card = state.cards.get(A)!;
      return cardHash(state, { ...card, marker: correctedEntries(card.marker, card.corrections) });
    };
    const before = [...FULL, score(9, null)];
    const hash = hashOf(before);
    const entries = Array.from({ length: 18 }, (_, i): StoryScore => (i === 8 ? 'NS' : 4));
    const signature = { card: ANN, as: 'MARKER', cardHash: hash, entries, fits: true };
    expect(lineOf(...before, event('CardSigned', { cardHash: hash })).signature).toEqual(signature);
    expect(lineOf(...before, event('CardSigned')).signature).toMatchObject({ entries, fits: false });
    const short = lineOf(...FULL.slice(1), event('CardSigned', { cardHash: hash }));
    expect(short.signature).toMatchObject({ fits: false, entries: [null, ...FULL.slice(1).map(() => 4)] });

    const again = hashOf([...before, corrected(9, 5)]);
    expect(again).not.toBe(hash);
    const mismatch = 'hash does not match';
    expect(lineOf(...before, event('CardVerified', { cardHash: hash })).words).not.toContain(mismatch);
    expect(lineOf(...before, event('CardVerified', { cardHash: again })).words).toContain(mismatch);
    const fitting = { words: expect.stringMatching(/wrongly given\.$/), signature: null };
    expect(lineOf(...before, corrected(9, 5, again))).toMatchObject(fitting);
  });

  it('gives strokes received, the marker of each card over time, and the time zone of the course', () => {
    const changed = event('MarkersAssigned', { markers: { [A]: C, [B]: null } });
    const { round, received, pars, lines } = shown(stored([...START, event('HoleScored'), changed]));
    expect(round.timeZone).toBe('Australia/Sydney');
    const { dailyHandicap } = MATCH_EXAMPLES.HandicapSet.settings;
    expect(received[A]).toEqual(Array(18).fill(0));
    expect(received[B]?.reduce((sum, strokes) => sum + strokes, 0)).toBe(dailyHandicap);
    expect(Object.keys(received)).toEqual(Object.keys(pars));
    const marked = (ofAnn: PersonRef, ofBob: PersonRef | null) => {
      return [ofAnn, ofBob].map((marker, at) => ({ card: [ANN, BOB][at], marker }));
    };
    expect(lines.slice(3).map(({ markers }) => markers)).toEqual([marked(BOB, ANN), [], marked(CAT, null)]);
    expect(shown(stored([CREATED])).received).toEqual({});
    const elsewhere = { ...MATCH_EXAMPLES.MatchCreated.course, timeZone: 'Nowhere/Atall' };
    expect(shown(stored([event('MatchCreated', { course: elsewhere })])).round.timeZone).toBe('UTC');
  });

  it('continues after an event that cannot be read, and names it', () => {
    const events = [...START, { type: 'HoleDreamt', data: {} }, event('CardSigned', { userId: C }), score(1, 5)];
    const { lines, cards } = shown(stored(events));
    expect(lines[4]?.words).toMatch(/^This event \(HoleDreamt\) cannot be read/);
    expect(lines[5]?.words).toMatch(/^This event \(CardSigned\) cannot be read/);
    expect(cards[0]?.markerEntries[0]).toBe(5);
    expect(storyOf({ events: stored([score(1, 5)]), ...JOINED })).toBeNull();
  });

  it('names the first event that was altered', () => {
    const events = stored([...START, event('HoleScored'), event('CardSigned')]);
    const { proof, lines } = shown(tampered(events, 'HoleScored', { data: score(4, 3).data }));
    const fault = 'It was changed: its hash does not match.';
    expect(proof).toEqual({ whole: false, eventId: events[4]?.id, revision: '4', fault });
    expect(lines).toHaveLength(6);
    const lacking = tampered(events, 'PlayerInvited', { type: 'HandicapSet', data: { userId: A } });
    expect(shown(lacking).lines[1]?.words).toBe('This event (HandicapSet) has no valid data.');
  });

  it('leaves out what an altered event makes unreadable, and gives the rest', () => {
    const [first, ...others] = MATCH_EXAMPLES.MatchStarted.players;
    const players = [{ ...first, settings: { ...first?.settings, gender: 'NEITHER' } }, ...others];
    const data = { ...MATCH_EXAMPLES.MatchStarted, players };
    const changed = tampered(stored([...START, score(4, 6), score(4, 6, 'PLAYER')]), 'MatchStarted', { data });
    const { pars, cards, lines, proof } = shown(changed);
    expect(proof).toMatchObject({ whole: false, revision: '3' });
    expect(lines).toHaveLength(6);
    expect([pars[A], pars[B]?.length]).toEqual([[], 18]);
    expect(cards.map(({ player }) => player)).toEqual([BOB]);
    expect(storyOf({ events: changed, ...JOINED })?.cardsAt(5n)).toHaveLength(1);
  });

  it('distinguishes golfers without accounts or with the same name', () => {
    const events = stored([...START, event('CardCorrected')]);
    const players = (...people: PersonRef[]) => {
      const { round, lines } = shown(events, { ...JOINED, names: named(...people) });
      expect(lines.every(({ words }) => !words.includes(INVITE_ID))).toBe(true);
      return [...round.players.map(({ fullName }) => fullName), lines.at(-1)?.words];
    };
    expect(players(CAT)).toEqual([
      'Deleted player (1)',
      'Deleted player (2)',
      expect.stringContaining("Cat Fox corrected Deleted player (1)'s card"),
    ]);
    expect(players(ANN, CAT).slice(0, 2)).toEqual(['Ann Lee', 'Deleted player']);
    const same = named(...[ANN, BOB, CAT].map(({ id }) => ({ id, fullName: 'Ann Lee' })));
    expect([A, B, C].map((id) => whoIs(same, [A, B])(id).fullName)).toEqual(['Ann Lee (1)', 'Ann Lee (2)', 'Ann Lee']);
  });

  const noted = (hash: string, note: string): StoredRound['notes'] => new Map([[entryId(4), { hash, note }]]);
  it.each<[string, StoredRound['notes']]>([
    ['Note: “A wrong ball.” The hash', noted(NOTE_HASH, 'A wrong ball.')],
    ['Its note was erased.', new Map()],
    ['Its note has been changed since, and is left out.', noted('other', 'She cheated')],
    ['Its note is not in this file.', null],
  ])('shows the note of a correction: %s', (words, notes) => {
    const line = lastLine(stored([...START, event('CardCorrected')]), { ...JOINED, notes });
    expect(line.words).toContain(`wrongly given. ${words}`);
    expect(line.words).not.toContain('cheated');
  });

  const benLeft = event('PlayerWithdrew', { userId: B });
  const catRemoved = event('PlayerRemoved', { userId: C });
  const benLeftLobby = event('PlayerLeftLobby', { userId: B });
  it.each<[string, 'HOST' | 'LOOP', before: MatchEvent[], actor: string]>([
    ['Who marks whom, as the host chose:', 'HOST', START, A],
    ['Who marks whom, after Bob Ray had left:', 'HOST', [...START, benLeft], B],
    // The host, who left with the same command.
    ['Who marks whom, after Ann Lee had left:', 'HOST', [...START, event('AccountClosed', { userId: A })], A],
    ['Who marks whom, after Bob Ray had left:', 'LOOP', [CREATED, INVITED, ACCEPTED, benLeftLobby], B],
    ['Who marks whom, in turn:', 'LOOP', START, B],
    ['Who marks whom, now that Bob Ray has joined:', 'HOST', [CREATED, INVITED, ACCEPTED], B],
    ['Who marks whom, in turn:', 'LOOP', [CREATED, INVITED, ACCEPTED], B],
    ['Who marks whom, after Cat Fox was removed:', 'HOST', [CREATED, INVITED, catRemoved], B],
  ])('introduces new markers: %s', (words, by, before, actor) => {
    // The last two events are of one command of the actor.
    const events = [...before, event('MarkersAssigned', { by })];
    const actors = [...[A, A, B, A].slice(0, before.length - 1), actor, actor];
    const nth = events.map((_, i) => Math.min(i, before.length - 1));
    expect(lastLine(stored(events, actors, { nth })).words.startsWith(words)).toBe(true);
  });

  const takenBack = [event('InviteRemoved'), event('MatchStarted')];
  const EMPTY_BODY = createHash('sha256').update('{}').digest('hex');
  it.each<[string, MatchEvent[], Commands]>([
    ['Bob Ray declined the invitation.', [event('InviteDenied')], {}],
    // A golfer who deletes the account gives no answer.
    ['The invitation of Bob Ray ended with the account.', [event('InviteDenied')], { fingerprint: EMPTY_BODY }],
    ['The invitation of Bob Ray was taken back.', takenBack, {}],
    ['The invitation of Bob Ray ended with the start of the round.', takenBack, { nth: [0, 1, 2, 2] }],
  ])('describes how an invitation ended: %s', (words, ended, commands) => {
    expect(shown(stored([CREATED, INVITED, ...ended], [A, A, B], commands)).lines[2]?.words).toBe(words);
  });

  it.each<[string, (events: RecordedEvent[]) => RecordedEvent[]]>([
    ['The event before it is missing, or it is in the stream twice.', (all) => all.toSpliced(1, 1)],
    ['It belongs to another stream.', (all) => tampered(all, 'InviteAccepted', { stream: 'match-y' })],
  ])('describes the fault of an event: %s', (fault, change) => {
    expect(shown(change(stored(START))).proof).toMatchObject({ whole: false, eventId: expect.any(String), fault });
  });
});
