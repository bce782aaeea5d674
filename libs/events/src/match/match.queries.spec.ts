import type { MatchEvent } from './match.events.js';
import {
  cannotBeVerified,
  cardsToSign,
  countingEntries,
  holeOf,
  isComplete,
  isCurrentFor,
  markedBy,
  marks,
  mayRead,
  mismatches,
  nextHole,
  owesHoles,
  pendingInvite,
  pendingInvites,
  strokesOn,
} from './match.queries.js';
import type { Card, MatchState } from './match.state.js';
import { A_DAY_LATER, AN_HOUR_LATER, cardOf, JUST_IN_TIME, matchAfter } from '../testing/given.js';
import {
  accepted,
  accountClosed,
  corrected,
  COURSE,
  created,
  denied,
  handicapSet,
  invited,
  lobbyEnded,
  lobbyWith,
  markersAssigned,
  matchEnded,
  practiceOf,
  removed,
  reopened,
  roundOf,
  settings,
  side,
  signed,
  started,
  verified,
  wholeCard,
  withdrew,
} from '../testing/golfers.js';

const two = roundOf(['ann', 'ben']);
const three = roundOf(['ann', 'ben', 'cat']);

it('finds the invitations that are open, oldest first', () => {
  const story = [created(), invited('ben'), invited('cat'), denied('ben'), invited('ben', 2)];
  const state = matchAfter(story);
  expect(pendingInvites(state).map(({ inviteId }) => inviteId)).toEqual(['invite-cat-1', 'invite-ben-2']);
  expect(pendingInvite(state, 'ben')?.inviteId).toBe('invite-ben-2');
  expect(pendingInvite(state, 'dan')).toBeNull();
  expect(pendingInvites(matchAfter(story, lobbyEnded('HOST_LEFT')))).toEqual([]);
});

it('Who keeps whose card is answered for the lobby and for the round', () => {
  expect(markedBy(matchAfter(lobbyWith('ben', 'cat')), 'ann')).toEqual(['ben']);
  expect(markedBy(matchAfter(three), 'ann')).toEqual(['ben']);
  expect(markedBy(matchAfter(three, withdrew('ben')), 'ann')).toEqual([]);
  expect(marks(matchAfter(three), 'ben').map(({ userId }) => userId)).toEqual(['cat']);
  expect(marks(matchAfter(practiceOf(['ann', 'ben'])), 'ben')).toEqual([]);
});

describe('What a card lacks', () => {
  it('counts the marker’s entries once all are there, and corrections by the committee over them', () => {
    const begins = (marker: Record<number, number | null>, ...more: MatchEvent[]) => {
      const state = matchAfter(two, side('ann', 'PLAYER', 'ann'), side('ann', 'MARKER', 'ben', marker), more);
      return countingEntries(cardOf(state, 'ann'))
        .map((entry) => entry?.strokes)
        .slice(0, 3);
    };
    expect(begins({ 1: 6, 18: null })).toEqual([4, 4, 4]);
    expect(begins({ 1: 6 })).toEqual([6, 4, 4]);
    expect(begins({ 1: 6 }, corrected('ann', 'zoe', 2, 8))).toEqual([6, 8, 4]);
  });

  const cardIs = (query: (state: MatchState, card: Card) => boolean, story: MatchEvent[]) =>
    query(matchAfter(story), cardOf(matchAfter(story), 'ann'));
  const mine = side('ann', 'PLAYER', 'ann');
  it.each<[string, MatchEvent[], boolean]>([
    ['the player’s side', [...two, ...mine], false],
    ['the marker’s side', [...two, ...side('ann', 'MARKER', 'ben')], false],
    ['both sides', [...two, ...wholeCard('ann', 'ben')], true],
    ['the only side of a practice round', [...practiceOf(['ann']), ...mine], true],
    ['17 holes of it', [...practiceOf(['ann']), ...side('ann', 'PLAYER', 'ann', { 18: null })], false],
  ])('is complete with %s: %#', (_, story, complete) => expect(cardIs(isComplete, story)).toBe(complete));

  const alone = [...two, accountClosed('ben'), markersAssigned({ ann: null, ben: 'ann' })];
  const byMarker = signed('ann', 'MARKER', 'ben', 'hash');
  it.each<[string, MatchEvent[], boolean]>([
    ['with one', two, false],
    ['when it has none', alone, true],
    ['unless that one had signed', [...alone, byMarker], false],
    ['or it is verified', [...alone, verified('ann', 'hash')], false],
    ['nor after its player deleted the account', [...two, byMarker, accountClosed('ann')], true],
    ['unless the player had signed', [...two, signed('ann', 'PLAYER', 'ann', 'hash'), accountClosed('ann')], false],
    ['in a practice round', practiceOf(['ann']), false],
  ])('cannot be verified without a marker: %s', (_, story, cannot) =>
    expect(cardIs(cannotBeVerified, story)).toBe(cannot),
  );
});

describe('A hole as its player plays it', () => {
  const women = [...(COURSE.byGender.FEMALE?.holes ?? [])].map((hole) =>
    hole.number === 2 ? { ...hole, par: 5, strokeIndex: [18, 36, 54] as const } : hole,
  );
  const course = {
    ...COURSE,
    byGender: { ...COURSE.byGender, FEMALE: { ...settings(0, 0), ratingKind: 'Ladies Tees', holes: women } },
  };
  const state = matchAfter(
    created({ course }),
    handicapSet('ann', settings(20, 19, 'FEMALE')),
    started({ ann: null }, '2026-05-01', settings(20, 19, 'FEMALE')),
  );

  it('has the par and strokes of the gender of the handicap', () => {
    const card = cardOf(state, 'ann');
    expect(holeOf(state, card, 2)).toMatchObject({ number: 2, par: 5 });
    // 19 strokes: two on index 1, one on the others.
    expect(strokesOn(state, card, 1)).toBe(2);
    expect(strokesOn(state, card, 2)).toBe(1);
    expect(holeOf(matchAfter(two), cardOf(matchAfter(two), 'ann'), 2).par).toBe(4);
  });

  it('does not exist beyond the 18th', () => {
    expect(() => holeOf(state, cardOf(state, 'ann'), 19)).toThrow('no hole 19');
  });
});

it('Disagreements are shown during play, as soon as both have entered', () => {
  const state = matchAfter(
    two,
    side('ann', 'PLAYER', 'ann', { 4: null, 5: 8, 6: 'NS' }),
    side('ann', 'MARKER', 'ben', { 2: 5, 3: null, 5: 'NS', 6: 'NS', 17: 3 }),
  );
  expect(mismatches(state, cardOf(state, 'ann'))).toEqual([2, 17]);
});

describe('The next hole', () => {
  const mine = side('ann', 'PLAYER', 'ann', { 3: null });
  const marked = (open: Record<number, null>) => side('ben', 'MARKER', 'ann', open);
  const all = [...two, ...side('ann', 'PLAYER', 'ann'), ...marked({})];
  const left = [...two, withdrew('ann')];
  const trio = [...three, withdrew('ann'), markersAssigned({ ann: 'cat', ben: 'cat', cat: 'ben' })];
  /** The next hole of Ann, who owes holes if there is one and her account is not closed. */
  it.each<[string, MatchEvent[], number | null]>([
    ['none in a lobby', lobbyWith('ben'), null],
    ['the first of a round', two, 1],
    ['on the card that I keep', [...two, ...mine, ...marked({ 2: null })], 2],
    ['on my card', [...two, ...mine, ...marked({ 5: null })], 3],
    ['none once all are entered', all, null],
    ['on my own card only, in a practice round', [...practiceOf(['ann', 'ben']), ...mine], 3],
    ['not on a withdrawn card, but on the one that its leaver still marks', [...left, ...marked({ 9: null })], 9],
    ['none for a leaver once the other card is full', [...left, ...marked({})], null],
    ['none for a leaver of a three-ball', trio, null],
    ['none after the end', [...two, withdrew('ben'), withdrew('ann'), matchEnded], null],
  ])('is %s, and is owed', (_, story, hole) => {
    const state = matchAfter(story);
    expect([nextHole(state, 'ann'), owesHoles(state, 'ann')]).toEqual([hole, hole !== null]);
  });

  it('is owed by active players only', () => {
    expect(owesHoles(matchAfter(two, accountClosed('ann')), 'ann')).toBe(false);
    expect(owesHoles(matchAfter(two), 'zoe')).toBe(false);
  });
});

describe('The match that a phone resumes', () => {
  const lobby = lobbyWith('ben');
  const done = [...two, ...side('ann', 'PLAYER', 'ann'), ...side('ben', 'MARKER', 'ann')];
  it.each<[string, MatchEvent[], userId: string, now: string, boolean]>([
    ['my open lobby', lobby, 'ben', AN_HOUR_LATER, true],
    ['for a day', lobby, 'ben', JUST_IN_TIME, true],
    ['and no longer', lobby, 'ben', A_DAY_LATER, false],
    ['not a lobby that has ended', [...lobby, lobbyEnded('HOST_LEFT')], 'ben', AN_HOUR_LATER, false],
    ['not one that I was removed from', [...lobby, removed('ben')], 'ben', AN_HOUR_LATER, false],
    ['not one that I was only invited to', [...lobby, invited('cat')], 'cat', AN_HOUR_LATER, false],
    ['a round in which I owe holes', two, 'ann', AN_HOUR_LATER, true],
    ['for a day after its start', two, 'ann', JUST_IN_TIME, true],
    ['and no longer after that', two, 'ann', A_DAY_LATER, false],
    ['not a round in which I owe none', done, 'ann', AN_HOUR_LATER, false],
  ])('is %s', (_, story, userId, now, is) => expect(isCurrentFor(matchAfter(story), userId, now)).toBe(is));
});

describe('Cards that I can sign now', () => {
  const both = [...two, ...wholeCard('ann', 'ben'), ...wholeCard('ben', 'ann')];
  const signedByAnn = [signed('ann', 'PLAYER', 'ann', 'h'), signed('ben', 'MARKER', 'ann', 'h')];
  const oneLacksHoles = [...two, ...side('ann', 'PLAYER', 'ann'), ...wholeCard('ben', 'ann')];
  const left = [...two, ...wholeCard('ann', 'ben'), withdrew('ben')];
  const benByAnn = signed('ben', 'MARKER', 'ann', 'h');
  const gone = [...both, benByAnn, accountClosed('ben'), markersAssigned({ ann: null, ben: 'ann' })];
  const reopenedByAnn = [...gone, reopened('ben', 'ann')];
  it.each<[string, MatchEvent[], userId: string, cards: string[]]>([
    ['are complete', two, 'ann', []],
    ['are mine and those I mark', both, 'ann', ['ann', 'ben']],
    ['lack my signature', [...both, ...signedByAnn], 'ann', []],
    ['are not those of others', both, 'zoe', []],
    ['are not in a practice round', [...practiceOf(['ann']), ...side('ann', 'PLAYER', 'ann')], 'ann', []],
    ['exclude both cards of a two-ball while one lacks holes', oneLacksHoles, 'ann', []],
    ['are independent of each other in a three-ball', [...three, ...wholeCard('ann', 'cat')], 'ann', ['ann']],
    ['include the one that the leaver of a two-ball marks', left, 'ben', ['ann']],
    ['and that of the other', left, 'ann', ['ann']],
    ['are not one whose player is gone, once it is reopened', reopenedByAnn, 'ann', []],
  ])('%s', (_, story, userId, cards) =>
    expect(cardsToSign(matchAfter(story), userId).map((card) => card.userId)).toEqual(cards),
  );
});

describe('Reading a match', () => {
  const state = matchAfter(lobbyWith('ben'), invited('cat'), invited('eve'), accepted('eve'), removed('eve'));
  const readers = (now: string) => ['ann', 'ben', 'cat', 'dan', 'eve'].filter((golfer) => mayRead(state, golfer, now));

  it('is allowed to its members and to invited golfers', () =>
    expect(readers(AN_HOUR_LATER)).toEqual(['ann', 'ben', 'cat']));

  it('is refused to invited golfers who have not answered once the lobby is a day old', () =>
    expect(readers(A_DAY_LATER)).toEqual(['ann', 'ben']));
});
