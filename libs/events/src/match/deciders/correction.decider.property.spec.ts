import { applyMatchEvent } from '../match.fold.js';
import { cardHash } from '../card-hash.js';
import { countingEntries } from '../match.queries.js';
import type { Card, MatchState } from '../match.state.js';
import { REPEAT, seedOf } from '../../testing/repeat.js';
import * as fc from 'fast-check';
import type { HoleCorrection, MatchCommand } from './match.command.js';
import { decideMatch } from './match.decider.js';
import { AN_HOUR_LATER, matchAfter } from '../../testing/given.js';
import { roundOf, signed, verified, wholeCard } from '../../testing/golfers.js';

const SEED = seedOf(20261122);
const RUNS = 200 * REPEAT;

type Score = number | 'NS';

const score = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) }, fc.constant<Score>('NS'));
const card = fc.array(score, { minLength: 18, maxLength: 18 });
/** Some holes of the card, each once, in any order. */
const correction = fc.uniqueArray(
  fc.record({ holeNumber: fc.integer({ min: 1, max: 18 }), score, named: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 6,
    selector: ({ holeNumber }) => holeNumber,
  },
);

function annOf(state: MatchState): Card {
  const card = state.cards.get('ann');
  if (card === undefined) throw new Error('Ann has no card');
  return card;
}

/** A verified card with these scores. */
function verifiedMatch(scores: readonly Score[]): MatchState {
  const except = Object.fromEntries(scores.map((value, index) => [index + 1, value]));
  const entries = wholeCard('ann', 'ben', except, except);
  const signatures = [signed('ann', 'PLAYER', 'ann', 'h'), signed('ann', 'MARKER', 'ben', 'h'), verified('ann', 'h')];
  return matchAfter(roundOf(['ann', 'ben']), entries, signatures);
}

const scoreOf = ({ strokes, noScore }: Pick<HoleCorrection, 'strokes' | 'noScore'>): Score | null =>
  noScore ? 'NS' : strokes;
const counts = (state: MatchState) =>
  countingEntries(annOf(state)).map((entry) => (entry === null ? null : scoreOf(entry)));
/** Everything that golfers entered and signed. */
const written = (state: MatchState) => {
  const { player, marker, signatures, verified, verifiedAt } = annOf(state);
  return structuredClone({ player, marker, signatures, verified, verifiedAt, other: state.cards.get('ben') });
};

test(`the counting scores are the marker’s with every correction applied; entries and signatures stay (SEED=${SEED})`, () => {
  let [happened, repeated] = [0, 0];
  fc.assert(
    fc.property(card, fc.array(correction, { maxLength: 8 }), (scores, corrections) => {
      let state = verifiedMatch(scores);
      const before = written(state);
      const truth = [...scores];
      corrections.forEach((holes, nth) => {
        const now = countingEntries(annOf(state));
        const command: MatchCommand = {
          type: 'CorrectCard',
          actorId: 'zoe',
          userId: 'ann',
          reason: 'PENALTY',
          noteHash: null,
          holes: holes.map(({ holeNumber, score, named }) => ({
            holeNumber,
            strokes: score === 'NS' ? null : score,
            noScore: score === 'NS',
            ...(named ? { replaces: now[holeNumber - 1]?.entryId ?? '' } : {}),
          })),
        };
        const decision = decideMatch(state, command, AN_HOUR_LATER);
        if (!decision.ok) throw new Error(decision.code);
        const changes = holes.some(({ holeNumber, score }) => truth[holeNumber - 1] !== score);
        expect(decision.events).toHaveLength(changes ? 1 : 0);
        for (const { holeNumber, score } of holes) truth[holeNumber - 1] = score;
        for (const event of decision.events) {
          if (event.type !== 'CardCorrected') throw new Error(event.type);
          // Each hole of the event changes a score, and names the entry that it replaces.
          for (const hole of event.data.holes) {
            expect(hole.replaces).toBe(now[hole.holeNumber - 1]?.entryId);
            expect(scoreOf(hole)).toBe(truth[hole.holeNumber - 1]);
          }
          state = applyMatchEvent(state, event, { id: `correction-${nth}`, recordedAt: AN_HOUR_LATER });
          expect(event.data.cardHash).toBe(cardHash(state, { ...annOf(state), marker: countingEntries(annOf(state)) }));
          happened += 1;
        }
        repeated += changes ? 0 : 1;
        expect(counts(state)).toEqual(truth);
      });
      expect(written(state)).toEqual(before);
    }),
    { seed: SEED, numRuns: RUNS },
  );
  // Both kinds occurred: corrections that change something, and corrections that do not.
  expect(Math.min(happened, repeated)).toBeGreaterThan(0);
});
