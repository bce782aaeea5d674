import { isDeepStrictEqual } from 'node:util';
import { applyMatchEvent } from '../match.fold.js';
import { isLobbyOver } from '../match.queries.js';
import type { MatchEventType } from '../match.events.js';
import type { MatchState } from '../match.state.js';
import { REPEAT, seedOf } from '../../testing/repeat.js';
import * as fc from 'fast-check';
import type { Decision, MatchCommand } from './match.command.js';
import { decideMatch } from './match.decider.js';
import { CREATED_AT } from '../../testing/golfers.js';
import { expectedOutcome } from '../../testing/expected.js';
import { randomMatch } from '../../testing/random-match.js';
import { PaperMatch } from '../../testing/paper-match.js';

const SEED = seedOf(20261120);
const RUNS = 600 * REPEAT;
const MINUTE = 60_000;
/** Grows with the repetitions; one match takes about 10 ms. */
const TIMEOUT_MS = 30_000 + RUNS * 100;

/** A match that is played through decider and fold, and written down on paper beside. */
class Played {
  state: MatchState | null = null;
  readonly paper = new PaperMatch();
  private events = 0;
  private now = Date.parse(CREATED_AT);

  wait(minutes: number): void {
    this.now += minutes * MINUTE;
  }

  do(command: MatchCommand): void {
    const now = new Date(this.now).toISOString();
    const expected = this.expected(command, now);
    const before = structuredClone(this.state);
    const decision = decideMatch(this.state, command, now);
    if (!isDeepStrictEqual(this.state, before)) throw new Error(`Deciding ${command.type} changed the match`);
    if (expected !== null && outcome(decision) !== expected) {
      throw new Error(`${JSON.stringify(command)}: ${outcome(decision)}, not ${expected}`);
    }
    if (!decision.ok) return;

    for (const event of decision.events) {
      this.events += 1;
      const at = { id: `e${this.events}`, recordedAt: now };
      this.paper.observe(event, at.id);
      this.state = applyMatchEvent(this.state, event, at);
    }
    if (this.state !== null) this.paper.compare(this.state);
    const again = decideMatch(this.state, command, now);
    if (again.ok && again.events.length > 0) throw new Error(`${command.type} again: ${outcome(again)}`);
  }

  /** What the paper says must happen; null where it has no opinion. */
  private expected(command: MatchCommand, now: string): string | null {
    if (this.state === null || this.paper.phase === 'OVER' || isLobbyOver(this.state, now)) return null;
    return expectedOutcome(this.paper, command);
  }
}

function outcome(decision: Decision): string {
  if (!decision.ok) return decision.code;
  return decision.events.length > 0 ? 'events' : 'nothing';
}

describe(`Random matches (SEED=${SEED}, ${RUNS} of them)`, () => {
  const seen = new Map<string, number>();
  let mostCards = 0;

  it(
    'keep every promise, whatever anybody asks',
    () => {
      fc.assert(
        fc.property(randomMatch, ({ create, intents }) => {
          const match = new Played();
          let invites = 0;
          const nextId = () => `invite-${(invites += 1)}`;
          match.do(create);
          for (const { minutes, intent } of intents) {
            match.wait(minutes);
            if (match.state === null) throw new Error('There is no match');
            for (const command of intent(match.state, nextId)) match.do(command);
          }
          for (const [type, times] of match.paper.seen) seen.set(type, (seen.get(type) ?? 0) + times);
          mostCards = Math.max(mostCards, match.state?.cards.size ?? 0);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it('saw everything that a decider makes happen to a match', () => {
    const all: Record<Exclude<MatchEventType, 'CommandNoted'>, true> = {
      MatchCreated: true,
      PlayerInvited: true,
      InviteAccepted: true,
      InviteDenied: true,
      InviteRemoved: true,
      HandicapSet: true,
      PlayerReadied: true,
      PlayerUnreadied: true,
      PlayerRemoved: true,
      PlayerLeftLobby: true,
      MarkersAssigned: true,
      LobbyEnded: true,
      MatchStarted: true,
      HoleScored: true,
      HoleScoreCleared: true,
      CardSigned: true,
      CardVerified: true,
      CardReopened: true,
      CardCorrected: true,
      PlayerWithdrew: true,
      AccountClosed: true,
      HostChanged: true,
      MatchEnded: true,
    };
    expect([...seen.keys()].sort()).toEqual(Object.keys(all).sort());
    expect(mostCards).toBe(4);
  });
});
