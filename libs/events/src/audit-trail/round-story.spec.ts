import type { StoryScore } from '@fairmark/contract';
import * as fc from 'fast-check';
import { A, B, C, MATCH_EXAMPLES } from '../testing/event-examples.js';
import { entryId, recorded, type GivenEvent } from '../testing/recorded.js';
import { cardHash } from '../match/card-hash.js';
import type { MatchEvents, MatchEventType } from '../match/match.events.js';
import { correctedEntries, writtenScore } from '../match/match.queries.js';
import type { MatchState } from '../match/match.state.js';
import { matchAt, roundStory, type StoryMoment } from './round-story.js';
import type { RecordedEvent } from '../envelope/envelope.js';

/** The example of an event type, with the given fields changed. */
const event = <T extends MatchEventType>(type: T, data: Partial<MatchEvents[T]> = {}): GivenEvent => ({
  type,
  data: { ...MATCH_EXAMPLES[type], ...data },
});

const LOBBY = [event('MatchCreated'), event('PlayerInvited'), event('InviteAccepted'), event('MatchStarted')];
/** A score on A's card, whose marker is B. */
const score = (holeNumber: number, strokes: number | null, side: 'PLAYER' | 'MARKER' = 'MARKER'): GivenEvent =>
  event('HoleScored', { holeNumber, strokes, noScore: strokes === null, side, enteredBy: side === 'PLAYER' ? A : B });
const FULL = Array.from({ length: 18 }, (_, i) => score(i + 1, 4));

/** As `recorded`, with the given actors; null: the system. */
const by = (events: readonly GivenEvent[], actors: readonly (string | null)[]): RecordedEvent[] =>
  recorded(events).map((one, i) => ({
    ...one,
    metadata: { ...one.metadata, actorId: actors[i] ?? 'system' },
  }));
const hashOf = (events: readonly GivenEvent[], userId = A): string => {
  const state = roundStory(recorded(events)).state as MatchState;
  const card = state.cards.get(userId)!;
  return cardHash(state, { ...card, marker: correctedEntries(card.marker, card.corrections) });
};
const last = (events: readonly GivenEvent[]): StoryMoment => roundStory(recorded(events)).moments.at(-1)!;

describe('the story of a round', () => {
  it('names who acted, and in which role', () => {
    const steps: [GivenEvent, string | null, StoryMoment['as']][] = [
      [event('MatchCreated'), A, 'HOST'],
      [event('PlayerInvited'), A, 'HOST'],
      [event('InviteAccepted'), B, 'PLAYER'],
      [event('PlayerReadied', { userId: A }), A, 'PLAYER'],
      [event('MarkersAssigned'), B, 'PLAYER'],
      [event('MatchStarted'), A, 'HOST'],
      [event('MarkersAssigned'), C, null],
      [score(4, 6), B, 'MARKER'],
      [score(4, 6, 'PLAYER'), A, 'PLAYER'],
      [event('CardReopened', { reopenedBy: B }), B, 'MARKER'],
      [event('CardReopened', { reopenedBy: A }), A, 'PLAYER'],
      [event('CardCorrected'), C, 'COMMITTEE'],
      [event('PlayerWithdrew'), null, null],
    ];
    const { moments } = roundStory(
      by(
        steps.map(([one]) => one),
        steps.map(([, who]) => who),
      ),
    );
    expect(moments.map((moment) => [moment.by, moment.as])).toEqual(steps.map(([, who, as]) => [who, as]));
    expect(moments.map(({ about }) => about)).toEqual([...Array.from({ length: 7 }, () => null), A, A, A, A, A, A]);
  });

  it('gives each correction with the value that counted before it', () => {
    const correct = (strokes: number): GivenEvent =>
      event('CardCorrected', { holes: [{ holeNumber: 4, strokes, noScore: false, replaces: entryId(0) }] });
    const { moments } = roundStory(recorded([...LOBBY, ...FULL, correct(5), correct(6)]));
    const change = { userId: A, holeNumber: 4, side: 'COMMITTEE' };
    expect(moments.slice(-2).flatMap(({ changes }) => changes)).toEqual([
      { ...change, from: 4, to: 5 },
      { ...change, from: 5, to: 6 },
    ]);
  });

  it('gives the 18 entries of a card hash, and whether the hash fits them', () => {
    const before = [...LOBBY, ...FULL, score(9, null)];
    const entries = Array.from({ length: 18 }, (_, i): StoryScore => (i === 8 ? 'NS' : 4));
    const hash = hashOf(before);
    for (const type of ['CardSigned', 'CardVerified'] as const) {
      const moment = last([...before, event(type, { cardHash: hash })]);
      expect(moment.hashed).toEqual({ userId: A, cardHash: hash, entries, fits: true });
    }
    expect(last([...before, event('CardSigned')]).hashed).toMatchObject({ entries, fits: false });
    const short = last([...LOBBY, ...FULL.slice(1), event('CardSigned', { cardHash: hash })]);
    expect(short.hashed).toMatchObject({ fits: false });
    expect(short.hashed?.entries[0]).toBeNull();

    const holes = [{ holeNumber: 9, strokes: 5, noScore: false, replaces: entryId(0) }];
    const corrected = hashOf([...before, event('CardCorrected', { holes })]);
    expect(corrected).not.toBe(hash);
    const moment = last([...before, event('CardCorrected', { holes, cardHash: corrected })]);
    expect(moment.hashed).toMatchObject({ fits: true, entries: entries.with(8, 5) });
  });

  it('continues after an event that cannot be read', () => {
    const events = [...LOBBY, { type: 'HoleDreamt', data: {} }, event('CardSigned', { userId: C }), score(1, 5)];
    const { moments, state } = roundStory(recorded(events));
    expect(moments.map(({ event: read }) => read !== null)).toEqual([true, true, true, true, false, false, true]);
    expect(moments[4]?.problem).toContain('has an unknown type');
    expect(moments[5]?.problem).toContain('has no card');
    expect(state?.cards.get(A)?.marker[0]).toMatchObject({ strokes: 5 });
    expect(roundStory(recorded([score(1, 5)])).state).toBeNull();
  });

  it('its changes, each with the value before it, add up to the match at any revision', () => {
    const place = fc.record({
      holeNumber: fc.integer({ min: 1, max: 18 }),
      side: fc.constantFrom('PLAYER' as const, 'MARKER' as const),
      strokes: fc.option(fc.integer({ min: 0, max: 12 })),
    });
    // 0 strokes: the entry is taken back.
    const written = place.map(({ holeNumber, side, strokes }) =>
      strokes === 0 ? event('HoleScoreCleared', { holeNumber, side }) : score(holeNumber, strokes, side),
    );
    fc.assert(
      fc.property(fc.array(written, { maxLength: 40 }), fc.nat(45), (entries, at) => {
        const events = recorded([...LOBBY, ...entries]);
        const sides = { PLAYER: Array(18).fill(null), MARKER: Array(18).fill(null), COMMITTEE: [] };
        for (const { changes } of roundStory(events).moments.slice(0, at + 1)) {
          for (const { side, holeNumber, from, to } of changes) {
            expect(sides[side][holeNumber - 1]).toBe(from);
            sides[side][holeNumber - 1] = to;
          }
        }
        const card = matchAt(events, BigInt(at))?.cards.get(A);
        expect((card?.player ?? Array(18).fill(null)).map(writtenScore)).toEqual(sides.PLAYER);
        expect((card?.marker ?? Array(18).fill(null)).map(writtenScore)).toEqual(sides.MARKER);
      }),
    );
    expect(matchAt(recorded(LOBBY), -1n)).toBeNull();
  });
});
