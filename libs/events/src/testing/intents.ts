import { countingEntries } from '../match/match.queries.js';
import type { MatchState } from '../match/match.state.js';
import * as fc from 'fast-check';
import type { MatchCommand } from '../match/deciders/match.command.js';
import { leaveRound as leaves, score, set, sign as signs, start as starts } from './commands.js';
import { written } from './golfers.js';

/**
 * Intents of up to four golfers and a stranger: single commands, and sequences of commands that golfers send in a row.
 * An intent becomes commands depending on the state of the match.
 */

export type Intent = (state: MatchState, nextId: () => string) => MatchCommand[];

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

export const join = golfer.map((userId): Intent => (state, nextId) => {
  const inviteId = nextId();
  return [
    { type: 'InvitePlayer', actorId: state.hostId, inviteId, userId },
    { type: 'AnswerInvite', actorId: userId, inviteId, status: 'ACCEPTED', gender: 'MALE' },
  ];
});

/** The invited golfer answers the latest or an older invitation; now and then another golfer does. */
export const answer = fc
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
export const teeOff = fc.record({ handicap }).map(({ handicap }): Intent => (state) => [
  ...[...state.members.keys()].map((actorId) => set(actorId, handicap, true)),
  starts({ actorId: state.hostId }),
]);

/** All players enter their missing holes, the same on both sides except for some. */
export const play = fc
  .record({
    to: fc.constantFrom(9, 18, 18, 18),
    slips: fc.array(hole, { maxLength: 2 }),
    strokes: fc.integer({ min: 3, max: 8 }),
  })
  .map(
    ({ to, slips, strokes }): Intent =>
      (state) =>
        [...state.cards.values()].flatMap((card) => {
          const writers = [card.userId, card.markerId];
          return writers.flatMap((actorId, side) => {
            const entries = side === 0 ? card.player : card.marker;
            if (actorId === null) return [];
            return entries.flatMap((entry, index) => {
              if (entry !== null || index >= to) return [];
              const slip = side === 1 && slips.includes(index + 1);
              return [score(actorId, card.userId, index + 1, slip ? strokes + 1 : strokes)];
            });
          });
        }),
  );

/** Players adopt their markers' scores. */
export const settle: Intent = (state) =>
  [...state.cards.values()].flatMap((card) =>
    card.marker.flatMap((entry, index) => {
      if (entry === null) return [];
      return [score(card.userId, card.userId, index + 1, entry.noScore ? 'NS' : entry.strokes)];
    }),
  );

/** Some players, one after another, sign what they can. */
export const sign = fc.subarray(GROUP).map(
  (golfers): Intent =>
    () =>
      golfers.map((actorId) => signs(actorId)),
);

export const scoring = fc
  .record({ actorId: anyGolfer, userId: anyGolfer, hole, value })
  .map(({ actorId, userId, hole, value }) => one(score(actorId, userId, hole, value)));

export const invite = fc
  .record({ other: fc.option(anyGolfer, { freq: 2 }), userId: anyGolfer })
  .map(({ other, userId }): Intent => (state, nextId) => [
    { type: 'InvitePlayer', actorId: other ?? state.hostId, inviteId: nextId(), userId },
  ]);
export const remove = fc
  .record({ actorId: anyGolfer, userId: anyGolfer })
  .map((who) => one({ type: 'RemovePlayer', ...who }));
export const kick = golfer.map((userId): Intent => (state) => [
  { type: 'RemovePlayer', actorId: state.hostId, userId },
]);
export const settings = fc
  .record({ actorId: anyGolfer, handicap, ready: fc.boolean() })
  .map((chosen) => one({ type: 'SetSettings', gender: 'MALE', ...chosen }));
/** "Not yet": the same handicap saved again without readying. */
export const notYet = golfer.map((actorId): Intent => (state) => {
  const handicap = state.members.get(actorId)?.settings?.handicap ?? 10;
  return [true, false].map((ready) => set(actorId, handicap, ready));
});
export const assign = fc.record({ userId: anyGolfer, markerId: anyGolfer }).map((chosen): Intent => (state) => [
  { type: 'AssignMarker', actorId: state.hostId, ...chosen },
]);
export const start = fc
  .record({ actorId: anyGolfer, handicap: fc.option(handicap) })
  .map((chosen) => one({ type: 'StartMatch', gender: 'MALE', ...chosen }));
export const leaveLobby = fc
  .record({ actorId: anyGolfer, reason: fc.constantFrom('LEFT', 'JOINED_ANOTHER', 'ACCOUNT_DELETED') })
  .map((leaving) => one({ type: 'LeaveLobby', ...leaving }));
export const leaveRound = fc
  .record({ actorId: anyGolfer, reason: fc.constantFrom('LEFT', 'LEFT', 'ACCOUNT_DELETED') })
  .map((leaving) => one({ type: 'LeaveRound', ...leaving }));
/** Rain: all players leave. */
export const abandon: Intent = (state) => [...state.cards.keys()].map((actorId) => leaves(actorId));
export const signWith = fc
  .record({ actorId: anyGolfer, userId: anyGolfer })
  .map((signing) => one({ type: 'SignCards', ...signing }));
/** A member of the committee, who may be in the group, corrects holes of a card, and names some of their entries. */
export const correct = fc
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
export const reopen = fc
  .record({ userId: golfer, as: fc.constantFrom('player', 'marker', 'another'), another: anyGolfer })
  .map(({ userId, as, another }): Intent => (state) => {
    const marker = state.cards.get(userId)?.markerId ?? another;
    const actorId = as === 'player' ? userId : as === 'marker' ? marker : another;
    return [{ type: 'ReopenCard', actorId, userId }];
  });
