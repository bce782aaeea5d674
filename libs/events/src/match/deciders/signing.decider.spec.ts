import { MESSAGES } from '@fairmark/contract';
import { cardHash } from '../card-hash.js';
import type { MatchEvent } from '../match.events.js';
import { refused, type MatchCommand } from './match.command.js';
import { reopen, score, sign } from '../../testing/commands.js';
import { cardOf, decides, matchAfter } from '../../testing/given.js';
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

const signSeen = (seen: readonly string[]): MatchCommand => ({ type: 'SignCards', actorId: 'ann', seen });

const hashOf = (story: readonly MatchEvent[], userId: string): string => {
  const state = matchAfter(story);
  return cardHash(state, cardOf(state, userId));
};

/** The markers' entries of these cards. */
const ids = (story: readonly MatchEvent[], ...cards: string[]): string[] =>
  cards.flatMap((userId) => cardOf(matchAfter(story), userId).marker.map((entry) => entry?.entryId ?? ''));

const ALL_HOLES = Array.from({ length: 18 }, (_, i) => i + 1);
const missing = (userId: string, ...missingHoleNumbers: number[]) =>
  refused('ROUND_NOT_COMPLETE', { cards: [{ userId, missingHoleNumbers }] });
/** SCORES_DONT_MATCH on these holes of each card. */
const differing = (holes: number[], ...cards: [userId: string, holes: number[]][]) =>
  refused('SCORES_DONT_MATCH', {
    mismatchingScoreHoleNumbers: holes,
    cards: cards.map(([userId, mismatchingScoreHoleNumbers]) => ({ userId, mismatchingScoreHoleNumbers })),
  });
const changed = (holes: number[], ...cards: string[]) =>
  refused(
    'SCORE_CHANGED',
    { cards: cards.map((userId) => ({ userId, changedHoleNumbers: holes })) },
    MESSAGES.cardChanged,
  );

// In a two-ball Ann and Ben mark each other. In a three-ball Ann marks Ben, Ben marks Cat, Cat marks Ann.
const two = roundOf(['ann', 'ben']);
const three = roundOf(['ann', 'ben', 'cat']);
const four = roundOf(['ann', 'ben', 'cat', 'dan']);
const ann = wholeCard('ann', 'ben');
const played = [...two, ...ann, ...wholeCard('ben', 'ann')];
const annOfThree = wholeCard('ann', 'cat');
const playedByThree = [...three, ...annOfThree, ...wholeCard('ben', 'ann')];
const [a, b] = [hashOf(played, 'ann'), hashOf(played, 'ben')];
const [annByAnn, annByBen, annByCat] = [
  signed('ann', 'PLAYER', 'ann', a),
  signed('ann', 'MARKER', 'ben', a),
  signed('ann', 'MARKER', 'cat', a),
];
const [benByBen, benByAnn] = [signed('ben', 'PLAYER', 'ben', b), signed('ben', 'MARKER', 'ann', b)];
const [annDone, benDone] = [verified('ann', a), verified('ben', b)];

describe('Signing in a two-ball', () => {
  const byAnn = [annByAnn, benByAnn];
  const short = [...two, ...ann, ...wholeCard('ben', 'ann', {}, { 18: null })];
  const sides = (...of: Parameters<typeof side>[3][]) => [two, wholeCard('ann', 'ben', ...of), wholeCard('ben', 'ann')];
  const wrong = { 1: 5, 3: null };
  const missingByMarker = { ...missing('ann', 3), code: 'ROUND_NOT_COMPLETE_BY_MARKER' } as const;
  const benReopened = [played, byAnn, reopened('ben', 'ben')];
  const onBoth = differing([1, 3, 12], ['ben', [1, 12]], ['ann', [3, 12]]);
  const bothDiffer = [...wholeCard('ann', 'ben', {}, { 3: 5, 12: 5 }), ...wholeCard('ben', 'ann', {}, { 1: 5, 12: 5 })];

  decides([
    ['signs both cards with one tap: mine as the player, yours as the marker', played, sign('ann', 'ben'), byAnn],
    ['also if I name no partner', played, sign('ann'), byAnn],
    ['verifies both when the other signs', [played, byAnn], sign('ben', 'ann'), [benByBen, benDone, annByBen, annDone]],
    ['signs both cards or none', short, sign('ann', 'ben'), missing('ben', 18)],
    ['signs both cards or none, without a named partner', short, sign('ann'), missing('ben', 18)],
    ['signs only the card that lacks my signature', benReopened, sign('ann', 'ben'), [benByAnn]],
    ['refuses in this order: my missing holes', sides({ 2: null }, wrong), sign('ann', 'ben'), missing('ann', 2)],
    ['the other’s missing holes', sides({}, wrong), sign('ann', 'ben'), missingByMarker],
    ['differing scores', sides({}, { 1: 5 }), sign('ann', 'ben'), differing([1], ['ann', [1]])],
    ['names the differing holes of both cards, each once and in order', [two, bothDiffer], sign('ben', 'ann'), onBoth],
  ]);

  describe('with the entries that were shown', () => {
    const shown = ids(played, 'ann', 'ben');
    const shownSigned = [signed('ann', 'PLAYER', 'ann', a, true), signed('ben', 'MARKER', 'ann', b, true)];
    const later = (score: number) => [played, entered('ben', 'MARKER', 'ann', 4, score)];
    decides([
      ['signs the entries that were shown, and records asShown', played, signSeen(shown), shownSigned],
      ['signs neither card when nothing was shown', played, signSeen([]), changed(ALL_HOLES, 'ann', 'ben')],
      ['signs neither when one card was shown', played, signSeen(ids(played, 'ben')), changed(ALL_HOLES, 'ann')],
      ['names the hole that the marker has changed since', later(4), signSeen(shown), changed([4], 'ben')],
      ['reports differing scores before changed ones', later(9), signSeen(shown), differing([4], ['ben', [4]])],
      ['needs no entries of a card I have signed', [played, byAnn], signSeen([]), []],
    ]);
  });
});

describe('Signing in a three-ball', () => {
  const [first] = ids(playedByThree, 'ben');
  const seen = ids(playedByThree, 'ann', 'ben').filter((id) => id !== first);
  const annSigned = [three, annOfThree, annByAnn];
  const catSigned = [three, annOfThree, annByCat];
  const slips = [...wholeCard('ann', 'cat', { 1: 5 }), ...wholeCard('ben', 'ann', {}, { 2: 5 })];
  decides([
    ['signs my card when I name my marker', playedByThree, sign('ann', 'cat'), [annByAnn]],
    ['signs the card that I keep when I name its player', playedByThree, sign('ann', 'ben'), [benByAnn]],
    ['signs both when I name no partner', playedByThree, sign('ann'), [annByAnn, benByAnn]],
    ['signs no card when one was changed after it was shown', playedByThree, signSeen(seen), changed([1], 'ben')],
    ['signs what it can when I name no partner', [three, annOfThree], sign('ann'), [annByAnn]],
    ['reports what is missing once nothing can be signed', annSigned, sign('ann'), missing('ben', ...ALL_HOLES)],
    ['reports what differs on both', [three, slips], sign('ann'), differing([1, 2], ['ann', [1]], ['ben', [2]])],
    ['verifies when the marker signs second', annSigned, sign('cat', 'ann'), [annByCat, annDone]],
    ['verifies when the player signs second', catSigned, sign('ann', 'cat'), [annByAnn, annDone]],
    ['is refused between me and myself', playedByThree, sign('ann', 'ann'), 'NOT_MARKER'],
    ['is refused between me and a stranger', playedByThree, sign('ann', 'zoe'), 'NOT_MARKER'],
    ['is refused between two players who do not mark each other', four, sign('ann', 'cat'), 'NOT_MARKER'],
  ]);
});

describe('Signing without a marker', () => {
  const practice = [practiceOf(['ann', 'ben']), side('ann', 'PLAYER', 'ann')];
  const noMarker = refused('NO_MARKER', undefined, MESSAGES.socialHasNoMarker);
  decides([
    ['is refused in a practice round', practice, sign('ann'), noMarker],
    ['and so is reopening', practice, reopen('ann', 'ann'), noMarker],
  ]);
});

describe('Signing after a player left', () => {
  const left = [two, ann, withdrew('ben')];
  // Ann takes over Cat's card, which Ben kept.
  const moved = markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' });
  const withoutBen = [...three, ...wholeCard('cat', 'ben'), withdrew('ben'), moved];
  const c = hashOf(withoutBen, 'cat');
  const [catByAnn, catByBen] = [signed('cat', 'MARKER', 'ann', c), signed('cat', 'MARKER', 'ben', c)];
  const stands = [three, wholeCard('cat', 'ben'), catByBen, withdrew('ben'), moved, annOfThree];
  const catSigns = [signed('cat', 'PLAYER', 'cat', c), verified('cat', c), annByCat];
  const gone = [played, benByBen, annByBen, accountClosed('ben'), markersAssigned({ ann: null, ben: 'ann' })];
  const allDone = [annByAnn, annDone, benByAnn, benDone];
  const closed = [withdrew('ben', 'ACCOUNT_DELETED'), accountClosed('ben'), markersAssigned({ ann: null, ben: 'ann' })];
  const alone = [two, side('ann', 'PLAYER', 'ann'), closed];
  const noMarker = refused('NO_MARKER', { userIds: ['ann'] });
  decides([
    ['allows the leaver of a two-ball to sign as marker', left, sign('ben', 'ann'), [annByBen]],
    ['but not the card that was left', left, sign('ben'), [annByBen]],
    ['and the other to sign as player', left, sign('ann', 'ben'), [annByAnn]],
    ['and so to verify', [...left, annByAnn], sign('ben', 'ann'), [annByBen, annDone]],
    ['has the new marker sign for all 18 holes', [withoutBen, annOfThree], sign('ann', 'cat'), [annByAnn, catByAnn]],
    // Cat's card needs Cat only; Ann's needs both.
    ['keeps a signature given by the former marker', stands, sign('cat', 'ann'), catSigns],
    ['which the new marker need not repeat', stands, sign('ann', 'cat'), [annByAnn]],
    ['is refused for a withdrawn card', withoutBen, sign('ann', 'ben'), 'ROUND_WITHDRAWN'],
    ['also to its player', withoutBen, sign('ben', 'ann'), 'ROUND_WITHDRAWN'],
    ['who names no partner', withoutBen, sign('ben'), 'ROUND_WITHDRAWN'],
    ['and no longer marks', withoutBen, sign('ben', 'cat'), 'NOT_MARKER'],
    ['keeps a signature given by the last marker, whose account is deleted', gone, sign('ann'), allDone],
    ['until the card is reopened', [...gone, reopened('ann', 'ann')], sign('ann', 'ben'), [benByAnn, benDone]],
    ['is refused without a marker', alone, sign('ann'), noMarker],
    ['also to the partner who is gone', alone, sign('ann', 'ben'), noMarker],
  ]);
});

describe('Reopening a card', () => {
  const open = [...played, annByAnn, reopened('ann', 'ben')];
  const benEntered = entered('ann', 'MARKER', 'ben', 1, 5, ids(open, 'ann')[0]);
  const ofThree = [three, annOfThree, annByAnn];
  const done = [played, annByAnn, annByBen, annDone];
  decides([
    ['is allowed to its player', [played, annByAnn], reopen('ann', 'ann'), [reopened('ann', 'ann')]],
    ['who has not signed', [played, annByBen], reopen('ann', 'ann'), [reopened('ann', 'ann')]],
    ['is allowed to its marker', [played, annByBen], reopen('ben', 'ann'), [reopened('ann', 'ben')]],
    ['who has not signed either', [played, annByAnn], reopen('ben', 'ann'), [reopened('ann', 'ben')]],
    ['is refused to every other golfer', ofThree, reopen('ben', 'ann'), 'NOT_MARKER'],
    ['is refused for a card that does not exist', ofThree, reopen('ann', 'zoe'), 'NOT_MARKER'],
    ['changes nothing on an open card', played, reopen('ann', 'ann'), []],
    ['changes nothing on a reopened card', open, reopen('ann', 'ann'), []],
    ['is refused once the card is verified', done, reopen('ann', 'ann'), 'ROUND_SIGNED'],
    ['allows scores again', open, score('ben', 'ann', 1, 5), [benEntered]],
    ['voids the signatures: both have to sign again', open, sign('ben', 'ann'), [benByBen, annByBen]],
  ]);
});
