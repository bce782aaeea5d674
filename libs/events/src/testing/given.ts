import { applyMatchEvent } from '../match/match.fold.js';
import type { MatchEvent } from '../match/match.events.js';
import type { MatchState } from '../match/match.state.js';
import type { ErrorCode } from '@fairmark/contract';
import type { Decision, MatchCommand, Refused } from '../match/deciders/match.command.js';
import { decideMatch } from '../match/deciders/match.decider.js';
import { CREATED_AT } from './golfers.js';

/** An hour after the lobby was opened. */
export const AN_HOUR_LATER = '2026-04-30T23:00:00.000Z';
/** 24 hours after it was opened and its round started, and a millisecond before. */
export const A_DAY_LATER = '2026-05-01T22:00:00.000Z';
export const JUST_IN_TIME = '2026-05-01T21:59:59.999Z';

type Story = MatchEvent | readonly MatchEvent[];

/** The match after these events. The first event's id is e1, the second's e2; all happened when the match was created. */
function stateAfter(...stories: Story[]): MatchState | null {
  const events: MatchEvent[] = stories.flatMap((story) => story);
  return events.reduce<MatchState | null>(
    (state, event, index) => applyMatchEvent(state, event, { id: `e${index + 1}`, recordedAt: CREATED_AT }),
    null,
  );
}

/** As `stateAfter`, for stories that begin with a match. */
export function matchAfter(...stories: Story[]): MatchState {
  const state = stateAfter(...stories);
  if (state === null) throw new Error('This story has no match in it');
  return state;
}

/** Decides a command on the match after a story, and checks that deciding does not change the match. */
export function decided(story: readonly Story[], command: MatchCommand, now: string = AN_HOUR_LATER): Decision {
  const state = stateAfter(...story);
  const before = structuredClone(state);
  const decision = decideMatch(state, command, now);
  expect(state).toEqual(before);
  return decision;
}

/** What happened, a command, and its answer: the events, the code of a refusal, or a refusal with its details. */
export type Rule = [
  what: string,
  story: readonly Story[],
  command: MatchCommand,
  answer: readonly MatchEvent[] | ErrorCode | Refused,
  now?: string,
];

/** One test for each rule. */
export function decides(rules: readonly Rule[]): void {
  it.each(rules)('%s', (...[, story, command, answer, now]) => {
    const decision = decided(story, command, now);
    if (typeof answer === 'string') expect(decision).toMatchObject({ ok: false, code: answer });
    else expect(decision).toEqual('ok' in answer ? answer : { ok: true, events: answer });
  });
}
