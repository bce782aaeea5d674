import { correctable, correctionCall, missingFrom } from './correction.js';
import { replayAt } from './replay/replay.js';
import { SAM, verifiedRound } from './testing/story.js';

const story = verifiedRound().corrects(SAM, 3, 3, 5).done();
const { cards } = replayAt(story, story.lines.length - 1);
const sam = cards[0];
const NO_DRAFT = { userId: '', scores: {}, reason: null, note: '' };

describe('a correction', () => {
  it('is possible on a verified card of another golfer only', () => {
    expect(correctable(cards, 'cass').map(({ player }) => player.id)).toEqual(['sam']);
    expect(correctable(cards, 'sam')).toEqual([]);
  });

  it.each([
    [{}, false, 'Choose a card first'],
    [{}, true, 'Choose a new score for a hole first'],
    [{ scores: { 1: 4 } }, true, 'Choose a new score for a hole first'],
    [{ scores: { 1: 5 } }, true, 'Choose a reason first'],
    [{ scores: { 1: 5 }, reason: 'OTHER' as const, note: '  ' }, true, 'Write down the reason first'],
    [{ scores: { 1: 5 }, reason: 'PENALTY' as const }, true, ''],
  ])('%j on a chosen card (%s) lacks: %s', (draft, chosen, missing) => {
    const card = chosen ? sam : undefined;
    expect(missingFrom({ ...NO_DRAFT, ...draft }, card)).toBe(missing);
    expect(correctionCall({ ...NO_DRAFT, ...draft }, card) === null).toBe(missing !== '');
  });

  it('names the entries that it replaces', () => {
    const draft = { userId: 'sam', scores: { 1: 5, 3: 'NS' as const }, reason: 'RULING' as const, note: ' Rule 13. ' };
    expect(correctionCall(draft, sam)).toEqual({
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
