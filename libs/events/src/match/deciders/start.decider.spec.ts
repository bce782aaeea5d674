import { MESSAGES } from '@fairmark/contract';
import type { CourseCard, MatchEvent } from '../match.events.js';
import type { Gender } from '@fairmark/scoring';
import type { MatchCommand } from './match.command.js';
import { given } from '../../testing/given.js';
import {
  accepted,
  COURSE,
  created,
  denied,
  handicapSet,
  invited,
  inviteRemoved,
  lobbyWith,
  markersAssigned,
  MENS_COURSE,
  readied,
  removed,
  settings,
  social,
  started,
  startedWith,
  TEN,
  TWELVE_FOUR,
  unreadied,
} from '../../testing/golfers.js';

const set = (actorId: string, handicap: number, gender: Gender = 'MALE', ready = false): MatchCommand => {
  return { type: 'SetSettings', actorId, gender, handicap, ready };
};
const setReady = (actorId: string, handicap: number) => set(actorId, handicap, 'MALE', true);

const start = (more: Partial<Extract<MatchCommand, { type: 'StartMatch' }>> = {}): MatchCommand => ({
  type: 'StartMatch',
  actorId: 'ann',
  gender: 'MALE',
  handicap: null,
  ...more,
});

/** 10 × 0.93 × 1.0483 = 9.75 */
const TEN_WOMEN = settings(10, 10, 'FEMALE');

const givenPracticeLobby = given(social());

describe('Setting my round handicap', () => {
  const joined = lobbyWith('ben');
  const saved = [...joined, handicapSet('ben')];
  const ready = [...saved, readied('ben')];
  const twelve = handicapSet('ben', TWELVE_FOUR);

  it.each<[string, MatchEvent[], MatchCommand, MatchEvent[]]>([
    ['computes the daily handicap from the course card, and stores its inputs', joined, set('ben', 12.4), [twelve]],
    ['readies me on request', joined, setReady('ben', 10), [handicapSet('ben'), readied('ben')]],
    ['readies me with the handicap that I set before', saved, setReady('ben', 10), [readied('ben')]],
    ['changes nothing when the same handicap is saved again', saved, set('ben', 10), []],
    ['makes me unready with another handicap', ready, set('ben', 12.4), [twelve]],
    ['makes me unready, unless the command readies me again', ready, setReady('ben', 12.4), [twelve, readied('ben')]],
    ['makes me unready when the same handicap is saved without ready', ready, set('ben', 10), [unreadied('ben')]],
    ['makes me unready when only the gender changes', ready, set('ben', 10, 'FEMALE'), [handicapSet('ben', TEN_WOMEN)]],
    ['changes nothing when I am ready with the same handicap', ready, setReady('ben', 10), []],
  ])('%s', (_, story, command, events) => given(story).when(command).thenHappens(events));

  it('uses the ratings and the cap of the gender', () => {
    const men = { ratingKind: 'Standard Tees', slopeRating: 113, scratchRating: 72, parRating: 72 };
    const women = { ratingKind: 'Ladies Tees', slopeRating: 130, scratchRating: 74, parRating: 73 };
    const holes = COURSE.byGender.MALE?.holes ?? [];
    const course: CourseCard = { ...COURSE, byGender: { MALE: { ...men, holes }, FEMALE: { ...women, holes } } };
    const givenCourse = given(created({ course }));
    const rated = { slopeRating: 130, scratchRating: 74, parRating: 73 };
    // (20 × 130 / 113 + 74 − 73) × 0.93 × 1.0483 = 23.41
    const twentyThree = handicapSet('ann', { ...settings(20, 23, 'FEMALE'), ...rated });
    givenCourse.when(set('ann', 20, 'FEMALE')).thenHappens(twentyThree);
    // 54 × 130 / 113 × … is far above 45; a man's stops at 36.
    givenCourse.when(set('ann', 54)).thenHappens(handicapSet('ann', settings(54, 36)));
  });

  it('keeps a plus handicap negative, and gives no −0', () => {
    given(created())
      .when(set('ann', -4))
      .thenHappens(handicapSet('ann', settings(-4, -4)));
    const { decision } = given(created()).when(set('ann', -0));
    expect(decision).toStrictEqual({ ok: true, events: [handicapSet('ann', settings(0, 0))] });
  });

  it.each([-10.9, 54])('accepts handicaps from +10.9 to 54.0: %d', (handicap) =>
    expect(given(created()).when(set('ann', handicap)).decision.ok).toBe(true),
  );

  it.each([-11, 54.1, 12.34, Number.NaN, Number.POSITIVE_INFINITY])('refuses other numbers: %d', (handicap) =>
    given(created()).when(set('ann', handicap)).thenRefused('INVALID_INPUT', { handicap: MESSAGES.handicapRange }),
  );

  it('is not possible on a tee without a rating for my gender', () =>
    given(created({ course: MENS_COURSE }))
      .when(set('ann', 10, 'FEMALE'))
      .thenRefused('HANDICAP_UNKNOWN'));
});

describe('Starting a competition round', () => {
  const ready = (...players: string[]): MatchEvent[] =>
    players.flatMap((userId) => [handicapSet(userId), readied(userId)]);
  const two = [...lobbyWith('ben'), handicapSet('ann'), ...ready('ben')];
  const trio = lobbyWith('ben', 'cat');
  const givenTwo = given(two);

  it('snapshots settings and markers', () =>
    given(trio, handicapSet('ann', TWELVE_FOUR), ready('ben', 'cat'))
      .when(start())
      .thenHappens(
        startedWith('2026-05-01', [
          { userId: 'ann', settings: TWELVE_FOUR, markerId: 'cat' },
          { userId: 'ben', settings: TEN, markerId: 'ann' },
          { userId: 'cat', settings: TEN, markerId: 'ben' },
        ]),
      ));

  it('saves the host’s handicap with the start', () => {
    given(lobbyWith('ben'), ready('ben'))
      .when(start({ handicap: 10 }))
      .thenHappens(handicapSet('ann'), started({ ann: 'ben', ben: 'ann' }));
    givenTwo.when(start({ handicap: 10 })).thenHappens(started({ ann: 'ben', ben: 'ann' }));
    givenTwo.when(start({ handicap: 60 })).thenRefused('INVALID_INPUT', { handicap: MESSAGES.handicapRange });
    given(created({ course: MENS_COURSE }), lobbyWith('ben').slice(1), ready('ben'))
      .when(start({ handicap: 10, gender: 'FEMALE' }))
      .thenRefused('HANDICAP_UNKNOWN');
  });

  it.each<[string, MatchEvent[], string[], string[]]>([
    ['players are not ready', [...trio, handicapSet('ann'), ...ready('cat'), handicapSet('ben')], ['ben'], []],
    ['the host has no handicap', [...lobbyWith('ben'), ...ready('ben')], ['ann'], []],
    // Being ready without a handicap cannot happen; the official handicap would not be used.
    ['a player has no handicap', [...lobbyWith('ben'), handicapSet('ann'), readied('ben')], ['ben'], []],
    ['an invitation is open', [...two, invited('cat')], ['cat'], ['cat']],
    ['both', [...lobbyWith('ben'), handicapSet('ann'), invited('cat')], ['ben', 'cat'], ['cat']],
  ])('is refused while %s, and names the golfers', (_, story, userIds, pendingUserIds) =>
    given(story)
      .when(start({ officialHandicaps: { ben: 10 } }))
      .thenRefused('NOT_READY', { userIds, pendingUserIds }),
  );

  it('is allowed once invitations are taken back or declined', () => {
    const events = [started({ ann: 'ben', ben: 'ann' })];
    given(two, invited('cat'), inviteRemoved('cat')).when(start()).thenHappens(events);
    given(two, invited('cat'), denied('cat')).when(start()).thenHappens(events);
  });

  it('is refused without a second player as marker', () => {
    given(created(), handicapSet('ann'))
      .when(start())
      .thenRefused('NO_MARKER', { userIds: ['ann'] });
    given(two, removed('ben'), markersAssigned({ ann: null }))
      .when(start())
      .thenRefused('NO_MARKER', { userIds: ['ann'] });
  });

  it.each([
    ['no golfer', null],
    ['oneself', 'ben'],
    ['a golfer who is not in the group', 'dan'],
  ])('is refused when a card is kept by %s', (_, markerId) =>
    given(two, markersAssigned({ ann: 'ben', ben: markerId }, 'HOST'))
      .when(start())
      .thenRefused('NO_MARKER', { userIds: ['ben'] }),
  );
});

describe('Starting a practice round', () => {
  it('is refused without the host’s handicap', () => {
    givenPracticeLobby.when(start()).thenRefused('NOT_READY', { userIds: ['ann'], pendingUserIds: [] });
    givenPracticeLobby.when(start({ handicap: 10 })).thenHappens(handicapSet('ann'), started({ ann: null }));
  });

  const joined = [social(), handicapSet('ann'), invited('ben'), accepted('ben')];
  const alone = started({ ann: null });

  it.each<[string, MatchEvent[], MatchEvent[]]>([
    ['is allowed with a single player', [social(), handicapSet('ann')], [alone]],
    ['is allowed before others are ready', [...joined, handicapSet('ben')], [started({ ann: null, ben: null })]],
    [
      'cancels invitations that are still open',
      [social(), handicapSet('ann'), invited('ben'), invited('cat'), denied('cat')],
      [inviteRemoved('ben'), alone],
    ],
  ])('%s', (_, story, events) => given(story).when(start()).thenHappens(events));

  const givenJoined = given(joined);

  it('uses the official handicap of a player who set none', () =>
    givenJoined.when(start({ officialHandicaps: { ann: 54, ben: 12.4 } })).thenHappens(
      handicapSet('ben', TWELVE_FOUR),
      startedWith('2026-05-01', [
        { userId: 'ann', settings: TEN, markerId: null },
        { userId: 'ben', settings: TWELVE_FOUR, markerId: null },
      ]),
    ));

  it('computes that player’s daily handicap by the player’s gender, not the host’s', () =>
    givenJoined.when(start({ handicap: 10, gender: 'FEMALE', officialHandicaps: { ben: 12.4 } })).thenHappens(
      handicapSet('ann', TEN_WOMEN),
      handicapSet('ben', TWELVE_FOUR),
      startedWith('2026-05-01', [
        { userId: 'ann', settings: TEN_WOMEN, markerId: null },
        { userId: 'ben', settings: TWELVE_FOUR, markerId: null },
      ]),
    ));

  it('does not use the official handicap of a player who set another', () =>
    given(joined, handicapSet('ben'))
      .when(start({ officialHandicaps: { ben: 54 } }))
      .thenHappens(started({ ann: null, ben: null })));

  it('is refused while a player’s handicap is unknown', () =>
    givenJoined.when(start()).thenRefused('NOT_READY', { userIds: ['ben'], pendingUserIds: [] }));
});
