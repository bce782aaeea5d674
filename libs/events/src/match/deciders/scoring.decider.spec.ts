import { MESSAGES } from '@fairmark/contract';
import type { Entry } from '../match.state.js';
import type { MatchCommand } from './match.command.js';
import { given } from '../../testing/given.js';
import {
  accountClosed,
  cleared,
  entered,
  markersAssigned,
  practiceOf,
  roundOf,
  signed,
  verified,
  wholeCard,
  withdrew,
} from '../../testing/golfers.js';

type ScoreHole = Extract<MatchCommand, { type: 'ScoreHole' }>;

/** `score('ben', 'ann', 1, 4)`: Ben enters a 4 for Ann on the first; null clears. */
const score = (
  actorId: string,
  userId: string,
  holeNumber: number,
  value: number | 'NS' | null,
  more: Partial<ScoreHole> = {},
): ScoreHole => ({
  type: 'ScoreHole',
  actorId,
  userId,
  holeNumber,
  strokes: value === 'NS' ? null : value,
  noScore: value === 'NS',
  ...more,
});

const two = roundOf(['ann', 'ben']);
const givenTwo = given(two);
const three = roundOf(['ann', 'ben', 'cat']);
/** The id of the event that follows a story. */
const nextId = (story: readonly unknown[]): string => `e${story.length + 1}`;

describe('Scoring a hole', () => {
  it.each([
    [1, 1],
    [18, 30],
  ])('enters my own score as the player, on hole %d, with %d strokes', (hole, strokes) =>
    givenTwo.when(score('ann', 'ann', hole, strokes)).thenHappens(entered('ann', 'PLAYER', 'ann', hole, strokes)),
  );

  it('enters my own score in a practice round', () =>
    given(practiceOf(['ann', 'ben']))
      .when(score('ben', 'ben', 1, 4))
      .thenHappens(entered('ben', 'PLAYER', 'ben', 1, 4)));

  it('enters the score of the player that I mark as the marker', () =>
    givenTwo.when(score('ben', 'ann', 1, 4)).thenHappens(entered('ann', 'MARKER', 'ben', 1, 4)));

  it.each([
    ['my marker', 'ann', 'cat', three],
    ['a player whom another golfer marks', 'cat', 'ben', three],
    ['a stranger', 'ann', 'zoe', three],
    ['another player of a practice round', 'ben', 'ann', practiceOf(['ann', 'ben'])],
  ])('is refused to me for %s', (_, actorId, userId, story) =>
    given(story)
      .when(score(actorId, userId, 1, 4))
      .thenRefused('NOT_MARKER'),
  );

  it.each([0, 31, -1, 4.5, Number.NaN])('refuses other numbers of strokes: %d', (strokes) =>
    givenTwo.when(score('ann', 'ann', 1, strokes)).thenRefused('INVALID_INPUT', { strokes: MESSAGES.strokesRange }),
  );

  it.each([0, 19, 1.5, Number.NaN])('refuses other holes than 1 to 18: %d', (hole) =>
    givenTwo.when(score('ann', 'ann', hole, 4)).thenRefused('INVALID_INPUT', { holeNumber: MESSAGES.holeRange }),
  );

  it.each(['STABLEFORD', 'PAR'] as const)('accepts No Score in %s', (matchType) =>
    given(roundOf(['ann', 'ben'], { matchType }))
      .when(score('ann', 'ann', 1, 'NS'))
      .thenHappens(entered('ann', 'PLAYER', 'ann', 1, 'NS')),
  );

  it('refuses No Score in stroke play', () =>
    given(roundOf(['ann', 'ben'], { matchType: 'STROKE' }))
      .when(score('ann', 'ann', 1, 'NS'))
      .thenRefused('INVALID_INPUT', { noScore: MESSAGES.noScoreInStroke }));

  it('refuses strokes together with No Score', () =>
    givenTwo
      .when(score('ann', 'ann', 1, 4, { noScore: true }))
      .thenRefused('INVALID_INPUT', { noScore: MESSAGES.strokesOrNoScore }));
});

describe('Changing a score', () => {
  const four = nextId(two);
  const scored = [...two, entered('ann', 'PLAYER', 'ann', 1, 4)];
  const givenScored = given(scored);

  it('replaces my entry and names it', () =>
    givenScored.when(score('ann', 'ann', 1, 5)).thenHappens(entered('ann', 'PLAYER', 'ann', 1, 5, four)));

  it('clears my entry', () =>
    givenScored.when(score('ann', 'ann', 1, null)).thenHappens(cleared('ann', 'PLAYER', 'ann', 1, four)));

  describe('from a phone that names what it replaces', () => {
    const current: Entry = {
      entryId: four,
      userId: 'ann',
      side: 'PLAYER',
      enteredBy: 'ann',
      holeNumber: 1,
      strokes: 4,
      noScore: false,
      recordedAt: '2026-04-30T22:00:00.000Z',
    };

    it('is accepted when it names the current entry', () => {
      givenTwo.when(score('ann', 'ann', 1, 4, { replaces: null })).thenHappens(entered('ann', 'PLAYER', 'ann', 1, 4));
      givenScored
        .when(score('ann', 'ann', 1, 5, { replaces: four }))
        .thenHappens(entered('ann', 'PLAYER', 'ann', 1, 5, four));
      givenScored
        .when(score('ann', 'ann', 1, null, { replaces: four }))
        .thenHappens(cleared('ann', 'PLAYER', 'ann', 1, four));
      given(scored, cleared('ann', 'PLAYER', 'ann', 1, four))
        .when(score('ann', 'ann', 1, 5, { replaces: null }))
        .thenHappens(entered('ann', 'PLAYER', 'ann', 1, 5));
    });

    it.each([
      ['names none', null, 5],
      ['names an older one', 'e1', 5],
      ['clears an older one', 'e1', null],
    ])('is refused with the current entry when it %s', (_, replaces, value) =>
      givenScored.when(score('ann', 'ann', 1, value, { replaces })).thenRefused('SCORE_CHANGED', { current }),
    );

    it('is refused when the entry has been cleared since', () =>
      given(scored, cleared('ann', 'PLAYER', 'ann', 1, four))
        .when(score('ann', 'ann', 1, 5, { replaces: four }))
        .thenRefused('SCORE_CHANGED', { current: null }));
  });
});

describe('Scoring on a signed card', () => {
  it.each([
    ['the player signed', [signed('ann', 'PLAYER', 'ann', 'hash')]],
    ['the marker signed', [signed('ann', 'MARKER', 'ben', 'hash')]],
    [
      'both signed',
      [signed('ann', 'PLAYER', 'ann', 'hash'), signed('ann', 'MARKER', 'ben', 'hash'), verified('ann', 'hash')],
    ],
  ])('is refused to both sides once %s', (_, signatures) => {
    const givenStory = given(...two, ...wholeCard('ann', 'ben'), ...signatures);
    givenStory.when(score('ann', 'ann', 1, 5)).thenRefused('ROUND_SIGNED');
    givenStory.when(score('ben', 'ann', 1, 5)).thenRefused('ROUND_SIGNED');
    givenStory.when(score('ann', 'ann', 1, null)).thenRefused('ROUND_SIGNED');
    givenStory.when(score('ann', 'ann', 1, 5, { replaces: 'e1' })).thenRefused('ROUND_SIGNED');
    givenStory.when(score('ann', 'ann', 1, 4)).thenNothing();
    givenStory.when(score('ben', 'ann', 1, 4)).thenNothing();
  });

  it('is allowed on the other card', () =>
    given(two, wholeCard('ann', 'ben'), signed('ann', 'PLAYER', 'ann', 'hash'))
      .when(score('ben', 'ben', 1, 4))
      .thenHappens(entered('ben', 'PLAYER', 'ben', 1, 4)));
});

describe('Scoring after a player left', () => {
  const withoutBen = [
    ...three,
    entered('ben', 'PLAYER', 'ben', 1, 4),
    withdrew('ben'),
    // Ann takes over Cat's card, which Ben kept; Ben's own keeps Ann as its marker.
    markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }),
  ];
  const givenWithoutBen = given(withoutBen);

  it('is refused on the leaver’s card', () => {
    givenWithoutBen.when(score('ben', 'ben', 1, 5)).thenRefused('ROUND_WITHDRAWN');
    givenWithoutBen.when(score('ann', 'ben', 1, 5)).thenRefused('ROUND_WITHDRAWN');
    givenWithoutBen.when(score('ben', 'ben', 1, 4)).thenNothing();
  });

  it('continues with the new marker, who inherits the marker’s side', () => {
    givenWithoutBen.when(score('ann', 'cat', 1, 4)).thenHappens(entered('cat', 'MARKER', 'ann', 1, 4));
    const story = [...three, entered('cat', 'MARKER', 'ben', 1, 4), withdrew('ben')];
    given(story, markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }))
      .when(score('ann', 'cat', 1, 5))
      .thenHappens(entered('cat', 'MARKER', 'ann', 1, 5, nextId(three)));
  });

  it('accepts late scores of the former marker on empty holes only', () => {
    givenWithoutBen.when(score('ben', 'cat', 1, 4)).thenHappens(entered('cat', 'MARKER', 'ben', 1, 4));
    const givenFilled = given(...withoutBen, entered('cat', 'MARKER', 'ann', 1, 4));
    givenFilled.when(score('ben', 'cat', 1, 5)).thenRefused('NOT_MARKER');
    givenFilled.when(score('ben', 'cat', 1, null)).thenRefused('NOT_MARKER');
    givenFilled.when(score('ben', 'cat', 1, 4)).thenNothing();
    givenFilled.when(score('ben', 'cat', 2, 4, { replaces: null })).thenHappens(entered('cat', 'MARKER', 'ben', 2, 4));
    givenFilled.when(score('ben', 'cat', 2, 4, { replaces: 'e1' })).thenRefused('SCORE_CHANGED', { current: null });
  });

  it('accepts late scores of a marker whom the host has replaced', () => {
    const story = [...three, markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }, 'HOST')];
    given(story)
      .when(score('ben', 'cat', 1, 4))
      .thenHappens(entered('cat', 'MARKER', 'ben', 1, 4));
    // Assigned again, Ben is the marker, no longer a former one.
    const back = [...story, entered('cat', 'MARKER', 'ann', 1, 4)];
    given(back, markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ben' }, 'HOST'))
      .when(score('ben', 'cat', 1, 5))
      .thenHappens(entered('cat', 'MARKER', 'ben', 1, 5, nextId(story)));
  });

  it('can be finished without a marker', () =>
    given(two, withdrew('ben', 'ACCOUNT_DELETED'), accountClosed('ben'), markersAssigned({ ann: null, ben: 'ann' }))
      .when(score('ann', 'ann', 1, 4))
      .thenHappens(entered('ann', 'PLAYER', 'ann', 1, 4)));
});
