import { brokenStep, replayAt } from './replay.js';
import { ALEX, SAM, startedRound } from '../testing/story.js';

const of = (story: ReturnType<ReturnType<typeof startedRound>['done']>, step: number) => {
  const { cards } = replayAt(story, step);
  const [sam, alex] = cards;
  if (sam === undefined || alex === undefined) throw new Error('Two cards');
  return { sam, alex };
};

describe('a round replayed', () => {
  it.each([
    // Hole 1: par 4, a stroke received; a 7 has no points there.
    ['STABLEFORD', 7, 'NS', false],
    ['STABLEFORD', 6, 7, true],
  ] as const)('marks a hole in %s with %s and %s as different: %s', (matchType, player, marker, different) => {
    const story = startedRound()
      .enters({ holeNumber: 1, to: player })
      .enters({ holeNumber: 1, to: marker, side: 'MARKER' })
      .done();
    const { sam } = of({ ...story, round: { ...story.round, matchType } }, 3);
    expect(sam.holes[0]?.mismatch).toBe(different);
  });

  it('compares strokes when no result can be computed for a tampered round', () => {
    const story = startedRound().enters({ holeNumber: 1, to: 8 }).enters({ holeNumber: 1, to: -9, side: 'MARKER' });
    const done = story.done();
    const stableford = { ...done, round: { ...done.round, matchType: 'STABLEFORD' as const } };
    expect(of(stableford, 3).sam.holes[0]?.mismatch).toBe(true);
    expect(of({ ...stableford, pars: {}, received: {} }, 3).sam.holes[0]?.mismatch).toBe(true);
  });

  it('has no broken step if the broken event is not listed', () => {
    const proof = { whole: false, eventId: 'elsewhere', revision: '7', fault: '' } as const;
    expect(brokenStep(startedRound().done({ proof }))).toBeNull();
  });

  it('shows signatures with their signers, and none after the card was reopened', () => {
    const story = startedRound()
      .signs(SAM, 'PLAYER', SAM)
      .signs(SAM, 'MARKER', ALEX)
      .add('CardReopened', 'Alex reopened the card.', { about: SAM })
      .done();
    expect(of(story, 2).sam).toMatchObject({ playerSignedAt: '2026-11-21T22:02:00.000Z', markerSignedAt: null });
    expect(of(story, 3).sam).toMatchObject({ markerSignedAt: '2026-11-21T22:03:00.000Z', signedMarker: ALEX });
    expect(of(story, 4).sam).toMatchObject({ playerSignedAt: null, markerSignedAt: null, signedMarker: null });
    expect(of(story, 4).alex.touched).toBe(false);
  });

  it('shows that a player has withdrawn', () => {
    const story = startedRound().add('PlayerWithdrew', 'Alex Kerr left.', { about: ALEX }).done();
    expect(of(story, 1).alex.withdrawn).toBe(false);
    expect(of(story, 2).alex.withdrawn).toBe(true);
  });

  it('ignores events about an unknown golfer or hole', () => {
    const story = startedRound()
      .add('CardVerified', 'A card that is not there.', { about: { id: 'nobody', fullName: 'Nobody' } })
      .enters({ holeNumber: 99, to: 4 })
      .done();
    expect(of(story, 3).sam.holes.every(({ player }) => player === null)).toBe(true);
  });
});
