import { brokenStep, countingOf, replayAt } from './replay.js';
import { ALEX, CASS, markers, SAM, startedRound, verifiedRound } from '../testing/story.js';

const of = (story: ReturnType<ReturnType<typeof startedRound>['done']>, step: number) => {
  const { cards } = replayAt(story, step);
  const [sam, alex] = cards;
  if (sam === undefined || alex === undefined) throw new Error('Two cards');
  return { sam, alex };
};

describe('a round replayed', () => {
  it('has no cards before its start', () => {
    const story = startedRound().done();
    expect([replayAt(story, 0).started, replayAt(story, 1).started]).toEqual([false, true]);
  });

  it('shows what was entered up to a step, and what that step changed', () => {
    const story = startedRound()
      .enters({ holeNumber: 1, to: 5 })
      .enters({ holeNumber: 1, to: 4, side: 'MARKER' })
      .enters({ holeNumber: 1, from: 5, to: 4 })
      .enters({ holeNumber: 2, to: 'NS', card: ALEX })
      .enters({ holeNumber: 2, from: 'NS', to: null, card: ALEX })
      .done();
    expect(of(story, 2).sam.holes[0]).toMatchObject({ player: 5, marker: null, mismatch: false, changed: { to: 5 } });
    expect(of(story, 3).sam.holes[0]).toMatchObject({ player: 5, marker: 4, mismatch: true, countsFrom: 'event4' });
    expect(of(story, 3).sam.holes[0]?.changed).toMatchObject({ side: 'MARKER' });
    expect(of(story, 4).sam.holes[0]).toMatchObject({ player: 4, mismatch: false, changed: { from: 5 } });
    expect(of(story, 5).sam).toMatchObject({ touched: false, holes: expect.not.arrayContaining([{ changed: {} }]) });
    expect(of(story, 5).alex.holes[1]).toMatchObject({ player: 'NS' });
    expect(of(story, 6).alex.holes[1]).toMatchObject({ player: null, changed: { to: null } });
  });

  it.each([
    // Hole 1: par 4, a stroke received; 8 and 9 are both no points there.
    ['STABLEFORD', 8, 9, false],
    ['STABLEFORD', 7, 'NS', false],
    ['STABLEFORD', 6, 7, true],
    ['PAR', 7, 'NS', false],
    ['PAR', 5, 6, true],
    ['STROKE', 8, 9, true],
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

  it('names the marker of each card at each step', () => {
    const story = startedRound()
      .enters({ holeNumber: 1, to: 5 })
      .add('MarkersAssigned', 'Who marks whom', { markers: markers(CASS, null) })
      .done();
    const kept = (step: number) => [of(story, step).sam.marker, of(story, step).alex.marker];
    expect([kept(1), kept(2), kept(3)]).toEqual([
      [ALEX, SAM],
      [ALEX, SAM],
      [CASS, null],
    ]);
  });

  it('finds the broken step by its event, also in a stream with a gap', () => {
    const story = startedRound().enters({ holeNumber: 1, to: 5 }, { revision: '7' }).done();
    const proof = (eventId: string) => ({ whole: false, eventId, revision: '7', fault: '' }) as const;
    expect(brokenStep({ ...story, proof: proof('event3') })).toBe(2);
    expect(brokenStep({ ...story, proof: proof('elsewhere') })).toBeNull();
    expect(brokenStep(story)).toBeNull();
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

  it('keeps the entries of a hole that the committee corrected, and counts the corrected score from then on', () => {
    const story = verifiedRound().corrects(SAM, 3, 3, 5).corrects(SAM, 3, 5, 4).done();
    const last = story.lines.length - 1;
    const hole = (step: number) => {
      const shown = of(story, step).sam.holes[2];
      if (shown === undefined) throw new Error('Hole 3');
      return { ...shown, counts: countingOf(shown) };
    };
    expect(hole(last - 2)).toMatchObject({ committee: null, counts: 3, countsFrom: 'event23' });
    expect(hole(last - 1)).toMatchObject({
      marker: 3,
      committee: 5,
      counts: 5,
      countsFrom: story.lines[last - 1]?.eventId,
    });
    expect(hole(last)).toMatchObject({ player: 3, marker: 3, committee: 4, counts: 4, changed: { from: 5 } });
    expect(of(story, last - 2).sam).toMatchObject({ verified: true, corrected: false });
    expect(of(story, last).sam).toMatchObject({ verified: true, corrected: true });
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
