/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { secondsWords, type RoundStoryAnswer, type StoryScore } from '@fairmark/contract';
import { kindOf, replayAt } from './replay/replay.js';
import { ALEX, SAM, startedRound, verifiedRound } from './testing/story.js';
import { correctable, correctionOf } from './correction.js';
import { matchIdOf } from './rights.js';
import { clockBeside, lateWords, phoneWords, sizeWords, whoWords } from './parts/words.js';
import { lagWords } from './projections/projection-card.js';
import { outcomeOf } from './projections/rebuild.js';
import { aJob } from './testing/tables.js';

/** Sam's card and Alex's after a step. */
function cardsAt(story: RoundStoryAnswer, step = story.lines.length - 1) {
  const [sam, alex] = replayAt(story, step).cards;
  if (sam === undefined || alex === undefined) throw new Error('Two cards');
  return { sam, alex };
}

describe('a round replayed', () => {
  const NO_RESULTS = { pars: {}, received: {} };
  it.each<[StoryScore, StoryScore, Partial<RoundStoryAnswer>, boolean]>([
    // Par 4, a stroke received; a 7 has no points there.
    [7, 'NS', {}, false],
    [6, 7, {}, true],
    // Strokes are compared where no result can be computed, as of a tampered round.
    [8, -9, {}, true],
    [8, -9, NO_RESULTS, true],
  ])('marks a hole in stableford with %s and %s as different (%j): %s', (player, marker, change, different) => {
    const entered = startedRound().enters({ holeNumber: 1, to: player });
    const { round, ...story } = entered.enters({ holeNumber: 1, to: marker, side: 'MARKER' }).done(change);
    const { sam } = cardsAt({ ...story, round: { ...round, matchType: 'STABLEFORD' } });
    expect(sam.holes[0]?.mismatch).toBe(different);
  });

  it('shows signatures with their signers, and none after the card was reopened', () => {
    const signed = startedRound().signs(SAM, 'PLAYER').signs(SAM, 'MARKER');
    const story = signed.add('CardReopened', 'Alex reopened the card.', { about: SAM }).done();
    const by = (step: number) => {
      const { PLAYER, MARKER } = cardsAt(story, step).sam.signed;
      return [PLAYER, MARKER].map((line) => line && [line.by, line.recordedAt]);
    };
    const [sams, alexs] = ['2026-11-21T22:02:00.000Z', '2026-11-21T22:03:00.000Z'];
    expect(by(2)).toEqual([[SAM, sams], undefined]);
    expect(by(3)).toEqual([
      [SAM, sams],
      [ALEX, alexs],
    ]);
    expect(by(4)).toEqual([undefined, undefined]);
    expect(cardsAt(story).alex.touched).toBe(false);
  });

  it('shows that a player has withdrawn', () => {
    const story = startedRound().add('PlayerWithdrew', 'Alex Kerr left.', { about: ALEX }).done();
    expect([1, 2].map((step) => cardsAt(story, step).alex.withdrawn)).toEqual([false, true]);
  });

  it('ignores events about an unknown golfer or hole', () => {
    const about = { id: 'nobody', fullName: 'Nobody' };
    const story = startedRound().add('CardVerified', 'A card that is not there.', { about });
    const { sam } = cardsAt(story.enters({ holeNumber: 99, to: 4 }).done());
    expect(sam.holes.every(({ PLAYER }) => PLAYER === null)).toBe(true);
  });
});

const story = verifiedRound().corrects(SAM, 3, 3, 5).done();
const { sam, alex } = cardsAt(story);
const NO_DRAFT = { userId: '', scores: {}, reason: null, note: '' };

describe('a correction', () => {
  it('is possible on a verified card of another golfer only', () => {
    expect(['cass', 'sam'].map((me) => correctable([sam, alex], me))).toEqual([[sam], []]);
  });

  it.each([
    [{}, false, 'Choose a card first'],
    [{}, true, 'Choose a new score for a hole first'],
    [{ scores: { 1: 4 } }, true, 'Choose a new score for a hole first'],
    [{ scores: { 1: 5 } }, true, 'Choose a reason first'],
    [{ scores: { 1: 5 }, reason: 'OTHER' as const, note: '  ' }, true, 'Write down the reason first'],
    [{ scores: { 1: 5 }, reason: 'PENALTY' as const }, true, ''],
  ])('%j on a chosen card (%s) lacks: %s', (draft, chosen, missing) => {
    const correction = correctionOf({ ...NO_DRAFT, ...draft }, chosen ? sam : undefined);
    expect([correction.missing, correction.call !== undefined]).toEqual([missing, missing === '']);
  });

  it('names the entries that it replaces', () => {
    const draft = { userId: 'sam', scores: { 1: 5, 3: 'NS' as const }, reason: 'RULING' as const, note: ' Rule 13. ' };
    expect(correctionOf(draft, sam).call).toEqual({
      userId: 'sam',
      reason: 'RULING',
      note: 'Rule 13.',
      holes: [
        { holeNumber: 1, strokes: 5, replaces: 'event21' },
        { holeNumber: 3, strokes: null, noScore: true, replaces: story.lines.at(-1)?.eventId },
      ],
    });
  });
});

const ID = '3f2a1b4c-0000-4000-8000-00000000abcd';

it.each([ID.toUpperCase(), ` match-${ID} `, `/score/4?id=${ID}`])('%j names a round', (text) => {
  expect(matchIdOf(text)).toBe(ID);
});

const recordedAt = '2026-11-22T01:10:00Z';
const beside = (at: string) => clockBeside(at, '2026-11-22T12:30:00Z', 'Australia/Sydney');

it.each([
  [secondsWords(0.4), '0 s'],
  [secondsWords(42), '42 s'],
  [secondsWords(60), '1 min'],
  [secondsWords(200), '3 min 20 s'],
  [secondsWords(3_900), '1 h 5 min'],
  [secondsWords(-3), '0 s'],
  [whoWords({ by: null, as: null }), 'The system'],
  [beside('2026-11-22T12:59:59Z'), '11:59:59 pm'],
  [beside('2026-11-22T13:00:00Z'), '23 Nov 2026, 12:00:00 am'],
  [lateWords({ recordedAt, occurredAt: '2026-11-22T01:06:40Z' }), 'sent 3 min 20 s later'],
  [lateWords({ recordedAt, occurredAt: '2026-11-22T01:09:55Z' }), ''],
  [lateWords({ recordedAt, occurredAt: '2026-11-22T01:30:00Z' }), ''],
  [lateWords({ recordedAt, occurredAt: null }), ''],
  [sizeWords(0), '0 B'],
  [sizeWords(999), '999 B'],
  [sizeWords(1_234), '1.2 kB'],
  [sizeWords(56_789_000), '56.8 MB'],
  [sizeWords(2_000_000_000), '2 GB'],
  [lagWords({ lagEvents: 0 }), 'Nothing'],
  [lagWords({ lagEvents: 1 }), '1 event'],
  [lagWords({ lagEvents: 10_000 }), '10,000 events or more'],
])('says %j', (said, words) => {
  expect(said).toBe(words);
});

it('a phone is named by the end of its id', () => {
  expect(phoneWords({ deviceId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8d9f31c07e' })).toBe('phone 9f31c07e');
  expect(phoneWords({ deviceId: null })).toBe('');
});

it('a step is an entry, a signature, a reopening or a correction; none is broken if the broken event is not listed', () => {
  const { lines } = startedRound()
    .enters({ holeNumber: 1, to: 4 })
    .signs(SAM, 'PLAYER')
    .add('CardReopened', '', { about: SAM })
    .corrects(SAM, 1, 4, 5);
  const kinds = ['other', 'other', 'entry', 'signature', 'reopening', 'correction'];
  const broken = { whole: false, eventId: 'elsewhere', revision: '7', fault: '' } as const;
  for (const proof of [{ whole: true } as const, broken]) {
    expect(lines.map((line) => kindOf(line, proof))).toEqual(kinds);
  }
});

it('a rebuild says why it failed, and that the old tables are still in use; nothing before it has ended', () => {
  expect([outcomeOf(aJob()), outcomeOf(aJob({ state: 'WAITING' }))]).toEqual([null, null]);
  const text = /^Event 12 could not be applied\. The tables before it are still in use\. Requested by Sue/;
  const outcome = outcomeOf(aJob({ state: 'FAILED', message: 'Event 12 could not be applied' }));
  expect(outcome).toMatchObject({ kind: 'danger', children: expect.stringMatching(text) });
});
