import { CORRECTION_TEXTS, LIMITS, MESSAGES } from '@fairmark/contract';
import { cardHash } from '../card-hash.js';
import { correctedEntries, countingEntries } from '../match.queries.js';
import type { MatchEvent } from '../match.events.js';
import type { HoleCorrection, MatchCommand } from './match.command.js';
import { given, matchAfter, stateAfter } from '../../testing/given.js';
import {
  corrected,
  matchEnded,
  practiceOf,
  reopened,
  roundOf,
  signed,
  verified,
  wholeCard,
  withdrew,
} from '../../testing/golfers.js';

const hole = (holeNumber: number, score: number | 'NS', replaces?: string): HoleCorrection => ({
  holeNumber,
  strokes: score === 'NS' ? null : score,
  noScore: score === 'NS',
  ...(replaces === undefined ? {} : { replaces }),
});

type Correct = Extract<MatchCommand, { type: 'CorrectCard' }>;

/** Zoe is of the committee and plays no golf today; the card is Ann's. */
const correct = (holes: HoleCorrection[], more: Partial<Correct> = {}): MatchCommand => ({
  type: 'CorrectCard',
  actorId: 'zoe',
  userId: 'ann',
  reason: 'RULING',
  noteHash: null,
  holes,
  ...more,
});

const bothSign = [signed('ann', 'PLAYER', 'ann', 'h'), signed('ann', 'MARKER', 'ben', 'h'), verified('ann', 'h')];
/** Ann's card of fours is verified; Ben's is not. */
const played = [...roundOf(['ann', 'ben']), ...wholeCard('ann', 'ben'), ...bothSign];
const givenPlayed = given(played);
const ids = (story: readonly MatchEvent[]): string[] =>
  (matchAfter(story).cards.get('ann')?.marker ?? []).map((entry) => entry?.entryId ?? '');

/** The event, with the hash of the corrected card. */
function happens(
  story: readonly MatchEvent[],
  holes: readonly HoleCorrection[],
  replaces: readonly string[],
  correctedBy = 'zoe',
): MatchEvent {
  const state = matchAfter(story);
  const card = state.cards.get('ann');
  if (card === undefined) throw new Error('Ann has no card');
  const named = holes.map(({ holeNumber, strokes, noScore }, i) => ({
    holeNumber,
    strokes,
    noScore,
    replaces: replaces[i] ?? '',
  }));
  const laid = named.map((one) => ({ ...one, entryId: '', recordedAt: '' }));
  const marker = correctedEntries(countingEntries(card), [{ holes: laid }]);
  return {
    type: 'CardCorrected',
    data: {
      userId: 'ann',
      correctedBy,
      reason: 'RULING',
      noteHash: null,
      holes: named,
      cardHash: cardHash(state, { ...card, marker }),
    },
  };
}

describe('A committee corrects a verified card', () => {
  it('on one hole or several, in any order', () => {
    const [, second, , fourth] = ids(played);
    givenPlayed.when(correct([hole(4, 6)])).thenHappens(happens(played, [hole(4, 6)], [fourth ?? '']));
    givenPlayed
      .when(correct([hole(4, 6, fourth), hole(2, 'NS', second)]))
      .thenHappens(happens(played, [hole(4, 6), hole(2, 'NS')], [fourth ?? '', second ?? '']));
  });

  it('again, replacing the earlier correction', () => {
    const once = [...played, corrected('ann', 'zoe', 4, 6)];
    const givenOnce = given(once);
    const first = `e${once.length}`;
    givenOnce.when(correct([hole(4, 7, first)])).thenHappens(happens(once, [hole(4, 7)], [first]));
    givenOnce
      .when(correct([hole(4, 7, ids(played)[3])]))
      .thenRefused('SCORE_CHANGED', { current: [{ id: first, holeNumber: 4, strokes: 6, noScore: false }] });
  });

  it('only on holes whose score changes, and not at all when none does', () => {
    givenPlayed
      .when(correct([hole(1, 4), hole(4, 6)]))
      .thenHappens(happens(played, [hole(4, 6)], [ids(played)[3] ?? '']));
    givenPlayed.when(correct([hole(1, 4), hole(18, 4)])).thenNothing();
    given(played, corrected('ann', 'zoe', 4, 6))
      .when(correct([hole(4, 6)]))
      .thenNothing();
  });

  it('even through a golfer of the group, or after the match has ended', () => {
    givenPlayed
      .when(correct([hole(4, 6)], { actorId: 'ben' }))
      .thenHappens(happens(played, [hole(4, 6)], [ids(played)[3] ?? ''], 'ben'));
    given(played, withdrew('ben'), matchEnded)
      .when(correct([hole(4, 6)]))
      .thenHappens(happens(played, [hole(4, 6)], [ids(played)[3] ?? '']));
  });

  it('starting from the marker’s strokes when both sides had the same result', () => {
    const story = [...roundOf(['ann', 'ben']), ...wholeCard('ann', 'ben', { 3: 9 }, { 3: 8 }), ...bothSign];
    const givenStory = given(story);
    givenStory.when(correct([hole(3, 8)])).thenNothing();
    givenStory.when(correct([hole(3, 9)])).thenHappens(happens(story, [hole(3, 9)], [ids(story)[2] ?? '']));
  });
});

describe('A correction is refused', () => {
  it('for the first of these reasons: no match, no card, own card, not verified, holes, note, stale', () => {
    const wrong: HoleCorrection[] = [];
    expect(stateAfter()).toBeNull();
    given().when(correct(wrong)).thenRefused('MATCH_NOT_FOUND');
    givenPlayed.when(correct(wrong, { userId: 'zoe' })).thenRefused('INVALID_INPUT', { userId: MESSAGES.notInGroup });
    givenPlayed.when(correct(wrong, { userId: 'ben', actorId: 'ben' })).thenRefused('OWN_CARD');
    givenPlayed.when(correct(wrong, { actorId: 'ann' })).thenRefused('OWN_CARD');
    givenPlayed.when(correct(wrong, { userId: 'ben' })).thenRefused('CARD_NOT_VERIFIED');
    givenPlayed
      .when(correct(wrong, { reason: 'OTHER' }))
      .thenRefused('INVALID_INPUT', { holes: CORRECTION_TEXTS.holes });
    givenPlayed
      .when(correct([hole(4, 6, 'stale')], { reason: 'OTHER' }))
      .thenRefused('INVALID_INPUT', { note: CORRECTION_TEXTS.noteNeeded });
    givenPlayed
      .when(correct([hole(4, 6, 'stale'), hole(5, 4, 'stale')], { reason: 'OTHER', noteHash: 'words' }))
      .thenRefused('SCORE_CHANGED', {
        current: [4, 5].map((number) => ({
          id: ids(played)[number - 1],
          holeNumber: number,
          strokes: 4,
          noScore: false,
        })),
      });
  });

  it('for cards that are not verified, whatever signatures they have', () => {
    const open = [...roundOf(['ann', 'ben']), ...wholeCard('ann', 'ben')];
    const once = [...open, signed('ann', 'PLAYER', 'ann', 'h')];
    for (const story of [
      open,
      once,
      [...once, reopened('ann', 'ben')],
      [...open, withdrew('ann')],
      practiceOf(['ann']),
    ]) {
      given(story)
        .when(correct([hole(4, 6)]))
        .thenRefused('CARD_NOT_VERIFIED');
    }
  });

  it.each<[string, HoleCorrection[], Record<string, string>]>([
    ['a hole twice', [hole(4, 5), hole(4, 6)], { holes: CORRECTION_TEXTS.holes }],
    ['hole 19', [hole(19, 5)], { 'holes.0.holeNumber': MESSAGES.holeRange }],
    ['hole 1.5', [hole(1.5, 5)], { 'holes.0.holeNumber': MESSAGES.holeRange }],
    ['no strokes', [hole(1, 0)], { 'holes.0.strokes': MESSAGES.strokesRange }],
    ['31 strokes', [hole(2, 5), hole(1, 31)], { 'holes.1.strokes': MESSAGES.strokesRange }],
    ['nothing', [{ ...hole(1, 4), strokes: null }], { 'holes.0.strokes': MESSAGES.strokesRange }],
    ['strokes and No Score', [{ ...hole(1, 4), noScore: true }], { 'holes.0.noScore': MESSAGES.strokesOrNoScore }],
  ])('with %s', (_, holes, details) => givenPlayed.when(correct(holes)).thenRefused('INVALID_INPUT', details));

  it('with No Score, but only in stroke play', () => {
    const story = (matchType: 'STROKE' | 'PAR') => [
      ...roundOf(['ann', 'ben'], { matchType }),
      ...wholeCard('ann', 'ben'),
      ...bothSign,
    ];
    given(story('STROKE'))
      .when(correct([hole(4, 'NS')]))
      .thenRefused('INVALID_INPUT', { 'holes.0.noScore': MESSAGES.noScoreInStroke });
    given(story('PAR'))
      .when(correct([hole(4, 'NS')]))
      .thenHappens(happens(story('PAR'), [hole(4, 'NS')], [ids(story('PAR'))[3] ?? '']));
  });

  it('beyond the limit of corrections per card, unless it changes nothing', () => {
    const many = Array.from({ length: LIMITS.correctionsPerCardMax }, (_, i) =>
      corrected('ann', 'zoe', 4, 5 + (i % 2)),
    );
    given(played, many)
      .when(correct([hole(4, 4)]))
      .thenRefused('INVALID_INPUT', { holes: CORRECTION_TEXTS.noMore });
    given(played, many)
      .when(correct([hole(4, 6)]))
      .thenNothing();
  });
});
