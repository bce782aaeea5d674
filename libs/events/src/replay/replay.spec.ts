import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { decideCompetition } from '../competition/deciders/competition.decider.js';
import type { CompetitionCommand } from '../competition/deciders/competition.decider.js';
import { COMPETITION } from '../competition/competition.fold.js';
import { finishing } from '../competition/competition.queries.js';
import type { CompetitionEvent } from '../competition/competition.events.js';
import type { CompetitionState } from '../competition/competition.state.js';
import type { RecordedEvent } from '../envelope/envelope.js';
import { MATCH } from '../match/match.fold.js';
import type { MatchEvent } from '../match/match.events.js';
import type { Card, MatchState } from '../match/match.state.js';
import { COMPETITION_EXAMPLES } from '../testing/event-examples.js';
import { PlayedMatch, Stream, type By } from '../testing/played.js';
import { randomMatch } from '../testing/random-match.js';
import { REPEAT, seedOf } from '../testing/repeat.js';
import { committeesOf } from './committees.js';
import { replayStream } from './replay-stream.js';

const SEED = seedOf(20261123);
const RUNS = 100 * REPEAT;

/** Without a history of roles, every golfer counts as of the committee. */
const replayed = (events: readonly RecordedEvent[]) => replayStream(events, committeesOf([]));

/** A random match whose state fulfils a condition. */
function someMatch(wanted: (state: MatchState) => boolean): PlayedMatch {
  for (const random of fc.sample(randomMatch, { seed: SEED, numRuns: 2_000 })) {
    const match = new PlayedMatch().play(random);
    if (match.state !== null && wanted(match.state)) return match;
  }
  throw new Error('No random match fulfils the condition');
}

const isOpen = (state: MatchState): boolean =>
  state.status === 'STARTED' &&
  [...state.cards.values()].some(({ signatures }) => Object.keys(signatures).length === 0);
const isVerified = (state: MatchState): boolean =>
  state.status === 'STARTED' && [...state.cards.values()].some(({ verified }) => verified);

type Change = [day: string, time: string, change: 'GRANTED' | 'REVOKED', userId: string, courseId?: string];

it.each<[what: string, isAllowed: boolean, ...changes: Change[]]>([
  ['was on the committee', true, ['20', '00:00', 'GRANTED', 'cat']],
  ['had the role before the recorded history', true, ['22', '00:00', 'GRANTED', 'cat']],
  ['lost the role a minute before', true, ['20', '00:00', 'GRANTED', 'cat'], ['21', '21:29', 'REVOKED', 'cat']],
  ['was never on the committee', false, ['20', '00:00', 'GRANTED', 'bob']],
  ['was on that of another course', false, ['20', '00:00', 'GRANTED', 'cat', 'elsewhere']],
  ['got the role a day later', false, ['22', '00:00', 'GRANTED', 'cat'], ['20', '00:00', 'GRANTED', 'bob']],
  ['had lost the role an hour before', false, ['20', '00:00', 'GRANTED', 'cat'], ['21', '20:30', 'REVOKED', 'cat']],
])('knows whether a golfer who corrects a card %s: %s', (_, isAllowed, ...changes) => {
  const was = committeesOf(
    changes.map(([day, time, change, userId, courseId = 'here']) => {
      return { changedAt: `2026-11-${day}T${time}Z`, change, userId, courseId };
    }),
  );
  expect(was('cat', 'here', '2026-11-21T21:30:00.000Z')).toBe(isAllowed);
});

describe(`Replaying streams (SEED=${SEED})`, () => {
  it(
    'finds no fault in random matches that deciders produced',
    () => {
      fc.assert(
        fc.property(randomMatch, (random) => {
          expect(replayed(new PlayedMatch().play(random).events)).toBeNull();
        }),
        { seed: SEED, numRuns: RUNS },
      );
    },
    30_000 + RUNS * 100,
  );

  describe('finds what was appended to a match with right hashes', () => {
    const forged = (match: PlayedMatch, event: MatchEvent, by: Partial<By> = {}) => {
      const revision = BigInt(match.events.length);
      match.append([event], { actorId: 'zoe', now: match.now, ...by });
      return { revision, fault: replayed(match.events) };
    };
    const cardOf = (match: PlayedMatch, wanted: (card: Card) => boolean) => {
      const card = [...(match.state?.cards.values() ?? [])].find(wanted);
      if (card === undefined) throw new Error('There is no such card');
      return card;
    };

    it('a score by a golfer who does not keep the card', () => {
      const match = someMatch(isOpen);
      const { userId } = cardOf(match, ({ signatures }) => Object.keys(signatures).length === 0);
      const entry = { side: 'MARKER', enteredBy: 'zoe', holeNumber: 1, strokes: 1, noScore: false } as const;
      const { revision, fault } = forged(match, { type: 'HoleScored', data: { userId, ...entry, replaces: null } });
      expect(fault).toMatchObject({ event: { revision, type: 'HoleScored' }, actorId: 'zoe', code: 'MATCH_NOT_FOUND' });
    });

    it('a score on a verified card, in the name of its player', () => {
      const match = someMatch(isVerified);
      const { userId } = cardOf(match, ({ verified }) => verified);
      const entry = { side: 'PLAYER', enteredBy: userId, holeNumber: 1, strokes: 15, noScore: false } as const;
      const data = { userId, ...entry, replaces: null };
      const { revision, fault } = forged(match, { type: 'HoleScored', data }, { actorId: userId });
      expect(fault).toMatchObject({ event: { revision }, actorId: userId, code: 'ROUND_SIGNED' });
    });

    it('a correction of one’s own card, and one with a wrong card hash', () => {
      const match = someMatch(isVerified);
      const { userId, marker } = cardOf(match, ({ verified }) => verified);
      const hole = {
        holeNumber: 1,
        strokes: (marker[0]?.strokes ?? 3) + 1,
        noScore: false,
        replaces: marker[0]?.entryId ?? '',
      };
      const about = { userId, reason: 'RULING', noteHash: null, holes: [hole], cardHash: 'a'.repeat(64) } as const;
      const own = { ...about, holes: [hole], correctedBy: userId };
      expect(forged(match, { type: 'CardCorrected', data: own }, { actorId: userId }).fault).toMatchObject({
        code: 'OWN_CARD',
      });
      match.events.pop();
      const other = { ...own, correctedBy: 'zoe' };
      expect(forged(match, { type: 'CardCorrected', data: other }).fault).toMatchObject({ code: 'OTHER_EVENTS' });
    });

    it('a signature on an incomplete card, and a verification without signatures', () => {
      const match = someMatch(
        (state) =>
          isOpen(state) &&
          state.playType === 'COMPETITION' &&
          [...state.cards.values()].some(({ player }) => player.includes(null)),
      );
      const { userId } = cardOf(match, ({ player }) => player.includes(null));
      const cardHash = 'a'.repeat(64);
      const signed = { userId, signedBy: userId, as: 'PLAYER', cardHash, asShown: true } as const;
      const { fault } = forged(match, { type: 'CardSigned', data: signed }, { actorId: userId });
      expect(fault?.code).toMatch(/^(ROUND_NOT_COMPLETE|ROUND_WITHDRAWN|NO_MARKER|MATCH_NOT_FOUND)/);
      match.events.pop();
      const byStranger: MatchEvent = { type: 'CardSigned', data: { ...signed, signedBy: 'zoe', as: 'MARKER' } };
      expect(forged(match, byStranger).fault).toMatchObject({ code: 'MATCH_NOT_FOUND' });
      match.events.pop();
      expect(
        forged(match, { type: 'CardVerified', data: { userId, cardHash } }, { actorId: userId }).fault,
      ).toMatchObject({ code: 'NO_COMMAND' });
    });

    it('an id that does not follow from its command, and a command noted twice', () => {
      const match = someMatch(isOpen);
      const { events } = match;
      const last = events.at(-1) as RecordedEvent;
      const renamed = [...events.slice(0, -1), { ...last, id: randomUUID() }];
      expect(replayed(renamed)).toMatchObject({ event: { revision: last.revision }, code: 'OTHER_ID' });
      const twice = { actorId: 'ann', now: match.now, commandId: randomUUID() };
      match.append([MATCH.noted, MATCH.noted], twice);
      expect(replayed(events)).toMatchObject({ event: { type: 'CommandNoted' }, code: 'NO_COMMAND' });
    });

    it('a first event of another match, and an event of an unknown type', () => {
      const match = someMatch(isOpen);
      const moved = new Stream<MatchEvent>(MATCH.streamOf('another'), MATCH.schemaVersions);
      const [first] = match.events as [RecordedEvent<'MatchCreated', MatchEvent['data']>];
      moved.append([{ type: first.type, data: first.data } as MatchEvent], { actorId: 'ann', now: match.now });
      expect(replayed(moved.events)).toMatchObject({ event: { revision: 0n }, code: 'OTHER_EVENTS' });
      const strange = { ...first, type: 'Strange' };
      expect(replayed([strange])).toMatchObject({ code: 'UNKNOWN_EVENT' });
    });
  });

  describe('of a competition', () => {
    const { competitionId: id, course } = COMPETITION_EXAMPLES.CompetitionCreated;
    const NOW = '2026-11-20T03:00:00.000Z';
    const LATER = '2027-11-20T03:00:00.000Z';
    const all = new Set(['ann', 'ben', 'cat', 'dan']);
    const CREATE: CompetitionCommand = {
      type: 'CreateCompetition',
      competitionId: id,
      actorId: 'ann',
      name: 'Ringers',
      competitionType: 'ECLECTIC',
      course,
      duration: 4,
      days: ['Sunday', 'Monday'],
      allowance: 75,
      players: ['ben', 'ann', 'cat'],
      accounts: all,
    };
    function competition(commands: readonly CompetitionCommand[]): Stream<CompetitionEvent> {
      const stream = new Stream<CompetitionEvent>(COMPETITION.streamOf(id), COMPETITION.schemaVersions);
      let state: CompetitionState | null = null;
      for (const command of [CREATE, ...commands]) {
        const decision = decideCompetition(state, command, NOW);
        if (!decision.ok) throw new Error(decision.code);
        const events = decision.events.length === 0 ? [COMPETITION.noted] : decision.events;
        state = COMPETITION.fold(stream.append(events, { actorId: command.actorId, now: NOW }), state);
      }
      return stream;
    }
    const stories: [what: string, commands: CompetitionCommand[]][] = [
      ['other players', [{ type: 'SetPlayers', actorId: 'ann', players: ['cat', 'dan', 'ann'], accounts: all }]],
      [
        'opening and leaving',
        [
          { type: 'OpenCompetition', actorId: 'ben' },
          { type: 'OpenCompetition', actorId: 'ben' },
          { type: 'LeaveCompetition', actorId: 'ben' },
        ],
      ],
      ['a deletion', [{ type: 'DeleteCompetition', actorId: 'ann' }]],
      [
        'a deleted host’s account, with an heir',
        [{ type: 'LeaveForGood', actorId: 'ann', accounts: new Set(['cat']) }],
      ],
      ['a deleted host’s account, without an heir', [{ type: 'LeaveForGood', actorId: 'ann', accounts: new Set() }]],
      ['a deleted player’s account', [{ type: 'LeaveForGood', actorId: 'cat', accounts: all }]],
    ];

    it.each(stories)('finds no fault in events of deciders: %s', (_, commands) => {
      const stream = competition(commands);
      expect(replayed(stream.events)).toBeNull();
    });

    it('accepts the finish and a removal only from the system, and the finish only after the deadline', () => {
      const stream = competition([]);
      const state = COMPETITION.fold(stream.events, null) as CompetitionState;
      const [finished] = finishing(state, LATER) as [CompetitionEvent];
      const deleted: CompetitionEvent = { type: 'CompetitionDeleted', data: { reason: 'OPERATOR' } };
      const codeOf = (event: CompetitionEvent, by: By): string | null => {
        const other = competition([]);
        other.append([event], by);
        return replayed(other.events)?.code ?? null;
      };
      expect(codeOf(finished, { actorId: 'system', now: LATER })).toBeNull();
      expect(codeOf(finished, { actorId: 'system', now: NOW })).toBe('OTHER_EVENTS');
      expect(codeOf(finished, { actorId: 'ann', now: LATER })).toBe('FORBIDDEN');
      expect(codeOf(deleted, { actorId: 'system', now: NOW })).toBeNull();
      expect(codeOf(deleted, { actorId: 'ben', now: NOW })).toBe('FORBIDDEN');
      expect(codeOf({ type: 'CompetitionDeleted', data: { reason: 'HOST' } }, { actorId: 'ben', now: NOW })).toBe(
        'NOT_HOST',
      );
    });

    it('accepts a competition of version 1, without consent of its players', () => {
      const stream = new Stream<CompetitionEvent>(COMPETITION.streamOf(id), {
        ...COMPETITION.schemaVersions,
        CompetitionCreated: 1,
      });
      const decision = decideCompetition(null, CREATE, NOW);
      if (!decision.ok) throw new Error(decision.code);
      const events = decision.events.map((event) => {
        if (event.type !== 'CompetitionCreated') return event;
        const { consent: _, ...data } = event.data;
        return { type: event.type, data } as CompetitionEvent;
      });
      stream.append(events, { actorId: 'ann', now: NOW });
      expect(replayed(stream.events)).toBeNull();
    });
  });
});
