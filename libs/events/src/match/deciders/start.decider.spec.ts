import { MESSAGES } from '@fairmark/contract';
import type { CourseCard, HandicapSettings, MatchEvent } from '../match.events.js';
import { invalid, refused } from './match.command.js';
import { set, start } from '../../testing/commands.js';
import { decided, decides, type Rule } from '../../testing/given.js';
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

const setReady = (actorId: string, handicap: number) => set(actorId, handicap, true);
const setHers = (actorId: string, handicap: number) => set(actorId, handicap, false, 'FEMALE');

/** 10 × 0.93 × 1.0483 = 9.75 */
const TEN_WOMEN = settings(10, 10, 'FEMALE');
const twelve = handicapSet('ben', TWELVE_FOUR);
const handicapRange = invalid({ handicap: MESSAGES.handicapRange });

describe('Setting my round handicap', () => {
  const joined = lobbyWith('ben');
  const saved = [...joined, handicapSet('ben')];
  const ready = [...saved, readied('ben')];
  // The ratings of the women's tees; a man's handicap stops at 36, hers at 45.
  const rated = { slopeRating: 130, scratchRating: 74, parRating: 73 };
  const { MALE, FEMALE } = COURSE.byGender;
  // (20 × 130 / 113 + 74 − 73) × 0.93 × 1.0483 = 23.41
  const hers = handicapSet('ann', { ...settings(20, 23, 'FEMALE'), ...rated });
  const byGender = { MALE, ...(FEMALE === undefined ? {} : { FEMALE: { ...FEMALE, ...rated } }) };
  const course: CourseCard = { ...COURSE, byGender };
  const mens = created({ course: MENS_COURSE });
  const plusTen = [handicapSet('ann', settings(-10.9, -10))];
  const other = (handicap: number): Rule => {
    return [`refuses other numbers: ${handicap}`, [created()], set('ann', handicap), handicapRange];
  };
  decides([
    ['computes the daily handicap from the course card, and stores its inputs', joined, set('ben', 12.4), [twelve]],
    ['readies me on request', joined, setReady('ben', 10), [handicapSet('ben'), readied('ben')]],
    ['readies me with the handicap that I set before', saved, setReady('ben', 10), [readied('ben')]],
    ['changes nothing when the same handicap is saved again', saved, set('ben', 10), []],
    ['makes me unready with another handicap', ready, set('ben', 12.4), [twelve]],
    ['makes me unready, unless the command readies me again', ready, setReady('ben', 12.4), [twelve, readied('ben')]],
    ['makes me unready when the same handicap is saved without ready', ready, set('ben', 10), [unreadied('ben')]],
    ['readies me again after that', [...ready, unreadied('ben')], setReady('ben', 10), [readied('ben')]],
    ['makes me unready when only the gender changes', ready, setHers('ben', 10), [handicapSet('ben', TEN_WOMEN)]],
    ['changes nothing when I am ready with the same handicap', ready, setReady('ben', 10), []],
    ['uses the ratings and the cap of the gender', [created({ course })], setHers('ann', 20), [hers]],
    ['and the cap of men', [created({ course })], set('ann', 54), [handicapSet('ann', settings(54, 36))]],
    ['keeps a plus handicap negative', [created()], set('ann', -4), [handicapSet('ann', settings(-4, -4))]],
    ['accepts handicaps from +10.9 to 54.0', [created()], set('ann', -10.9), plusTen],
    ...[-11, 54.1, 12.34, Number.NaN, Number.POSITIVE_INFINITY].map(other),
    ['is not possible on a tee without a rating for my gender', [mens], setHers('ann', 10), 'HANDICAP_UNKNOWN'],
  ]);

  it('gives no −0', () =>
    expect(decided([created()], set('ann', -0))).toStrictEqual({
      ok: true,
      events: [handicapSet('ann', settings(0, 0))],
    }));
});

describe('Starting a competition round', () => {
  const ready = (...players: string[]): MatchEvent[] =>
    players.flatMap((userId) => [handicapSet(userId), readied(userId)]);
  const two = [...lobbyWith('ben'), handicapSet('ann'), ...ready('ben')];
  const benReady = [...lobbyWith('ben'), ...ready('ben')];
  const trio = lobbyWith('ben', 'cat');
  const begun = [started({ ann: 'ben', ben: 'ann' })];
  const scratch = settings(0, 0);
  const scratchBegun = startedWith('2026-05-01', [
    { userId: 'ann', settings: scratch, markerId: 'ben' },
    { userId: 'ben', settings: TEN, markerId: 'ann' },
  ]);
  const allReady = [trio, handicapSet('ann', TWELVE_FOUR), ready('ben', 'cat')];
  const ofThree = startedWith('2026-05-01', [
    { userId: 'ann', settings: TWELVE_FOUR, markerId: 'cat' },
    { userId: 'ben', settings: TEN, markerId: 'ann' },
    { userId: 'cat', settings: TEN, markerId: 'ben' },
  ]);
  const mens = [created({ course: MENS_COURSE }), lobbyWith('ben').slice(1), ready('ben')];
  const notReady = (what: string, story: Rule[1], userIds: string[], pendingUserIds: string[] = []): Rule => {
    const command = start({ officialHandicaps: { ben: 10 } });
    return [`is refused while ${what}`, story, command, refused('NOT_READY', { userIds, pendingUserIds })];
  };
  const keptBy = (what: string, markerId: string | null): Rule => {
    const story = [two, markersAssigned({ ann: 'ben', ben: markerId }, 'HOST')];
    return [`is refused when a card is kept by ${what}`, story, start(), refused('NO_MARKER', { userIds: ['ben'] })];
  };
  const noMarker = refused('NO_MARKER', { userIds: ['ann'] });
  decides([
    ['snapshots settings and markers', allReady, start(), [ofThree]],
    ['saves the host’s handicap with the start', benReady, start({ handicap: 10 }), [handicapSet('ann'), ...begun]],
    ['… also that of a scratch golfer', benReady, start({ handicap: 0 }), [handicapSet('ann', scratch), scratchBegun]],
    ['… if it is another', two, start({ handicap: 10 }), begun],
    ['… if it is one', two, start({ handicap: 60 }), handicapRange],
    ['… if the tee has a rating', mens, start({ handicap: 10, gender: 'FEMALE' }), 'HANDICAP_UNKNOWN'],
    notReady('players are not ready', [trio, handicapSet('ann'), ready('cat'), handicapSet('ben')], ['ben']),
    notReady('the host has no handicap', benReady, ['ann']),
    // Being ready without a handicap cannot happen; the official handicap would not be used.
    notReady('a player has no handicap', [lobbyWith('ben'), handicapSet('ann'), readied('ben')], ['ben']),
    notReady('an invitation is open', [two, invited('cat')], ['cat'], ['cat']),
    notReady('both', [lobbyWith('ben'), handicapSet('ann'), invited('cat')], ['ben', 'cat'], ['cat']),
    ['is allowed once invitations are taken back', [two, invited('cat'), inviteRemoved('cat')], start(), begun],
    ['… or declined', [two, invited('cat'), denied('cat')], start(), begun],
    ['is refused without a second player as marker', [created(), handicapSet('ann')], start(), noMarker],
    ['… who was removed', [two, removed('ben'), markersAssigned({ ann: null })], start(), noMarker],
    keptBy('no golfer', null),
    keptBy('oneself', 'ben'),
    keptBy('a golfer who is not in the group', 'dan'),
  ]);
});

describe('Starting a practice round', () => {
  const alone = [social(), handicapSet('ann')];
  const begun = started({ ann: null });
  const joined = [...alone, invited('ben'), accepted('ben')];
  const asked = [...alone, invited('ben'), invited('cat'), denied('cat')];
  const officials = { officialHandicaps: { ann: 54, ben: 12.4 } };
  const ofBoth = (ann: HandicapSettings) =>
    startedWith('2026-05-01', [
      { userId: 'ann', settings: ann, markerId: null },
      { userId: 'ben', settings: TWELVE_FOUR, markerId: null },
    ]);
  const byHer = start({ handicap: 10, gender: 'FEMALE', ...officials });
  const withBen = [handicapSet('ann', TEN_WOMEN), twelve, ofBoth(TEN_WOMEN)];
  const [benSet, together] = [[joined, handicapSet('ben')], [started({ ann: null, ben: null })]];
  const without = (userId: string) => refused('NOT_READY', { userIds: [userId], pendingUserIds: [] });
  decides([
    ['is refused without the host’s handicap', [social()], start(), without('ann')],
    ['saves it with the start', [social()], start({ handicap: 10 }), [handicapSet('ann'), begun]],
    ['is allowed with a single player', alone, start(), [begun]],
    ['is allowed before others are ready', benSet, start(), together],
    ['cancels invitations that are still open', asked, start(), [inviteRemoved('ben'), begun]],
    ['uses the official handicap of a player who set none', joined, start(officials), [twelve, ofBoth(TEN)]],
    ['computes that daily handicap by the player’s gender, not the host’s', joined, byHer, withBen],
    ['does not use the official one of a player who set another', benSet, start(officials), together],
    ['is refused while a player’s handicap is unknown', joined, start(), without('ben')],
  ]);
});
