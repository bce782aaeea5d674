/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { type ErrorCode, type MatchAnswer, type Round, DELETED_PLAYER } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { overlay } from './use-outbox.js';
import { ANN, answerFor, BEN, aMatch, waitingScore } from './testing/match.js';
import type { Box, ConfirmedScore, WaitingScore } from './box.js';
import { announcement, choiceText, placeText, refusalText, valueText } from './outbox-texts.js';

const strokes = (count: number | null): CardEntry => ({ strokes: count, noScore: false });
const ALL = Array.from({ length: 18 }, (_, index) => index + 1);

function waits(card: string, holeNumber: number, value: CardEntry, by = 'ann'): WaitingScore {
  return waitingScore({ ...value, userId: card, holeNumber, by, key: `${by}-${card}-${holeNumber}` });
}

const box = (...waiting: WaitingScore[]): Box => ({ waiting, confirmed: [] });

const cardOf = (answer: MatchAnswer, who: { id: string }): Round =>
  answer.rounds.find(({ player }) => player.id === who.id)!;

describe('overlay', () => {
  it('leaves an answer as it is when no score of this match waits', () => {
    const answer = answerFor();
    const others = [waits('ann', 1, strokes(4), 'ben'), { ...waits('ann', 1, strokes(4)), matchId: 'other' }];
    const refused = { ...waits('ann', 1, strokes(4)), state: 'refused' } as const;
    expect(overlay(answer, box(...others, refused), 'ann')).toBe(answer);
  });

  it('leaves a verified card as the server has it, with its corrections', () => {
    const answer = answerFor();
    const rounds = answer.rounds.map((round) => ({ ...round, verified: true }));
    const verified = { ...answer, rounds };
    const shown = overlay(verified, box(waits('ann', 1, strokes(4))), 'ann');
    expect(shown.rounds).toEqual(rounds);
  });

  it('shows my score on my card as the player’s, with its results and totals', () => {
    const answer = answerFor();
    const shown = overlay(answer, box(waits('ann', 1, strokes(4)), waits('ann', 12, strokes(6))), 'ann');
    const card = cardOf(shown, ANN);
    expect(card.holes[0]).toMatchObject({ strokes: 4, marker: null, mismatch: false, noScore: false });
    const place = { matchId: 'm', userId: 'ann', holeNumber: 1, side: 'PLAYER', enteredBy: ANN };
    const value = { strokes: 4, noScore: false, score: 3 };
    const stamp = { id: 'ann-ann-1', createdAt: '2026-05-01T09:00:00.000Z' };
    expect(card.holes[0]?.player).toMatchObject({ ...place, ...value, ...stamp });
    expect(card.scoreTotals).toMatchObject({ stableford: 3, gross: 10, thru: 2, out: { gross: 4 }, in: { gross: 6 } });
    expect(card.incompleteHoles.player).toEqual(ALL.filter((hole) => hole !== 1 && hole !== 12));
    expect(card.incompleteHoles.marker).toEqual(ALL);
    expect(cardOf(shown, BEN)).toBe(cardOf(answer, BEN));
  });

  it('shows my score on a card that I mark as the marker’s, with that player’s handicap', () => {
    const shown = overlay(answerFor(), box(waits('ben', 1, strokes(4))), 'ann');
    const card = cardOf(shown, BEN);
    expect(card.holes[0]).toMatchObject({ player: null, strokes: null });
    expect(card.holes[0]?.marker).toMatchObject({ side: 'MARKER', scoreStableford: 2, enteredBy: ANN, userId: 'ben' });
    expect(card.scoreTotals.thru).toBe(0);
    expect(card.incompleteHoles.marker).toEqual(ALL.slice(1));
  });

  it('shows a cleared hole as empty', () => {
    const entered = overlay(answerFor(), box(waits('ann', 1, strokes(4))), 'ann');
    const shown = overlay(entered, box(waits('ann', 1, strokes(null))), 'ann');
    expect(cardOf(shown, ANN).holes[0]).toMatchObject({ player: null, strokes: null });
    expect(shown).toEqual(answerFor());
  });

  it('shows a confirmed score until an answer is as new, and my newer score over it', () => {
    const answer = answerFor();
    const entry = cardOf(overlay(answer, box(waits('ann', 1, strokes(4))), 'ann'), ANN).holes[0]!.player!;
    const confirmed = (revision: string, log = 'l'): ConfirmedScore => ({
      matchId: 'm',
      userId: 'ann',
      holeNumber: 1,
      by: 'ann',
      keys: ['k'],
      entry: { ...entry, id: 'a' },
      revision,
      log,
    });
    const newer = overlay(answer, { waiting: [], confirmed: [confirmed('21')] }, 'ann');
    expect(cardOf(newer, ANN).holes[0]?.player).toMatchObject({ id: 'a', strokes: 4 });
    expect(overlay(answer, { waiting: [], confirmed: [confirmed('20')] }, 'ann')).toBe(answer);
    // A restored backup does not hold it, although its revisions are lower.
    expect(overlay(answer, { waiting: [], confirmed: [confirmed('21', 'lost')] }, 'ann')).toBe(answer);
    const over = overlay(answer, { waiting: [waits('ann', 1, strokes(5))], confirmed: [confirmed('21')] }, 'ann');
    expect(cardOf(over, ANN).holes[0]?.player).toMatchObject({ id: 'ann-ann-1', strokes: 5 });
  });

  it('leaves a card alone that I may not write, or whose holes are unknown', () => {
    const answer = answerFor();
    expect(cardOf(overlay(answer, box(waits('cat', 1, strokes(4))), 'ann'), ANN)).toEqual(cardOf(answer, ANN));
    const unmarked = { ...answer, userMatchSettings: { ...answer.userMatchSettings!, marking: [] } };
    expect(cardOf(overlay(unmarked, box(waits('ben', 1, strokes(4))), 'ann'), BEN)).toBe(cardOf(answer, BEN));
  });
});

const score = waitingScore;
const stuck = score({ tries: 1 });
const sent = score({ tries: 1, key: 'sent' });
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

  it('say why a score was refused', () => {
    const of = (code: ErrorCode, message: string) => refusalText(score({ refusal: { code, message, current: null } }));
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
    ['that none is left', [sent], [], 'All scores sent'],
    ['nothing for one whose card was withdrawn', [stuck], [], null],
    ['a refusal', [stuck], [refused], 'A score needs your attention'],
    ['another refusal', [refused, stuck], [refused, refused], '2 scores need your attention'],
    ['nothing for a refused score that is kept', [refused], [score()], null],
  ])('announce %s', (_what, before, after, text) => {
    expect(announcement(before, after, [{ keys: [sent.key] }])).toBe(text);
  });
});
