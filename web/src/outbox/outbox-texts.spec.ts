import { DELETED_PLAYER } from '@fairmark/contract';
import { announcement, choiceText, placeText, refusalText, sinceText, valueText } from './outbox-texts.js';
import { aMatch, ANN, answerFor, BEN, waitingScore as score } from './testing/match.js';

const stuck = score({ tries: 1 });
const refused = score({ state: 'refused' });

describe('the words of the outbox', () => {
  it('name value and place', () => {
    expect([
      valueText(score()),
      valueText(score({ strokes: null })),
      valueText({ strokes: null, noScore: true }),
    ]).toEqual(['4', 'cleared', 'No Score']);
    expect(placeText(score(), undefined)).toBe('Hole 5 on your card');
    expect(placeText(score({ userId: 'ben' }), answerFor())).toBe("Hole 5 on Ben's card");
    const erased = aMatch(ANN, [{ player: { ...BEN, fullName: DELETED_PLAYER }, marker: ANN }]);
    expect(placeText(score({ userId: 'ben' }), erased)).toBe("Hole 5 on Deleted player's card");
    expect(placeText(score({ userId: 'ben' }), undefined)).toBe('Hole 5 on a card you mark');
  });

  it('name the day of a score that has waited since another one', () => {
    const now = new Date();
    const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 18, 2);
    const day = before.toLocaleDateString('en-AU', { day: 'numeric', month: 'short' });
    expect(sinceText(score({ enteredAt: before.toISOString() }))).toMatch(new RegExp(`^since ${day}, 6:02\\spm$`));
    expect(sinceText(score({ enteredAt: now.toISOString() }))).toMatch(/^since \d+:\d\d/);
  });

  it('say why a score was refused', () => {
    const of = (code: string, message: string) => refusalText(score({ refusal: { code, message, current: null } }));
    expect(of('ROUND_SIGNED', 'This card has been signed')).toBe('This card has been signed.');
    expect(of('SCORE_CHANGED', 'It was changed')).toBe('It was changed. It is cleared there.');
  });

  it('name both entries of a changed hole, also a cleared one', () => {
    const cleared = score({ strokes: null });
    const choices = [choiceText('Keep', score()), choiceText('Use', cleared), choiceText('Keep', cleared)];
    expect(choices).toEqual(['Keep 4', 'Leave it cleared', 'Keep it cleared']);
  });

  it.each([
    ['nothing for a score that is sent at once', [], [score()], null],
    ['the first score without an answer', [score()], [stuck], '1 score waiting to send'],
    ['several scores without an answer', [score(), score()], [stuck, score()], '2 scores waiting to send'],
    ['nothing for one more score', [stuck], [stuck, score()], null],
    ['nothing for one less', [stuck, stuck], [stuck], null],
    ['that none is left', [stuck], [], 'All scores sent'],
    ['a refusal', [stuck], [refused], 'A score needs your attention'],
    ['another refusal', [refused, stuck], [refused, refused], '2 scores need your attention'],
    ['nothing for a refused score that is kept', [refused], [score()], null],
  ])('announce %s', (_what, before, after, text) => {
    expect(announcement(before, after)).toBe(text);
  });
});
