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
import { AN_HOUR_LATER, matchAfter } from '../testing/given.js';
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

function cardOf(state: MatchState, userId: string): Card {
  const card = state.cards.get(userId);
  if (card === undefined) throw new Error(`No card of ${userId}`);
  return card;
}

it('finds the invitations that are open, oldest first', () => {
  const story = [created(), invited('ben'), invited('cat'), denied('ben'), invited('ben', 2)];
  const state = matchAfter(story);
  expect(pendingInvites(state).map(({ inviteId }) => inviteId)).toEqual(['invite-cat-1', 'invite-ben-2']);
  expect(pendingInvite(state, 'ben')?.inviteId).toBe('invite-ben-2');
  expect(pendingInvite(state, 'dan')).toBeNull();
  expect(pendingInvites(matchAfter(story, lobbyEnded('HOST_LEFT')))).toEqual([]);
});

describe('Who keeps whose card', () => {
  it('is answered for the lobby and for the round', () => {
    expect(markedBy(matchAfter(lobbyWith('ben', 'cat')), 'ann')).toEqual(['ben']);
    expect(markedBy(matchAfter(three), 'ann')).toEqual(['ben']);
    expect(marks(matchAfter(three), 'ben').map(({ userId }) => userId)).toEqual(['cat']);
    expect(marks(matchAfter(practiceOf(['ann', 'ben'])), 'ben')).toEqual([]);
  });
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

  it('makes a competition card complete with both sides, a practice card with one', () => {
    const complete = (story: MatchEvent[]) => isComplete(matchAfter(story), cardOf(matchAfter(story), 'ann'));
    expect(complete([...two, ...side('ann', 'PLAYER', 'ann')])).toBe(false);
    expect(complete([...two, ...side('ann', 'MARKER', 'ben')])).toBe(false);
    expect(complete([...two, ...wholeCard('ann', 'ben')])).toBe(true);
    expect(complete([...practiceOf(['ann']), ...side('ann', 'PLAYER', 'ann')])).toBe(true);
    expect(complete([...practiceOf(['ann']), ...side('ann', 'PLAYER', 'ann', { 18: null })])).toBe(false);
  });

  it('cannot be verified without a marker', () => {
    const cannot = (story: MatchEvent[]) => cannotBeVerified(matchAfter(story), cardOf(matchAfter(story), 'ann'));
    const alone = markersAssigned({ ann: null, ben: 'ann' });
    expect(cannot(two)).toBe(false);
    expect(cannot([...two, accountClosed('ben'), alone])).toBe(true);
    expect(cannot([...two, signed('ann', 'MARKER', 'ben', 'hash'), accountClosed('ben'), alone])).toBe(false);
    expect(cannot([...two, verified('ann', 'hash'), accountClosed('ben'), alone])).toBe(false);
    // Nor is a signature still to come from a player who has deleted the account.
    expect(cannot([...two, signed('ann', 'MARKER', 'ben', 'hash'), accountClosed('ann')])).toBe(true);
    expect(cannot([...two, signed('ann', 'PLAYER', 'ann', 'hash'), accountClosed('ann')])).toBe(false);
    expect(cannot(practiceOf(['ann']))).toBe(false);
  });
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

describe('Disagreements', () => {
  it('are shown during play, as soon as both have entered', () => {
    const state = matchAfter(
      two,
      side('ann', 'PLAYER', 'ann', { 4: null, 5: 8, 6: 'NS' }),
      side('ann', 'MARKER', 'ben', { 2: 5, 3: null, 5: 'NS', 6: 'NS', 17: 3 }),
    );
    expect(mismatches(state, cardOf(state, 'ann'))).toEqual([2, 17]);
  });
});

describe('The next hole', () => {
  const mine = side('ann', 'PLAYER', 'ann', { 3: null });
  const marked = (open: Record<number, null>) => side('ben', 'MARKER', 'ann', open);
  it.each<[string, MatchEvent[], number | null]>([
    ['none in a lobby', lobbyWith('ben'), null],
    ['the first of a round', two, 1],
    ['on the card that I keep', [...two, ...mine, ...marked({ 2: null })], 2],
    ['on my card', [...two, ...mine, ...marked({ 5: null })], 3],
    ['none once all are entered', [...two, ...side('ann', 'PLAYER', 'ann'), ...marked({})], null],
    ['on my own card only, in a practice round', [...practiceOf(['ann', 'ben']), ...mine], 3],
    [
      'not on a withdrawn card, but on the one that its leaver still marks',
      [...two, withdrew('ann'), ...marked({ 9: null })],
      9,
    ],
    ['none after the end', [...two, withdrew('ben'), withdrew('ann'), matchEnded], null],
  ])('is %s', (_, story, hole) => {
    expect(nextHole(matchAfter(story), 'ann')).toBe(hole);
  });

  it('is owed by active players, and by the leaver of a two-ball while the other card needs a marker', () => {
    expect(owesHoles(matchAfter(two), 'ann')).toBe(true);
    expect(owesHoles(matchAfter(two, side('ann', 'PLAYER', 'ann'), side('ben', 'MARKER', 'ann')), 'ann')).toBe(false);
    expect(owesHoles(matchAfter(two, withdrew('ann')), 'ann')).toBe(true);
    expect(owesHoles(matchAfter(two, withdrew('ann'), side('ben', 'MARKER', 'ann')), 'ann')).toBe(false);
    expect(
      owesHoles(matchAfter(three, withdrew('ann'), markersAssigned({ ann: 'cat', ben: 'cat', cat: 'ben' })), 'ann'),
    ).toBe(false);
    expect(owesHoles(matchAfter(two, accountClosed('ann')), 'ann')).toBe(false);
    expect(owesHoles(matchAfter(two), 'zoe')).toBe(false);
  });
});

describe('The match that a phone resumes', () => {
  const is = (story: readonly MatchEvent[], userId: string, now = AN_HOUR_LATER) =>
    isCurrentFor(matchAfter(story), userId, now);
  const justInTime = '2026-05-01T21:59:59.999Z';
  const aDayLater = '2026-05-01T22:00:00.000Z';

  it('is my open lobby, for a day', () => {
    expect(is(lobbyWith('ben'), 'ben')).toBe(true);
    expect(is(lobbyWith('ben'), 'ben', justInTime)).toBe(true);
    expect(is(lobbyWith('ben'), 'ben', aDayLater)).toBe(false);
    expect(is([...lobbyWith('ben'), lobbyEnded('HOST_LEFT')], 'ben')).toBe(false);
    expect(is([...lobbyWith('ben'), removed('ben')], 'ben')).toBe(false);
    expect(is([...lobbyWith('ben'), invited('cat')], 'cat')).toBe(false);
  });

  it('is a round in which I owe holes, for a day', () => {
    expect(is(two, 'ann')).toBe(true);
    expect(is(two, 'ann', justInTime)).toBe(true);
    expect(is(two, 'ann', aDayLater)).toBe(false);
    expect(is([...two, ...side('ann', 'PLAYER', 'ann'), ...side('ben', 'MARKER', 'ann')], 'ann')).toBe(false);
  });
});

describe('Cards that I can sign now', () => {
  const mine = (story: readonly MatchEvent[], userId: string) =>
    cardsToSign(matchAfter(story), userId).map((card) => card.userId);
  const both = [...two, ...wholeCard('ann', 'ben'), ...wholeCard('ben', 'ann')];

  it('are complete and lack my signature', () => {
    expect(mine(two, 'ann')).toEqual([]);
    expect(mine(both, 'ann')).toEqual(['ann', 'ben']);
    expect(mine([...both, signed('ann', 'PLAYER', 'ann', 'h'), signed('ben', 'MARKER', 'ann', 'h')], 'ann')).toEqual(
      [],
    );
    expect(mine(both, 'zoe')).toEqual([]);
    expect(mine([...practiceOf(['ann']), ...side('ann', 'PLAYER', 'ann')], 'ann')).toEqual([]);
  });

  it('exclude both cards of a two-ball while one lacks holes', () =>
    expect(mine([...two, ...side('ann', 'PLAYER', 'ann'), ...wholeCard('ben', 'ann')], 'ann')).toEqual([]));

  it('are independent of each other in a three-ball, and for the leaver of a two-ball', () => {
    expect(mine([...three, ...wholeCard('ann', 'cat')], 'ann')).toEqual(['ann']);
    expect(mine([...two, ...wholeCard('ann', 'ben'), withdrew('ben')], 'ben')).toEqual(['ann']);
    expect(mine([...two, ...wholeCard('ann', 'ben'), withdrew('ben')], 'ann')).toEqual(['ann']);
  });
});

describe('Reading a match', () => {
  const state = matchAfter(
    created(),
    invited('ben'),
    accepted('ben'),
    markersAssigned({ ann: 'ben', ben: 'ann' }),
    invited('cat'),
  );

  it('is allowed to its members and to invited golfers', () => {
    // Host, player, invited golfer, stranger.
    expect(['ann', 'ben', 'cat', 'dan'].filter((golfer) => mayRead(state, golfer, AN_HOUR_LATER))).toEqual([
      'ann',
      'ben',
      'cat',
    ]);
    const kicked = matchAfter(created(), invited('ben'), accepted('ben'), removed('ben'));
    expect(mayRead(kicked, 'ben', AN_HOUR_LATER)).toBe(false);
  });

  it('is refused to invited golfers who have not answered once the lobby is a day old', () => {
    const aDayLater = new Date(Date.parse(state.createdAt) + 24 * 3_600_000).toISOString();
    expect(mayRead(state, 'cat', aDayLater)).toBe(false);
    expect(mayRead(state, 'ben', aDayLater)).toBe(true);
  });
});
