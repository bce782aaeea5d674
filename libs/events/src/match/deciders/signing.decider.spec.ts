import { MESSAGES } from '@fairmark/contract';
import { cardHash } from '../card-hash.js';
import type { MatchEvent } from '../match.events.js';
import type { MatchCommand } from './match.command.js';
import { given, matchAfter } from '../../testing/given.js';
import {
  accountClosed,
  entered,
  markersAssigned,
  practiceOf,
  reopened,
  roundOf,
  side,
  signed,
  verified,
  wholeCard,
  withdrew,
} from '../../testing/golfers.js';

const sign = (actorId: string, userId?: string): MatchCommand =>
  userId === undefined ? { type: 'SignCards', actorId } : { type: 'SignCards', actorId, userId };
const reopen = (actorId: string, userId: string): MatchCommand => ({ type: 'ReopenCard', actorId, userId });

const hashOf = (story: readonly MatchEvent[], userId: string): string => {
  const state = matchAfter(story);
  const card = state.cards.get(userId);
  if (card === undefined) throw new Error(`No card of ${userId}`);
  return cardHash(state, card);
};

/** The markers' entries of these cards. */
const ids = (story: readonly MatchEvent[], ...cards: string[]): string[] =>
  cards.flatMap((userId) => (matchAfter(story).cards.get(userId)?.marker ?? []).map((entry) => entry?.entryId ?? ''));

const ALL_HOLES = Array.from({ length: 18 }, (_, i) => i + 1);

const two = roundOf(['ann', 'ben']);
const three = roundOf(['ann', 'ben', 'cat']);

describe('Signing in a two-ball', () => {
  const played = [...two, ...wholeCard('ann', 'ben'), ...wholeCard('ben', 'ann')];
  const givenPlayed = given(played);
  const [a, b] = [hashOf(played, 'ann'), hashOf(played, 'ben')];
  const annSigned = [signed('ann', 'PLAYER', 'ann', a), signed('ben', 'MARKER', 'ann', b)];

  it('signs both cards with one tap: mine as the player, yours as the marker', () => {
    givenPlayed.when(sign('ann', 'ben')).thenHappens(annSigned);
    givenPlayed.when(sign('ann')).thenHappens(annSigned);
  });

  it('verifies both when the other signs', () =>
    given(played, annSigned)
      .when(sign('ben', 'ann'))
      .thenHappens(
        signed('ben', 'PLAYER', 'ben', b),
        verified('ben', b),
        signed('ann', 'MARKER', 'ben', a),
        verified('ann', a),
      ));

  describe('with the entries that were shown', () => {
    const shown = ids(played, 'ann', 'ben');
    const changed = [...played, entered('ben', 'MARKER', 'ann', 4, 4)];
    const signSeen = (seen: readonly string[]): MatchCommand => ({ type: 'SignCards', actorId: 'ann', seen });

    it('signs the entries that were shown, and records asShown', () =>
      givenPlayed
        .when(signSeen(shown))
        .thenHappens(signed('ann', 'PLAYER', 'ann', a, true), signed('ben', 'MARKER', 'ann', b, true)));

    it.each([
      ['nothing', [], ['ann', 'ben']],
      ['one of the two cards', ids(played, 'ben'), ['ann']],
    ])('signs neither card when %s was shown', (_, seen, cards) =>
      givenPlayed
        .when(signSeen(seen))
        .thenRefused(
          'SCORE_CHANGED',
          { cards: cards.map((userId) => ({ userId, changedHoleNumbers: ALL_HOLES })) },
          MESSAGES.cardChanged,
        ),
    );

    it('is refused when the marker has changed a hole since, and names the hole', () =>
      given(changed)
        .when(signSeen(shown))
        .thenRefused('SCORE_CHANGED', { cards: [{ userId: 'ben', changedHoleNumbers: [4] }] }, MESSAGES.cardChanged));

    it('reports differing scores before changed ones', () =>
      given([...played, entered('ben', 'MARKER', 'ann', 4, 9)])
        .when(signSeen(shown))
        .thenRefused('SCORES_DONT_MATCH'));

    it('needs no entries of a card I have signed', () => given(played, annSigned).when(signSeen([])).thenNothing());
  });

  it('signs both cards or none', () => {
    const givenShort = given(two, wholeCard('ann', 'ben'), wholeCard('ben', 'ann', {}, { 18: null }));
    givenShort
      .when(sign('ann', 'ben'))
      .thenRefused('ROUND_NOT_COMPLETE', { cards: [{ userId: 'ben', missingHoleNumbers: [18] }] });
    givenShort.when(sign('ann')).thenRefused('ROUND_NOT_COMPLETE');
  });

  it('signs only the card that lacks my signature', () =>
    given(played, annSigned, reopened('ben', 'ben'))
      .when(sign('ann', 'ben'))
      .thenHappens(signed('ben', 'MARKER', 'ann', b)));

  it('refuses in this order: my missing holes, the other’s missing holes, differing scores', () => {
    const givenSides = (...sides: Parameters<typeof side>[3][]) =>
      given(two, wholeCard('ann', 'ben', ...sides), wholeCard('ben', 'ann')).when(sign('ann', 'ben'));
    const cards = (what: object) => ({ cards: [{ userId: 'ann', ...what }] });
    givenSides({ 2: null }, { 1: 5, 3: null }).thenRefused('ROUND_NOT_COMPLETE', cards({ missingHoleNumbers: [2] }));
    givenSides({}, { 1: 5, 3: null }).thenRefused('ROUND_NOT_COMPLETE_BY_MARKER', cards({ missingHoleNumbers: [3] }));
    const mismatchingScoreHoleNumbers = [1];
    givenSides({}, { 1: 5 }).thenRefused('SCORES_DONT_MATCH', {
      mismatchingScoreHoleNumbers,
      ...cards({ mismatchingScoreHoleNumbers }),
    });
  });

  it('names the differing holes of both cards, each once and in order', () =>
    given(two, wholeCard('ann', 'ben', {}, { 3: 5, 12: 5 }), wholeCard('ben', 'ann', {}, { 1: 5, 12: 5 }))
      .when(sign('ben', 'ann'))
      .thenRefused('SCORES_DONT_MATCH', {
        mismatchingScoreHoleNumbers: [1, 3, 12],
        cards: [
          { userId: 'ben', mismatchingScoreHoleNumbers: [1, 12] },
          { userId: 'ann', mismatchingScoreHoleNumbers: [3, 12] },
        ],
      }));
});

describe('Signing in a three-ball', () => {
  // Ann marks Ben, Ben marks Cat, Cat marks Ann.
  const ann = wholeCard('ann', 'cat');
  const ben = wholeCard('ben', 'ann');
  const played = [...three, ...ann, ...ben];
  const givenPlayed = given(played);
  const [a, b] = [hashOf(played, 'ann'), hashOf(played, 'ben')];

  it('signs my card when I name my marker', () =>
    givenPlayed.when(sign('ann', 'cat')).thenHappens(signed('ann', 'PLAYER', 'ann', a)));

  it('signs the card that I keep when I name its player', () =>
    givenPlayed.when(sign('ann', 'ben')).thenHappens(signed('ben', 'MARKER', 'ann', b)));

  it('signs both when I name no partner', () =>
    givenPlayed.when(sign('ann')).thenHappens(signed('ann', 'PLAYER', 'ann', a), signed('ben', 'MARKER', 'ann', b)));

  it('signs no card when one of them was changed after it was shown', () => {
    const seen = [...ids(played, 'ann'), ...ids(played, 'ben').slice(1)];
    givenPlayed
      .when({ type: 'SignCards', actorId: 'ann', seen })
      .thenRefused('SCORE_CHANGED', { cards: [{ userId: 'ben', changedHoleNumbers: [1] }] }, MESSAGES.cardChanged);
  });

  it('signs what it can when I name no partner, and reports what is missing once nothing can be signed', () => {
    given(three, ann)
      .when(sign('ann'))
      .thenHappens(signed('ann', 'PLAYER', 'ann', a));
    given(three, ann, signed('ann', 'PLAYER', 'ann', a))
      .when(sign('ann'))
      .thenRefused('ROUND_NOT_COMPLETE', {
        cards: [{ userId: 'ben', missingHoleNumbers: ALL_HOLES }],
      });
    given(three, wholeCard('ann', 'cat', { 1: 5 }), wholeCard('ben', 'ann', {}, { 2: 5 }))
      .when(sign('ann'))
      .thenRefused('SCORES_DONT_MATCH', {
        mismatchingScoreHoleNumbers: [1, 2],
        cards: [
          { userId: 'ann', mismatchingScoreHoleNumbers: [1] },
          { userId: 'ben', mismatchingScoreHoleNumbers: [2] },
        ],
      });
  });

  it.each([
    ['the marker signs second', signed('ann', 'PLAYER', 'ann', a), 'cat', 'ann', signed('ann', 'MARKER', 'cat', a)],
    ['the player signs second', signed('ann', 'MARKER', 'cat', a), 'ann', 'cat', signed('ann', 'PLAYER', 'ann', a)],
  ] as const)('verifies when %s', (_, first, second, named, signature) =>
    given(three, ann, first).when(sign(second, named)).thenHappens(signature, verified('ann', a)),
  );

  it.each([
    ['myself', 'ann', 'ann'],
    ['a stranger', 'ann', 'zoe'],
  ])('is refused between me and %s', (_, actorId, named) =>
    givenPlayed.when(sign(actorId, named)).thenRefused('NOT_MARKER'),
  );

  it('is refused between two players who do not mark each other', () =>
    given(roundOf(['ann', 'ben', 'cat', 'dan']))
      .when(sign('ann', 'cat'))
      .thenRefused('NOT_MARKER'));
});

describe('Signing without a marker', () => {
  it('is refused in a practice round', () => {
    const givenStory = given(...practiceOf(['ann', 'ben']), ...side('ann', 'PLAYER', 'ann'));
    givenStory.when(sign('ann')).thenRefused('NO_MARKER', undefined, MESSAGES.socialHasNoMarker);
    givenStory.when(reopen('ann', 'ann')).thenRefused('NO_MARKER', undefined, MESSAGES.socialHasNoMarker);
  });
});

describe('Signing after a player left', () => {
  it('allows the leaver of a two-ball to sign as marker, but not the card that was left', () => {
    const story = [...two, ...wholeCard('ann', 'ben'), withdrew('ben')];
    const givenStory = given(story);
    const a = hashOf(story, 'ann');
    givenStory.when(sign('ben', 'ann')).thenHappens(signed('ann', 'MARKER', 'ben', a));
    givenStory.when(sign('ben')).thenHappens(signed('ann', 'MARKER', 'ben', a));
    givenStory.when(sign('ann', 'ben')).thenHappens(signed('ann', 'PLAYER', 'ann', a));
    given(story, signed('ann', 'PLAYER', 'ann', a))
      .when(sign('ben', 'ann'))
      .thenHappens(signed('ann', 'MARKER', 'ben', a), verified('ann', a));
  });

  const withoutBen = [
    ...three,
    ...wholeCard('cat', 'ben'),
    withdrew('ben'),
    markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }),
  ];
  const givenWithoutBen = given(withoutBen);
  const c = hashOf(withoutBen, 'cat');

  it('has the new marker sign for all 18 holes', () =>
    given(withoutBen, wholeCard('ann', 'cat'))
      .when(sign('ann', 'cat'))
      .thenHappens(
        signed('ann', 'PLAYER', 'ann', hashOf([...withoutBen, ...wholeCard('ann', 'cat')], 'ann')),
        signed('cat', 'MARKER', 'ann', c),
      ));

  it('keeps a signature given by the former marker', () => {
    const story = [...three, ...wholeCard('cat', 'ben'), signed('cat', 'MARKER', 'ben', c), withdrew('ben')];
    const reassigned = [...story, markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }), ...wholeCard('ann', 'cat')];
    const givenReassigned = given(reassigned);
    const a = hashOf(reassigned, 'ann');
    // Cat's card needs Cat only; Ann's needs both.
    givenReassigned
      .when(sign('cat', 'ann'))
      .thenHappens(signed('cat', 'PLAYER', 'cat', c), verified('cat', c), signed('ann', 'MARKER', 'cat', a));
    givenReassigned.when(sign('ann', 'cat')).thenHappens(signed('ann', 'PLAYER', 'ann', a));
  });

  it('is refused for a withdrawn card', () => {
    givenWithoutBen.when(sign('ann', 'ben')).thenRefused('ROUND_WITHDRAWN');
    givenWithoutBen.when(sign('ben', 'ann')).thenRefused('ROUND_WITHDRAWN');
    givenWithoutBen.when(sign('ben')).thenRefused('ROUND_WITHDRAWN');
    givenWithoutBen.when(sign('ben', 'cat')).thenRefused('NOT_MARKER');
  });

  it('keeps a signature given by the last marker before deleting the account', () => {
    const played = [...two, ...wholeCard('ann', 'ben'), ...wholeCard('ben', 'ann')];
    const a = hashOf(played, 'ann');
    const b = hashOf(played, 'ben');
    const story = [
      ...played,
      signed('ben', 'PLAYER', 'ben', b),
      signed('ann', 'MARKER', 'ben', a),
      accountClosed('ben'),
      markersAssigned({ ann: null, ben: 'ann' }),
    ];
    const givenStory = given(story);
    givenStory
      .when(sign('ann'))
      .thenHappens(
        signed('ann', 'PLAYER', 'ann', a),
        verified('ann', a),
        signed('ben', 'MARKER', 'ann', b),
        verified('ben', b),
      );
    // Once reopened, it has lost the marker's signature.
    given(story, reopened('ann', 'ann'))
      .when(sign('ann', 'ben'))
      .thenHappens(signed('ben', 'MARKER', 'ann', b), verified('ben', b));
  });

  it('is refused without a marker', () => {
    const givenStory = given(
      ...two,
      ...side('ann', 'PLAYER', 'ann'),
      withdrew('ben', 'ACCOUNT_DELETED'),
      accountClosed('ben'),
      markersAssigned({ ann: null, ben: 'ann' }),
    );
    givenStory.when(sign('ann')).thenRefused('NO_MARKER', { userIds: ['ann'] });
    givenStory.when(sign('ann', 'ben')).thenRefused('NO_MARKER', { userIds: ['ann'] });
  });
});

describe('Reopening a card', () => {
  const played = [...two, ...wholeCard('ann', 'ben'), ...wholeCard('ben', 'ann')];
  const a = hashOf(played, 'ann');

  it.each(['ann', 'ben'])('is allowed to its player and its marker: %s', (actorId) => {
    given(played, signed('ann', 'PLAYER', 'ann', a))
      .when(reopen(actorId, 'ann'))
      .thenHappens(reopened('ann', actorId));
    given(played, signed('ann', 'MARKER', 'ben', a))
      .when(reopen(actorId, 'ann'))
      .thenHappens(reopened('ann', actorId));
  });

  it('is refused to every other golfer', () => {
    const givenStory = given(...three, ...wholeCard('ann', 'cat'), signed('ann', 'PLAYER', 'ann', a));
    givenStory.when(reopen('ben', 'ann')).thenRefused('NOT_MARKER');
    givenStory.when(reopen('ann', 'zoe')).thenRefused('NOT_MARKER');
  });

  it('changes nothing on an open card', () => {
    given(played).when(reopen('ann', 'ann')).thenNothing();
    given(played, signed('ann', 'PLAYER', 'ann', a), reopened('ann', 'ann'))
      .when(reopen('ann', 'ann'))
      .thenNothing();
  });

  it('is refused once the card is verified', () =>
    given(played, signed('ann', 'PLAYER', 'ann', a), signed('ann', 'MARKER', 'ben', a), verified('ann', a))
      .when(reopen('ann', 'ann'))
      .thenRefused('ROUND_SIGNED'));

  it('voids the signatures: scores can be changed, and both have to sign again', () => {
    const open = [...played, signed('ann', 'PLAYER', 'ann', a), reopened('ann', 'ben')];
    given(open)
      .when({ type: 'ScoreHole', actorId: 'ben', userId: 'ann', holeNumber: 1, strokes: 5, noScore: false })
      .thenHappens(entered('ann', 'MARKER', 'ben', 1, 5, ids(open, 'ann')[0]));
    given(open)
      .when(sign('ben', 'ann'))
      .thenHappens(signed('ben', 'PLAYER', 'ben', hashOf(open, 'ben')), signed('ann', 'MARKER', 'ben', a));
  });
});
