import * as fc from 'fast-check';
import { A, B, C, MATCH_EXAMPLES } from '../testing/event-examples.js';
import { readable } from '../testing/readable.js';
import { entryId, recorded } from '../testing/recorded.js';
import type { MatchEvent, MatchEvents, MatchEventType } from './match.events.js';
import { foldMatch } from './match.fold.js';
import type { MatchState } from './match.state.js';

/** The example of an event type, with the given fields changed. */
function event<T extends MatchEventType>(type: T, data: Partial<MatchEvents[T]> = {}): MatchEvent {
  return { type, data: { ...MATCH_EXAMPLES[type], ...data } } as MatchEvent;
}

const invite = (userId: string): string => `invite-${userId}`;
const joins = (userId: string): MatchEvent[] => [
  event('PlayerInvited', { inviteId: invite(userId), userId }),
  event('InviteAccepted', { inviteId: invite(userId), userId }),
];

/** A, B and C in the lobby: six events less one. */
const LOBBY = [event('MatchCreated'), ...joins(B), ...joins(C)];
const SETTINGS = MATCH_EXAMPLES.HandicapSet.settings;
const STARTED = [
  ...LOBBY,
  event('MarkersAssigned', { markers: { [A]: C, [B]: A, [C]: B } }),
  event('MatchStarted', {
    players: [
      { userId: A, settings: SETTINGS, markerId: C },
      { userId: B, settings: SETTINGS, markerId: A },
      { userId: C, settings: SETTINGS, markerId: B },
    ],
  }),
];

function stateOf(...events: MatchEvent[]): MatchState {
  const state = foldMatch(recorded(events));
  if (state === null) throw new Error('no events');
  return state;
}

const memberOf = (state: MatchState, userId: string) => state.members.get(userId)!;

describe('the fold of a match', () => {
  it('brings back a removed player at the end of the joining order, with nothing set', () => {
    const back = stateOf(...LOBBY, event('PlayerRemoved', { userId: B }), ...joins(B));
    expect([...back.members.keys()]).toEqual([A, C, B]);
    expect(memberOf(back, B)).toMatchObject({ ready: false, settings: null, markerId: null });
  });

  it('keeps the ready flags when markers change', () => {
    const state = stateOf(
      ...LOBBY,
      event('PlayerReadied', { userId: B }),
      event('MarkersAssigned', { markers: { [A]: B, [B]: C, [C]: A }, by: 'HOST' }),
    );
    expect(memberOf(state, B)).toMatchObject({ ready: true, markerId: C });
    expect(state.markersBy).toBe('HOST');
  });

  it('does not change when a command is noted', () => {
    expect(readable(stateOf(...STARTED, event('CommandNoted')))).toEqual(readable(stateOf(...STARTED)));
  });

  it.each([
    ['PlayerInvited', 'before MatchCreated', [event('PlayerInvited')]],
    ['HandicapSet', 'is not in match', [...LOBBY, event('HandicapSet', { userId: 'unknown' })]],
    ['InviteAccepted', 'No invite', [...LOBBY, event('InviteAccepted', { inviteId: 'none' })]],
    ['HoleScored', 'has no card', [...LOBBY, event('HoleScored')]],
  ])('refuses %s where it cannot follow: %s', (_type, message, events) => {
    expect(() => foldMatch(recorded(events))).toThrow(message);
  });

  it('refuses an event of another kind of stream', () => {
    expect(() => foldMatch(recorded([{ type: 'CompetitionCreated', data: {} }]))).toThrow('not a match event');
    expect(() => foldMatch(recorded([{ type: 'toString', data: {} }]))).toThrow('not a match event');
  });

  const who = fc.constantFrom(A, B, C);
  const side = fc.constantFrom('PLAYER' as const, 'MARKER' as const);
  const holeNumber = fc.integer({ min: 1, max: 18 });
  const anything: fc.Arbitrary<MatchEvent> = fc.oneof(
    { weight: 6, arbitrary: scored() },
    fc
      .record({ userId: who, side, enteredBy: who, holeNumber })
      .map((data) => event('HoleScoreCleared', { ...data, replaces: entryId(0) })),
    fc.record({ userId: who, signedBy: who, as: side }).map((data) => event('CardSigned', data)),
    fc.record({ userId: who, reopenedBy: who }).map((data) => event('CardReopened', data)),
    fc.record({ userId: who }).map((data) => event('CardVerified', data)),
    fc.record({ userId: who }).map((data) => event('PlayerWithdrew', data)),
    fc.record({ userId: who }).map((data) => event('AccountClosed', data)),
    fc.record({ hostId: who }).map((data) => event('HostChanged', data)),
    fc.constant(event('CommandNoted')),
    fc.tuple(who, who).map(([card, markerId]) => event('MarkersAssigned', { markers: { [card]: markerId } })),
  );

  function scored(): fc.Arbitrary<MatchEvent> {
    const score = fc.option(fc.integer({ min: 1, max: 30 }), { nil: null });
    return fc
      .record({ userId: who, side, enteredBy: who, holeNumber, strokes: score })
      .map((data) => event('HoleScored', { ...data, noScore: data.strokes === null }));
  }

  it('gives the same state when it is folded in two parts', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 80 }), fc.nat({ max: 100 }), (happened, cut) => {
        const events = recorded([...STARTED, ...happened]);
        const prefix = foldMatch(events.slice(0, cut));
        expect(readable(foldMatch(events.slice(cut), prefix))).toEqual(readable(foldMatch(events)));
      }),
      { seed: 42 },
    );
  });

  it('holds the last entry of each side and hole', () => {
    fc.assert(
      fc.property(fc.array(scored(), { maxLength: 120 }), (happened) => {
        const state = stateOf(...STARTED, ...happened);
        const last = new Map<string, number | null>();
        for (const scoredHole of happened) {
          if (scoredHole.type !== 'HoleScored') continue;
          const { userId, side, holeNumber, strokes } = scoredHole.data;
          last.set(`${userId} ${side} ${holeNumber}`, strokes);
        }
        for (const { userId, player, marker } of state.cards.values()) {
          for (const [side, entries] of Object.entries({ PLAYER: player, MARKER: marker })) {
            const expected = entries.map((_, i) => last.get(`${userId} ${side} ${i + 1}`));
            expect(entries.map((entry) => entry?.strokes)).toEqual(expected);
          }
        }
      }),
      { seed: 43 },
    );
  });
});
