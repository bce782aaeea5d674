import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { decideCompetition } from '../competition/deciders/competition.decider.js';
import type { CompetitionCommand } from '../competition/deciders/competition.decider.js';
import { COMPETITION } from '../competition/competition.fold.js';
import { finishing } from '../competition/competition.queries.js';
import type { CompetitionEvent } from '../competition/competition.events.js';
import type { CompetitionState } from '../competition/competition.state.js';
import type { EventMetadata, RecordedEvent } from '../envelope/envelope.js';
import type { MatchCommand } from '../match/deciders/match.command.js';
import { MATCH } from '../match/match.fold.js';
import type { MatchEvent } from '../match/match.events.js';
import type { Card, Entry, MatchState } from '../match/match.state.js';
import { CREATE, deletes, leaves, leavesAsPlayer, opens, sets } from '../testing/competitions.js';
import { entered, signed, verified } from '../testing/golfers.js';
import { PlayedMatch, Stream, type By } from '../testing/played.js';
import { randomMatch, type RandomMatch } from '../testing/random-match.js';
import { REPEAT, seedOf } from '../testing/repeat.js';
import { committeesOf } from './committees.js';
import { replayStream } from './replay.js';

const SEED = seedOf(20261123);
const RUNS = 100 * REPEAT;

/** Without a history of roles, every golfer counts as of the committee. */
const replayed = (events: readonly RecordedEvent[]) => replayStream(events, committeesOf([]));

/** Enough for a match with a card of each kind. */
const MATCHES = fc.sample(randomMatch, { seed: SEED, numRuns: 500 });

/** A random match whose state fulfils a condition. */
function someMatch(wanted: (state: MatchState) => boolean): PlayedMatch {
  for (const random of MATCHES) {
    const match = new PlayedMatch().play(random);
    if (match.state !== null && wanted(match.state)) return match;
  }
  throw new Error('No random match fulfils the condition');
}

const HASH = 'a'.repeat(64);

type Change = [day: string, time: string, change: 'GRANTED' | 'REVOKED', userId: string, courseId?: string];

it.each<[what: string, isAllowed: boolean, ...changes: Change[]]>([
  ['was on the committee', true, ['20', '00:00', 'GRANTED', 'cat']],
  ['had the role before the recorded history', true, ['22', '00:00', 'GRANTED', 'cat']],
  ['lost the role a minute before', true, ['20', '00:00', 'GRANTED', 'cat'], ['21', '21:29', 'REVOKED', 'cat']],
  ['was never on the committee', false, ['20', '00:00', 'GRANTED', 'bob']],
  ['was on that of another course', false, ['20', '00:00', 'GRANTED', 'cat', 'elsewhere']],
  ['got it a minute later', true, ['21', '21:31', 'GRANTED', 'cat'], ['20', '00:00', 'GRANTED', 'bob']],
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

  const A_DAY = 24 * 60;
  it.each<[MatchCommand['type'], reason: 'LEFT' | 'JOINED_ANOTHER' | 'ACCOUNT_DELETED', minutes: number, end: string]>([
    ['LeaveLobby', 'LEFT', 5, 'HOST_LEFT'],
    ['LeaveLobby', 'JOINED_ANOTHER', 5, 'HOST_JOINED_ANOTHER'],
    ['LeaveLobby', 'ACCOUNT_DELETED', 5, 'ACCOUNT_DELETED'],
    ['LeaveRound', 'LEFT', 5, 'HOST_ENDED'],
    ['LeaveRound', 'LEFT', A_DAY, 'EXPIRED'],
  ])('finds no fault in a lobby that %s ends, %s, after %i minutes: %s', (type, reason, minutes, endReason) => {
    const leave = { type, reason, actorId: 'ann' } as MatchCommand;
    const [{ create }] = MATCHES as [RandomMatch];
    const { events, state } = new PlayedMatch().play({ create, intents: [{ minutes, intent: () => [leave] }] });
    expect(state).toMatchObject({ status: 'ENDED', endReason });
    expect(replayed(events)).toBeNull();
  });

  describe('finds what was appended to a match with right hashes', () => {
    /** A match with a card that fulfils a condition, and its golfer. */
    const withCard = (wanted: (card: Card, state: MatchState) => boolean) => {
      const cardOf = (state: MatchState) => [...state.cards.values()].find((card) => wanted(card, state));
      const match = someMatch((state) => state.status === 'STARTED' && cardOf(state) !== undefined);
      return { match, card: cardOf(match.state as MatchState) as Card };
    };
    const open = withCard(({ signatures }) => Object.keys(signatures).length === 0);
    const verifiedOne = withCard((card) => card.verified);
    const incomplete = withCard(({ player }, { playType }) => playType === 'COMPETITION' && player.includes(null));

    const correct = (correctedBy: string): MatchEvent => {
      const { userId, marker } = verifiedOne.card;
      const [entry] = marker as [Entry];
      const hole = { holeNumber: 1, strokes: (entry.strokes ?? 3) + 1, noScore: false, replaces: entry.entryId };
      const about = { userId, correctedBy, reason: 'RULING', noteHash: null, cardHash: HASH } as const;
      return { type: 'CardCorrected', data: { ...about, holes: [hole] } };
    };
    const [player, golfer] = [verifiedOne.card.userId, incomplete.card.userId];
    const late = entered(player, 'PLAYER', player, 1, 15);
    /** The events of a match, and these of a forger. */
    const forged = ({ events, now }: PlayedMatch, actorId: string, ...more: MatchEvent[]): RecordedEvent[] => {
      const stream = new Stream<MatchEvent>(events[0]?.stream ?? '', MATCH.schemaVersions);
      stream.events.push(...events);
      stream.append(more, { actorId, now });
      return stream.events;
    };
    const NOT_YET = /^(ROUND_NOT_COMPLETE|ROUND_WITHDRAWN|NO_MARKER|MATCH_NOT_FOUND)/;

    it.each<[string, PlayedMatch, MatchEvent, by: string, code: RegExp]>([
      ['a stranger’s score', open.match, entered(open.card.userId, 'MARKER', 'zoe', 1, 15), 'zoe', /^MATCH_NOT_FOUND$/],
      ['a score on a verified card', verifiedOne.match, late, player, /^ROUND_SIGNED$/],
      ['a correction of one’s own card', verifiedOne.match, correct(player), player, /^OWN_CARD$/],
      ['a correction with a wrong card hash', verifiedOne.match, correct('zoe'), 'zoe', /^OTHER_EVENTS$/],
      ['a signature on an incomplete card', incomplete.match, signed(golfer, 'PLAYER', golfer, HASH), golfer, NOT_YET],
      ['a stranger’s signature', incomplete.match, signed(golfer, 'MARKER', 'zoe', HASH), 'zoe', /^MATCH_NOT_FOUND$/],
      ['a verification without signatures', incomplete.match, verified(golfer, HASH), golfer, /^NO_COMMAND$/],
    ])('%s', (_, match, event, actorId, code) => {
      const at = { revision: BigInt(match.events.length), type: event.type };
      const fault = replayed(forged(match, actorId, event));
      expect(fault).toMatchObject({ event: at, actorId, code: expect.stringMatching(code) });
    });

    it.each<[string, Partial<EventMetadata>]>([
      ['another golfer', { actorId: 'zoe' }],
      ['another time', { recordedAt: '2026-04-30T21:00:00.000Z' }],
    ])('an event with %s than the others of its command', (_, change) => {
      const { events } = verifiedOne.match;
      const at = events.findIndex(({ type }) => type === 'CardVerified');
      const { metadata, ...event } = events[at] as RecordedEvent;
      const changed = events.with(at, { ...event, metadata: { ...metadata, ...change } });
      expect(replayed(changed)).toMatchObject({ event: { type: 'CardVerified' }, code: 'OTHER_EVENTS' });
    });

    it('an id that does not follow from its command, and a command noted twice', () => {
      const { events } = open.match;
      const last = events.at(-1) as RecordedEvent;
      const otherId = replayed([...events.slice(0, -1), { ...last, id: randomUUID() }]);
      expect(otherId).toMatchObject({ event: { revision: last.revision }, code: 'OTHER_ID' });
      const twice = replayed(forged(open.match, 'ann', MATCH.noted, MATCH.noted));
      expect(twice).toMatchObject({ event: { type: 'CommandNoted' }, code: 'NO_COMMAND' });
    });

    it('a first event of another match, and an event of an unknown type', () => {
      const [first] = open.match.events as [RecordedEvent & MatchEvent];
      const moved = new Stream<MatchEvent>(MATCH.streamOf('another'), MATCH.schemaVersions);
      moved.append([first], { actorId: 'ann', now: open.match.now });
      expect(replayed(moved.events)).toMatchObject({ event: { revision: 0n }, code: 'OTHER_EVENTS' });
      expect(replayed([{ ...first, type: 'Strange' }])).toMatchObject({ code: 'UNKNOWN_EVENT' });
    });
  });

  describe('of a competition', () => {
    const NOW = '2026-11-20T03:00:00.000Z';
    const LATER = '2027-11-20T03:00:00.000Z';
    const name = COMPETITION.streamOf(CREATE.competitionId);
    const create = { ...CREATE, players: ['ann', 'host', 'cat'] };
    function competition(commands: readonly CompetitionCommand[]): Stream<CompetitionEvent> {
      const stream = new Stream<CompetitionEvent>(name, COMPETITION.schemaVersions);
      let state: CompetitionState | null = null;
      for (const command of [create, ...commands]) {
        const decision = decideCompetition(state, command, NOW);
        if (!decision.ok) throw new Error(decision.code);
        const events = decision.events.length === 0 ? [COMPETITION.noted] : decision.events;
        state = COMPETITION.fold(stream.append(events, { actorId: command.actorId, now: NOW }), state);
      }
      return stream;
    }
    it.each<[string, CompetitionCommand[]]>([
      ['other players', [sets(['cat', 'bob', 'host'])]],
      ['opening twice and leaving', [opens('ann'), opens('ann'), leavesAsPlayer('ann')]],
      ['a deletion', [deletes('host')]],
      ['a deleted host’s account, with an heir', [leaves('host', ['cat'])]],
      ['a deleted host’s account, without an heir', [leaves('host', [])]],
      ['a deleted player’s account', [leaves('cat')]],
    ])('finds no fault in events of deciders: %s', (_, commands) =>
      expect(replayed(competition(commands).events)).toBeNull(),
    );

    const state = COMPETITION.fold(competition([]).events, null) as CompetitionState;
    const [finished] = finishing(state, LATER) as [CompetitionEvent];
    const deleted = (reason: 'OPERATOR' | 'HOST'): CompetitionEvent => ({
      type: 'CompetitionDeleted',
      data: { reason },
    });
    it.each<[string, CompetitionEvent, By, string | null]>([
      ['the finish from the system after the deadline', finished, { actorId: 'system', now: LATER }, null],
      ['not before it', finished, { actorId: 'system', now: NOW }, 'OTHER_EVENTS'],
      ['not from a golfer', finished, { actorId: 'host', now: LATER }, 'FORBIDDEN'],
      ['a removal from the system', deleted('OPERATOR'), { actorId: 'system', now: NOW }, null],
      ['not from a golfer, as an operator', deleted('OPERATOR'), { actorId: 'ann', now: NOW }, 'FORBIDDEN'],
      ['or as the host', deleted('HOST'), { actorId: 'ann', now: NOW }, 'NOT_HOST'],
    ])('accepts %s', (_, event, by, code) => {
      const stream = competition([]);
      stream.append([event], by);
      expect(replayed(stream.events)?.code ?? null).toBe(code);
    });

    it('accepts a competition of version 1, without consent of its players', () => {
      const stream = new Stream<CompetitionEvent>(name, { ...COMPETITION.schemaVersions, CompetitionCreated: 1 });
      const decision = decideCompetition(null, create, NOW);
      if (!decision.ok) throw new Error(decision.code);
      const events = decision.events.map((event) => {
        if (event.type !== 'CompetitionCreated') return event;
        const { consent: _, ...data } = event.data;
        return { type: event.type, data } as CompetitionEvent;
      });
      stream.append(events, { actorId: 'host', now: NOW });
      expect(replayed(stream.events)).toBeNull();
    });
  });
});
