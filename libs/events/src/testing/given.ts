import { applyMatchEvent } from '../match/match.fold.js';
import type { Occurrence } from '../envelope/folding.js';
import type { MatchEvent } from '../match/match.events.js';
import type { Card, MatchState } from '../match/match.state.js';
import type { ErrorCode } from '@fairmark/contract';
import { refused, type MatchCommand, type Refused } from '../match/deciders/match.command.js';
import { decideMatch } from '../match/deciders/match.decider.js';
import { CREATED_AT } from './golfers.js';

/** An hour after the lobby was opened. */
export const AN_HOUR_LATER = '2026-04-30T23:00:00.000Z';
/** 24 hours after it was opened and its round started, and a millisecond before. */
export const A_DAY_LATER = '2026-05-01T22:00:00.000Z';
export const JUST_IN_TIME = '2026-05-01T21:59:59.999Z';

type Story<Event> = readonly (Event | readonly Event[])[];

/** What happened, a command, and its answer: the events, the code of a refusal, or a refusal with its details. */
export type RuleOf<Event, Command> = [
  what: string,
  story: Story<Event>,
  command: Command,
  answer: readonly Event[] | ErrorCode | Refused,
  now?: string,
];
export type Rule = RuleOf<MatchEvent, MatchCommand>;

/** Tests of rules, whose events all happened at one time and whose commands usually come at another. */
export function rulesOf<State, Event extends object, Command>(
  apply: (state: State | null, event: Event, at: Occurrence) => State,
  decide: (state: State | null, command: Command, now: string) => { ok: true; events: Event[] } | Refused,
  { recordedAt, usually }: { recordedAt: string; usually: string },
) {
  /** The state after these events. The first one's id is e1, the second's e2. */
  const stateAfter = (...story: Story<Event>): State | null => {
    const events = story.flat() as Event[];
    return events.reduce<State | null>(
      (state, event, at) => apply(state, event, { id: `e${at + 1}`, recordedAt }),
      null,
    );
  };

  /** Decides a command on the state after a story, and checks that deciding does not change it. */
  const decided = (story: Story<Event>, command: Command, now = usually) => {
    const state = stateAfter(...story);
    const before = structuredClone(state);
    const decision = decide(state, command, now);
    expect(state).toEqual(before);
    return decision;
  };

  /** One test for each rule. */
  const decides = (rules: readonly RuleOf<Event, Command>[]): void => {
    it.each(rules)('%s', (...[, story, command, answer, now]) => {
      const refusal = typeof answer === 'string' ? refused(answer) : answer;
      expect(decided(story, command, now)).toEqual('ok' in refusal ? refusal : { ok: true, events: refusal });
    });
  };
  return { stateAfter, decided, decides };
}

/** Rules of matches, whose events all happened when the match was created. */
export const { stateAfter, decided, decides } = rulesOf<MatchState, MatchEvent, MatchCommand>(
  applyMatchEvent,
  decideMatch,
  { recordedAt: CREATED_AT, usually: AN_HOUR_LATER },
);

/** A golfer's card in a match. */
export function cardOf({ cards }: MatchState, userId: string): Card {
  const card = cards.get(userId);
  if (card === undefined) throw new Error(`No card of ${userId}`);
  return card;
}

/** The match after a story that begins with one. */
export function matchAfter(...story: Story<MatchEvent>): MatchState {
  const state = stateAfter(...story);
  if (state === null) throw new Error('This story has no match in it');
  return state;
}
