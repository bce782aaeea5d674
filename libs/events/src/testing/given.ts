import { applyMatchEvent } from '../match/match.fold.js';
import type { MatchEvent } from '../match/match.events.js';
import type { MatchState } from '../match/match.state.js';
import type { ErrorCode } from '@fairmark/contract';
import type { MatchCommand } from '../match/deciders/match.command.js';
import { decideMatch } from '../match/deciders/match.decider.js';
import { CREATED_AT } from './golfers.js';

/** An hour after the lobby was opened. */
export const AN_HOUR_LATER = '2026-04-30T23:00:00.000Z';

type Story = MatchEvent | readonly MatchEvent[];

/** The match after these events. The first event's id is e1, the second's e2; all happened when the match was created. */
export function stateAfter(...stories: Story[]): MatchState | null {
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

/** `given(what happened).when(a command)`, and then `.thenHappens(events)`, `.thenRefused(why)` or `.thenNothing()`. */
export function given(...stories: Story[]) {
  return {
    when(command: MatchCommand, now: string = AN_HOUR_LATER) {
      const state = stateAfter(...stories);
      const before = structuredClone(state);
      const decision = decideMatch(state, command, now);
      // A decider must not change the state.
      expect(state).toEqual(before);
      return {
        decision,
        thenHappens(...expected: Story[]) {
          expect(decision).toEqual({ ok: true, events: expected.flatMap((story) => story) });
        },
        thenNothing() {
          expect(decision).toEqual({ ok: true, events: [] });
        },
        /** Without `details`, only the code counts. */
        thenRefused(code: ErrorCode, details?: Record<string, unknown>, message?: string) {
          expect(decision).toMatchObject({ ok: false, code });
          if (details !== undefined) expect(decision).toEqual({ ok: false, code, details, message });
          else if (message !== undefined) expect(decision).toMatchObject({ message });
        },
      };
    },
  };
}
