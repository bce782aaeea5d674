import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '../../envelope/envelope.js';
import { cardHash } from '../card-hash.js';
import type { MatchEvents } from '../match.events.js';
import { foldMatch, isMatchEvent } from '../match.fold.js';
import { countingEntries } from '../match.queries.js';
import { REPEAT, seedOf } from '../../testing/repeat.js';
import * as fc from 'fast-check';
import type { Decision, MatchCommand } from './match.command.js';
import { PlayedMatch } from '../../testing/played.js';
import { MATCH_EXAMPLES } from '../../testing/event-examples.js';
import { randomMatch } from '../../testing/random-match.js';
import { PaperMatch } from '../../testing/paper-match.js';

const SEED = seedOf(20261120);
const RUNS = 200 * REPEAT;
/** Grows with the repetitions; one match takes about 10 ms. */
const TIMEOUT_MS = 30_000 + RUNS * 100;

/** A match whose events are compared with a simple model of it, the match on paper. */
class Checked extends PlayedMatch {
  readonly paper = new PaperMatch();

  protected override decide(command: MatchCommand): Decision {
    const before = structuredClone(this.state);
    const decision = super.decide(command);
    if (!isDeepStrictEqual(this.state, before)) throw new Error(`Deciding ${command.type} changed the match`);
    return decision;
  }

  protected override do(command: MatchCommand): RecordedEvent[] {
    const stored = super.do(command);
    for (const event of stored.filter(isMatchEvent)) {
      this.paper.observe(event);
      if (event.type === 'CardCorrected') this.checkHash(event.data);
    }
    if (this.state !== null) this.paper.compare(this.state);
    const again = super.decide(command);
    if (stored.length > 0 && again.ok && again.events.length > 0) throw new Error(`${command.type} happened again`);
    return stored;
  }

  /** A correction carries the hash of the card as it counts from then on. */
  private checkHash({ userId, cardHash: hash }: MatchEvents['CardCorrected']): void {
    const card = this.state?.cards.get(userId);
    if (this.state === null || card === undefined) throw new Error(`${userId} has no card`);
    if (hash !== cardHash(this.state, { ...card, marker: countingEntries(card) })) throw new Error('Another hash');
  }
}

describe(`Random matches (SEED=${SEED}, ${RUNS} of them)`, () => {
  const seen = new Map<string, number>();
  let mostCards = 0;

  it(
    'keep every promise, whatever commands are sent',
    () => {
      fc.assert(
        fc.property(randomMatch, (random) => {
          const match = new Checked().play(random);
          // Folded command by command, and now in one go.
          expect(foldMatch(match.events)).toEqual(match.state);
          for (const [type, times] of match.paper.seen) seen.set(type, (seen.get(type) ?? 0) + times);
          mostCards = Math.max(mostCards, match.state?.cards.size ?? 0);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it('covered every type of event, and groups of four', () => {
    expect([...seen.keys()].sort()).toEqual(Object.keys(MATCH_EXAMPLES).sort());
    expect(mostCards).toBe(4);
  });
});
