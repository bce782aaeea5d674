import type { Format } from '@fairmark/scoring';
import * as fc from 'fast-check';
import type { MatchCommand } from '../match/deciders/match.command.js';
import { countingEntries } from '../match/match.queries.js';
import type { MatchState } from '../match/match.state.js';
import { create, leaveRound as leaves, score, set, sign as signs, start as starts } from './commands.js';
import { written } from './golfers.js';

export interface RandomMatch {
  create: MatchCommand;
  /** Each with the minutes that pass before it. */
  intents: { minutes: number; intent: Intent }[];
}

/**
 * What up to four golfers and a stranger want: single commands, and sequences of commands that golfers send in a row.
 * An intent becomes commands depending on the state of the match.
 */
type Intent = (state: MatchState, nextId: () => string) => MatchCommand[];

const GROUP = ['ann', 'ben', 'cat', 'dan'];
const golfer = fc.constantFrom(...GROUP);
const anyGolfer = fc.oneof({ weight: 30, arbitrary: golfer }, { weight: 1, arbitrary: fc.constant('zoe') });
const handicap = fc.constantFrom(-4, 10, 28.3);
const hole = fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 18 }));
const strokes = fc.integer({ min: 1, max: 9 });
const value = fc.oneof(strokes, fc.constant<'NS'>('NS'), fc.constant(null));

const one =
  (command: MatchCommand): Intent =>
  () => [command];

const join = golfer.map((userId): Intent => (state, nextId) => {
  const inviteId = nextId();
  return [
    { type: 'InvitePlayer', actorId: state.hostId, inviteId, userId },
    { type: 'AnswerInvite', actorId: userId, inviteId, status: 'ACCEPTED', gender: 'MALE' },
  ];
});

/** The invited golfer answers the latest or an older invitation; now and then another golfer does. */
const answer = fc
  .record({ nth: fc.constantFrom(0, 0, 1, 2), other: fc.option(anyGolfer, { freq: 2 }), accept: fc.boolean() })
  .map(({ nth, other, accept }): Intent => {
    const status = accept ? 'ACCEPTED' : 'DENIED';
    return (state) => {
      const invite = [...state.invites.values()].at(-1 - nth);
      const actorId = other ?? invite?.userId ?? 'zoe';
      return [{ type: 'AnswerInvite', actorId, inviteId: invite?.inviteId ?? 'none', status, gender: 'MALE' }];
    };
  });

/** All players in the lobby get ready, and the host starts. */
const teeOff = fc.record({ handicap }).map(({ handicap }): Intent => (state) => [
  ...[...state.members.keys()].map((actorId) => set(actorId, handicap, true)),
  starts({ actorId: state.hostId }),
]);

/** All players enter their missing holes, the same on both sides except for some. */
const play = fc
  .record({
    to: fc.constantFrom(9, 18, 18, 18),
    slips: fc.array(hole, { maxLength: 2 }),
    strokes: fc.integer({ min: 3, max: 8 }),
  })
  .map(({ to, slips, strokes }): Intent => {
    const fill = (entries: readonly unknown[], actorId: string | null, userId: string, slipped: readonly number[]) =>
      entries.slice(0, to).flatMap((entry, index) => {
        const value = slipped.includes(index + 1) ? strokes + 1 : strokes;
        return entry !== null || actorId === null ? [] : [score(actorId, userId, index + 1, value)];
      });
    return ({ cards }) =>
      [...cards.values()].flatMap(({ userId, markerId, player, marker }) => [
        ...fill(player, userId, userId, []),
        ...fill(marker, markerId, userId, slips),
      ]);
  });

/** Players adopt their markers' scores. */
const settle: Intent = (state) =>
  [...state.cards.values()].flatMap((card) =>
    card.marker.flatMap((entry, index) => {
      if (entry === null) return [];
      return [score(card.userId, card.userId, index + 1, entry.noScore ? 'NS' : entry.strokes)];
    }),
  );

/** Some players, one after another, sign what they can. */
const sign = fc.subarray(GROUP).map((golfers): Intent => {
  return () => golfers.map((actorId) => signs(actorId));
});

const scoring = fc
  .record({ actorId: anyGolfer, userId: anyGolfer, hole, value })
  .map(({ actorId, userId, hole, value }) => one(score(actorId, userId, hole, value)));

const invite = fc
  .record({ other: fc.option(anyGolfer, { freq: 2 }), userId: anyGolfer })
  .map(({ other, userId }): Intent => (state, nextId) => [
    { type: 'InvitePlayer', actorId: other ?? state.hostId, inviteId: nextId(), userId },
  ]);
const remove = fc.record({ actorId: anyGolfer, userId: anyGolfer }).map((who) => one({ type: 'RemovePlayer', ...who }));
const kick = golfer.map((userId): Intent => (state) => [{ type: 'RemovePlayer', actorId: state.hostId, userId }]);
const settings = fc
  .record({ actorId: anyGolfer, handicap, ready: fc.boolean() })
  .map((chosen) => one({ type: 'SetSettings', gender: 'MALE', ...chosen }));
/** "Not yet": the same handicap saved again without readying. */
const notYet = golfer.map((actorId): Intent => (state) => {
  const handicap = state.members.get(actorId)?.settings?.handicap ?? 10;
  return [true, false].map((ready) => set(actorId, handicap, ready));
});
const assign = fc.record({ userId: anyGolfer, markerId: anyGolfer }).map((chosen): Intent => (state) => [
  { type: 'AssignMarker', actorId: state.hostId, ...chosen },
]);
const start = fc
  .record({ actorId: anyGolfer, handicap: fc.option(handicap) })
  .map((chosen) => one({ type: 'StartMatch', gender: 'MALE', ...chosen }));
const leaveLobby = fc
  .record({ actorId: anyGolfer, reason: fc.constantFrom('LEFT', 'JOINED_ANOTHER', 'ACCOUNT_DELETED') })
  .map((leaving) => one({ type: 'LeaveLobby', ...leaving }));
const leaveRound = fc
  .record({ actorId: anyGolfer, reason: fc.constantFrom('LEFT', 'LEFT', 'ACCOUNT_DELETED') })
  .map((leaving) => one({ type: 'LeaveRound', ...leaving }));
/** Rain: all players leave. */
const abandon: Intent = (state) => [...state.cards.keys()].map((actorId) => leaves(actorId));
const signWith = fc
  .record({ actorId: anyGolfer, userId: anyGolfer })
  .map((signing) => one({ type: 'SignCards', ...signing }));
/** A member of the committee, who may be in the group, corrects holes of a card, and names some of their entries. */
const correct = fc
  .record({
    actorId: fc.constantFrom('zoe', ...GROUP),
    userId: golfer,
    scores: fc.dictionary(hole.map(String), fc.oneof({ weight: 12, arbitrary: strokes }, fc.constant<'NS'>('NS')), {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    }),
    named: fc.boolean(),
  })
  .map(({ actorId, userId, scores, named }): Intent => (state) => {
    const card = state.cards.get(userId);
    const counting = card === undefined ? [] : countingEntries(card);
    const holes = Object.entries(scores).map(([number, entry]) => {
      const replaces = named ? counting[Number(number) - 1]?.entryId : undefined;
      return { holeNumber: Number(number), ...written(entry), ...(replaces === undefined ? {} : { replaces }) };
    });
    return [{ type: 'CorrectCard', actorId, userId, reason: 'PENALTY', noteHash: null, holes }];
  });
const reopen = fc
  .record({ userId: golfer, as: fc.constantFrom('player', 'marker', 'another'), another: anyGolfer })
  .map(({ userId, as, another }): Intent => (state) => {
    const marker = state.cards.get(userId)?.markerId ?? another;
    const actorId = as === 'player' ? userId : as === 'marker' ? marker : another;
    return [{ type: 'ReopenCard', actorId, userId }];
  });

/** How often each is wanted in the lobby and during the round, also where it makes no sense. */
const WANTED: readonly [inLobby: number, inRound: number, intent: fc.Arbitrary<Intent>][] = [
  [48, 1, join],
  [24, 1, answer],
  [24, 0, invite],
  [4, 1, remove],
  [4, 0, kick],
  [8, 1, settings],
  [4, 0, notYet],
  [8, 16, assign],
  [4, 1, start],
  [4, 1, leaveLobby],
  [0, 56, play],
  [0, 48, fc.constant(settle)],
  [0, 64, sign],
  [1, 40, signWith],
  [1, 32, reopen],
  [0, 32, correct],
  [1, 64, scoring],
  [1, 8, leaveRound],
  [0, 2, fc.constant(abandon)],
];

/** Now and then a day passes. */
const minutes = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 1, arbitrary: fc.constant(24 * 60) },
);

const wanted = (
  weighted: { weight: number; arbitrary: fc.Arbitrary<Intent> }[],
  minLength: number,
  maxLength: number,
) => fc.array(fc.record({ minutes, intent: fc.oneof(...weighted) }), { minLength, maxLength, size: 'max' });
const lobby = wanted(
  WANTED.map(([weight, , arbitrary]) => ({ weight, arbitrary })),
  2,
  12,
);
const round = wanted(
  WANTED.map(([, weight, arbitrary]) => ({ weight, arbitrary })),
  3,
  25,
);

export const randomMatch: fc.Arbitrary<RandomMatch> = fc.record({
  create: fc
    .record({
      matchType: fc.constantFrom<Format[]>('STROKE', 'STABLEFORD', 'PAR'),
      social: fc.constantFrom(false, false, false, true),
      maxGroupSize: fc.integer({ min: 2, max: 4 }),
    })
    .map(({ matchType, social, maxGroupSize }) =>
      create(social ? { playType: 'SOCIAL', maxGroupSize } : { matchType, maxGroupSize }),
    ),
  intents: fc
    .tuple(lobby, fc.record({ minutes: fc.constant(0), intent: teeOff }), round)
    .map(([before, off, after]) => [...before, off, ...after]),
});
