import { createHash } from 'node:crypto';
import {
  MATCH_SCHEMA_VERSIONS,
  type MatchEvent,
  type MatchEvents,
  type MatchEventType,
  type RecordedEvent,
} from '@fairmark/events';
import { A, B, C, INVITE_ID, MATCH_EXAMPLES } from '@fairmark/events/testing/event-examples';
import { Stream } from '@fairmark/events/testing/played';
import { entryId, minute } from '@fairmark/events/testing/recorded';
import { storyOf } from './round-story.js';
import { whoIs, type StoryRows } from './story-rows.js';

const NOTE_HASH = MATCH_EXAMPLES.CardCorrected.noteHash ?? '';
const JOINED: StoryRows = {
  names: new Map([
    [A, 'Ann Lee'],
    [B, 'Bob Ray'],
    [C, 'Cat Fox'],
  ]),
  notes: new Map([[entryId(4), { hash: NOTE_HASH, note: 'Two strokes for a wrong ball' }]]),
};

const event = <T extends MatchEventType>(type: T, data: Partial<MatchEvents[T]> = {}): MatchEvent =>
  ({ type, data: { ...MATCH_EXAMPLES[type], ...data } }) as MatchEvent;

/** `nth` numbers the command of each event; by default each event has a command of its own. */
interface Commands {
  nth?: readonly number[];
  fingerprint?: string;
}

/** A stream with an intact chain, as a log holds it. */
function stored(
  events: readonly MatchEvent[],
  actors: readonly string[] = [],
  { nth = [], fingerprint = '' }: Commands = {},
): RecordedEvent[] {
  const stream = new Stream<MatchEvent>('match-x', MATCH_SCHEMA_VERSIONS);
  for (const [i, one] of events.entries()) {
    const by = { actorId: actors[i] ?? 'system', commandId: entryId(nth[i] ?? i), fingerprint, deviceId: 'a phone' };
    stream.append([one], { ...by, now: minute(i) });
  }
  return stream.events;
}

const START = [event('MatchCreated'), event('PlayerInvited'), event('InviteAccepted'), event('MatchStarted')];
const shown = (events: readonly RecordedEvent[], joined = JOINED) => {
  const audited = storyOf(events, joined);
  if (audited === null) throw new Error('no story');
  return audited.story;
};
const wordsOf = (...events: MatchEvent[]): string => shown(stored([...START, ...events])).lines.at(-1)?.words ?? '';

describe('the story of an audited round', () => {
  it.each<[string, MatchEvent[]]>([
    ["Bob Ray, as marker, entered 6 on hole 4 of Ann Lee's card.", [event('HoleScored')]],
    [
      'Ann Lee entered 5 on hole 4 of her own card (was 6).',
      [6, 5].map((strokes) => event('HoleScored', { side: 'PLAYER', enteredBy: A, strokes })),
    ],
    [
      "Bob Ray, as marker, entered No Score on hole 4 of Ann Lee's card (was 6).",
      [event('HoleScored'), event('HoleScored', { strokes: null, noScore: true })],
    ],
    ["Bob Ray, as marker, took back 6 on hole 4 of Ann Lee's card.", [event('HoleScored'), event('HoleScoreCleared')]],
    ["Bob Ray signed Ann Lee's card as marker. Its hash does not match the card at that time.", [event('CardSigned')]],
    ['Bob Ray reopened his own card: its signatures no longer count.', [event('CardReopened', { userId: B })]],
    [
      "For the committee, Cat Fox corrected Ann Lee's card: hole 4 from nothing to 7. A penalty was left out, or wrongly given. " +
        'Note: “Two strokes for a wrong ball”. Its hash does not match the card at that time.',
      [event('CardCorrected')],
    ],
    ['Who marks whom, in turn: Bob Ray marks Ann Lee, Ann Lee marks Bob Ray.', [event('MarkersAssigned')]],
    ['A request changed nothing: everything was already as requested.', [event('CommandNoted')]],
  ])('contains the line: %s', (words, events) => {
    expect(wordsOf(...events)).toBe(words);
  });

  it('has a complete sentence for every type of event', () => {
    for (const type of Object.keys(MATCH_SCHEMA_VERSIONS) as MatchEventType[]) {
      expect(wordsOf(event(type))).toMatch(/^[A-Z][^{}]+\.$/);
      expect(wordsOf(event(type))).not.toMatch(/undefined|null|cannot be read|lacks|Deleted player/);
    }
  });

  it('gives cards, pars, header and proof, with names', () => {
    const events = stored(
      [...START, event('HoleScored'), event('HoleScored', { strokes: 5, side: 'PLAYER', enteredBy: A })],
      [A, A, B, A, B, A],
    );
    const { round, pars, lines, cards, proof } = shown(events);
    expect(round).toMatchObject({
      course: { name: 'Saltbush Links' },
      day: '2026-11-21',
      players: [
        { id: A, fullName: 'Ann Lee' },
        { id: B, fullName: 'Bob Ray' },
      ],
    });
    expect(pars[A]?.[13]).toBe(5);
    expect(pars[B]?.[13]).toBe(4);
    expect(proof).toEqual({ whole: true });
    expect(lines[4]).toMatchObject({
      revision: '4',
      position: '5',
      type: 'HoleScored',
      by: { id: B, fullName: 'Bob Ray' },
      as: 'MARKER',
      about: { id: A },
      deviceId: 'a phone',
      occurredAt: null,
      changes: [{ card: { id: A, fullName: 'Ann Lee' }, holeNumber: 4, side: 'MARKER', from: null, to: 6 }],
      prevHash: lines[3]?.hash,
    });
    expect(cards[0]).toMatchObject({ player: { id: A }, marker: { id: B }, verified: false, mismatches: [4] });
    expect(cards[0]?.markerEntries[3]).toBe(6);
    expect(storyOf(events, JOINED)?.cardsAt(4n)[0]?.playerEntries[3]).toBeNull();
    expect(storyOf(events, JOINED)?.cardsAt(2n)).toEqual([]);
    expect(storyOf([], JOINED)).toBeNull();
  });

  it('gives strokes received, the marker of each card over time, and the time zone of the course', () => {
    const changed = event('MarkersAssigned', { markers: { [A]: C, [B]: null } });
    const { round, received, pars, lines } = shown(stored([...START, event('HoleScored'), changed]));
    const [ann, bob, cat] = [
      { id: A, fullName: 'Ann Lee' },
      { id: B, fullName: 'Bob Ray' },
      { id: C, fullName: 'Cat Fox' },
    ];
    expect(round.timeZone).toBe('Australia/Sydney');
    const { dailyHandicap } = MATCH_EXAMPLES.HandicapSet.settings;
    expect(received[A]).toEqual(Array(18).fill(0));
    expect(received[B]?.reduce((sum, strokes) => sum + strokes, 0)).toBe(dailyHandicap);
    expect(Object.keys(received)).toEqual(Object.keys(pars));
    expect(lines[3]?.markers).toEqual([
      { card: ann, marker: bob },
      { card: bob, marker: ann },
    ]);
    expect(lines[4]?.markers).toEqual([]);
    expect(lines[5]?.markers).toEqual([
      { card: ann, marker: cat },
      { card: bob, marker: null },
    ]);
    expect(shown(stored([event('MatchCreated')])).received).toEqual({});
    const elsewhere = { ...MATCH_EXAMPLES.MatchCreated.course, timeZone: 'Nowhere/Atall' };
    expect(shown(stored([event('MatchCreated', { course: elsewhere })])).round.timeZone).toBe('UTC');
  });

  it('names the first event that was altered', () => {
    const events = stored([...START, event('HoleScored'), event('CardSigned')]);
    const changed = events.map((one) =>
      one.type === 'HoleScored' ? { ...one, data: { ...(one.data as object), strokes: 3 } } : one,
    );
    const { proof, lines } = shown(changed);
    expect(proof).toEqual({
      whole: false,
      eventId: events[4]?.id,
      revision: '4',
      fault: 'It was changed: its hash does not match.',
    });
    expect(lines).toHaveLength(6);
    const unreadable = events.map((one) => (one.type === 'MatchStarted' ? { ...one, data: {} } : one));
    expect(shown(unreadable).lines[3]?.words).toMatch(/^This event \(MatchStarted\) cannot be read/);
    const lacking = events.map((one) =>
      one.type === 'PlayerInvited' ? { ...one, type: 'HandicapSet', data: { userId: A } } : one,
    );
    expect(shown(lacking).lines[1]?.words).toBe('This event (HandicapSet) has no valid data.');
  });

  it('leaves out what an altered event makes unreadable, and gives the rest', () => {
    const { MatchStarted } = MATCH_EXAMPLES;
    const players = MatchStarted.players.map((player, i) =>
      i === 0 ? { ...player, settings: { ...player.settings, gender: 'NEITHER' } } : player,
    );
    const events = stored([...START, event('HoleScored'), event('HoleScored', { side: 'PLAYER', enteredBy: A })]);
    const changed = events.map((one) =>
      one.type === 'MatchStarted' ? { ...one, data: { ...MatchStarted, players } } : one,
    );
    const { pars, cards, lines, proof } = shown(changed);
    expect(proof).toMatchObject({ whole: false, revision: '3' });
    expect(lines).toHaveLength(6);
    expect([pars[A], pars[B]?.length]).toEqual([[], 18]);
    expect(cards.map(({ player }) => player.id)).toEqual([B]);
    expect(storyOf(changed, JOINED)?.cardsAt(5n)).toHaveLength(1);
  });

  it('distinguishes golfers without accounts or with the same name', () => {
    const events = stored([...START, event('CardCorrected')]);
    const gone = shown(events, { ...JOINED, names: new Map([[C, 'Cat Fox']]) });
    expect(gone.round.players.map(({ fullName }) => fullName)).toEqual(['Deleted player (1)', 'Deleted player (2)']);
    expect(gone.lines.at(-1)?.words).toContain("Cat Fox corrected Deleted player (1)'s card");
    const one = shown(events, {
      ...JOINED,
      names: new Map([
        [A, 'Ann Lee'],
        [C, 'Cat Fox'],
      ]),
    });
    expect(one.round.players.map(({ fullName }) => fullName)).toEqual(['Ann Lee', 'Deleted player']);
    expect(one.lines.every(({ words }) => !words.includes(INVITE_ID))).toBe(true);
    const same = new Map([A, B, C].map((id) => [id, 'Ann Lee']));
    expect([A, B, C].map((id) => whoIs(same, [A, B])(id).fullName)).toEqual(['Ann Lee (1)', 'Ann Lee (2)', 'Ann Lee']);
  });

  it.each<[string, StoryRows['notes']]>([
    ['Note: “Two strokes for a wrong ball”.', JOINED.notes],
    ['Note: “A wrong ball.” Its hash', new Map([[entryId(4), { hash: NOTE_HASH, note: 'A wrong ball.' }]])],
    ['Its note was erased.', new Map()],
    [
      'Its note has been changed since, and is left out.',
      new Map([[entryId(4), { hash: 'other', note: 'She cheated' }]]),
    ],
    ['Its note is not in this file.', null],
  ])('shows the note of a correction: %s', (words, notes) => {
    const { lines } = shown(stored([...START, event('CardCorrected')]), { ...JOINED, notes });
    expect(lines.at(-1)?.words).toContain(`wrongly given. ${words}`);
    expect(lines.at(-1)?.words).not.toContain('cheated');
  });

  it.each<[string, { by?: 'HOST' | 'LOOP'; before?: MatchEvent; actor?: string }]>([
    ['Who marks whom, as the host chose:', { actor: A }],
    ['Who marks whom, after Bob Ray had left:', { before: event('PlayerWithdrew', { userId: B }), actor: B }],
    // The host, who left with the same command.
    ['Who marks whom, after Ann Lee had left:', { before: event('AccountClosed', { userId: A }), actor: A }],
    [
      'Who marks whom, after Bob Ray had left:',
      { by: 'LOOP', before: event('PlayerWithdrew', { userId: B }), actor: B },
    ],
    ['Who marks whom, in turn:', { by: 'LOOP', actor: B }],
  ])('introduces new markers: %s', (words, { by = 'HOST', before, actor = 'system' }) => {
    const assigned = event('MarkersAssigned', { by });
    const more = before === undefined ? [assigned] : [before, assigned];
    const actors = [A, A, B, A, actor, actor];
    const { lines } = shown(stored([...START, ...more], actors, { nth: [0, 1, 2, 3, 4, 4] }));
    expect(lines.at(-1)?.words.startsWith(words)).toBe(true);
  });

  it('introduces new markers in the lobby after a player joined or was removed', () => {
    const [created, invited, accepted] = START as [MatchEvent, MatchEvent, MatchEvent];
    const chosen = event('MarkersAssigned', { by: 'HOST' });
    const lastOf = (...events: MatchEvent[]): string | undefined =>
      shown(stored([created, invited, ...events], [A, A, B, B], { nth: [0, 1, 2, 2] })).lines.at(-1)?.words;
    expect(lastOf(accepted, chosen)).toMatch(/^Who marks whom, now that Bob Ray has joined:/);
    expect(lastOf(accepted, event('MarkersAssigned'))).toMatch(/^Who marks whom, in turn:/);
    expect(lastOf(event('PlayerRemoved', { userId: C }), chosen)).toMatch(
      /^Who marks whom, after Cat Fox was removed:/,
    );
  });

  it('describes how an invitation ended', () => {
    const [created, invited] = START as [MatchEvent, MatchEvent];
    const denied = [created, invited, event('InviteDenied')];
    const wordsAt = (events: readonly RecordedEvent[]): string | undefined => shown(events).lines[2]?.words;
    expect(wordsAt(stored(denied, [A, A, B]))).toBe('Bob Ray declined the invitation.');
    // A golfer who deletes the account gives no answer.
    const fingerprint = createHash('sha256').update('{}').digest('hex');
    expect(wordsAt(stored(denied, [A, A, B], { fingerprint }))).toBe(
      'The invitation of Bob Ray ended with the account.',
    );
    const removed = [created, invited, event('InviteRemoved'), event('MatchStarted')];
    expect(wordsAt(stored(removed))).toBe('The invitation of Bob Ray was taken back.');
    expect(wordsAt(stored(removed, [], { nth: [0, 1, 2, 2] }))).toBe(
      'The invitation of Bob Ray ended with the start of the round.',
    );
  });

  it.each<[string, (events: RecordedEvent[]) => RecordedEvent[]]>([
    ['The event before it is missing, or it is in the stream twice.', (all) => all.toSpliced(1, 1)],
    ['It belongs to another stream.', (all) => all.map((one, i) => (i === 2 ? { ...one, stream: 'match-y' } : one))],
  ])('describes the fault of an event: %s', (fault, change) => {
    expect(shown(change(stored(START))).proof).toMatchObject({ whole: false, eventId: expect.any(String), fault });
  });
});
