import { MATCH_SCHEMA_VERSIONS, type MatchEvent, type MatchEventType } from '@fairmark/events';
import { matchAfter } from '@fairmark/events/testing/given';
import {
  accepted,
  accountClosed,
  cleared,
  corrected,
  COURSE,
  created,
  denied,
  entered,
  handicapSet,
  hostChanged,
  invited,
  inviteRemoved,
  leftLobby,
  lobbyEnded,
  lobbyWith,
  markersAssigned,
  matchEnded,
  readied,
  removed,
  reopened,
  roundOf,
  signed,
  started,
  unreadied,
  verified,
  withdrew,
} from '@fairmark/events/testing/golfers';
import { departed, hints, NEEDS_MATCH, type Hint } from './hints.js';

const AT = { matchId: 'm', revision: 7n, position: 42n, log: 'log' };
const LOBBY = [...lobbyWith('ben'), invited('cat'), invited('dan')];
const ROUND = roundOf(['ann', 'ben', 'cat']);
/** Cat no longer marks any card. */
const catUnmarks = markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ann' });

function hintsOf(event: MatchEvent, before: MatchEvent[] = LOBBY): Hint[] {
  return hints(event, AT, NEEDS_MATCH.has(event.type) ? matchAfter(before, event) : null);
}

/** `event → rooms (user)` */
const short = ({ event, rooms, payload }: Hint): string => {
  const about = 'userId' in payload && payload.userId !== undefined ? ` (${payload.userId})` : '';
  return `${event} → ${rooms.join(' ')}${about}`;
};

const LEADERBOARD = `leaderboard_changed → course:${COURSE.courseId}`;

type Row = [event: MatchEvent, before: MatchEvent[], expected: string[]];

const ROWS: Row[] = [
  [created(), [], ['users → user:ann (ann)']],
  [invited('cat'), LOBBY, ['invite_added → match:m (cat)', 'invites_pending → user:cat (cat)']],
  [accepted('cat'), LOBBY, ['invite_accepted → match:m user:cat (cat)', 'users → match:m (cat)']],
  [denied('cat'), LOBBY, ['invite_denied → match:m user:cat (cat)']],
  [inviteRemoved('cat'), LOBBY, ['invite_removed → match:m user:cat (cat)']],
  [handicapSet('ben'), LOBBY, ['users → match:m (ben)']],
  [readied('ben'), LOBBY, ['player_ready → match:m (ben)']],
  [unreadied('ben'), LOBBY, ['users → match:m (ben)']],
  [removed('ben'), LOBBY, ['kicked → user:ben (ben)', 'users → match:m (ben)']],
  [leftLobby('ben'), LOBBY, ['users → match:m user:ben (ben)']],
  [catUnmarks, ROUND, ['marker_changed → match:m user:ann user:ben user:cat']],
  [lobbyEnded('HOST_LEFT'), LOBBY, ['lobby_ended → match:m user:ann user:ben', 'invite_removed → user:cat user:dan']],
  [lobbyEnded('EXPIRED'), lobbyWith('ben'), ['lobby_ended → match:m user:ann user:ben']],
  [started({ ann: 'ben', ben: 'ann' }), lobbyWith('ben'), ['match_start → match:m user:ann user:ben']],
  [entered('ben', 'MARKER', 'ann', 3, 5), ROUND, ['score_recorded → match:m (ben)']],
  [cleared('ben', 'MARKER', 'ann', 3, 'e9'), ROUND, ['score_recorded → match:m (ben)']],
  [signed('ann', 'MARKER', 'cat', 'h'), ROUND, ['card_signed → match:m user:ann user:cat (ann)']],
  [verified('ann', 'h'), ROUND, ['round_verified → match:m user:ann user:cat (ann)', LEADERBOARD]],
  [corrected('ann', 'zoe', 4, 6), ROUND, ['card_corrected → match:m user:ann user:cat (ann)', LEADERBOARD]],
  [reopened('ben', 'ann'), ROUND, ['card_reopened → match:m user:ben user:ann (ben)']],
  // This card has no marker.
  [reopened('ann', 'ann'), [...ROUND, markersAssigned({ ann: null })], ['card_reopened → match:m user:ann (ann)']],
  [withdrew('cat'), ROUND, ['users → match:m user:cat (cat)']],
  [accountClosed('cat'), ROUND, ['users → match:m (cat)']],
  [hostChanged('ben'), ROUND, ['users → match:m (ben)']],
  [matchEnded, ROUND, ['users → match:m']],
  [{ type: 'CommandNoted', data: {} }, ROUND, []],
];

test.each(ROWS.map(([event, before, expected]) => ({ type: event.type, event, before, expected })))(
  '$type sends $expected',
  ({ event, before, expected }) => {
    expect(hintsOf(event, before).map(short)).toEqual(expected);
  },
);

test('every event of a match is tested, and all but CommandNoted send a hint', () => {
  const tested = new Set(ROWS.map(([{ type }]) => type));
  expect([...tested].sort()).toEqual(Object.keys(MATCH_SCHEMA_VERSIONS).sort());
  const silent = ROWS.filter(([, , expected]) => expected.length === 0).map(([{ type }]) => type);
  expect(silent).toEqual(['CommandNoted']);
});

test('a hint has the position of its event and the hole, but not the score', () => {
  expect(hintsOf(entered('ben', 'MARKER', 'ann', 3, 5), ROUND)).toEqual([
    {
      rooms: ['match:m'],
      event: 'score_recorded',
      payload: { matchId: 'm', revision: '7', position: '42', log: 'log', userId: 'ben', holeNumber: 3 },
    },
  ]);
});

test("the leaderboard's hint names course and day, but no golfer", () => {
  const payload = { courseId: COURSE.courseId, day: '2026-05-01', position: '42', log: 'log' };
  expect(hintsOf(verified('ann', 'h'), ROUND)[1]?.payload).toEqual(payload);
});

test('golfers who are removed, leave, decline or are uninvited leave the room; a player who withdraws stays', () => {
  const all = ROWS.flatMap(([event]): [MatchEventType, string][] => {
    const userId = departed(event);
    return userId === null ? [] : [[event.type, userId]];
  });
  expect(all).toEqual([
    ['InviteDenied', 'cat'],
    ['InviteRemoved', 'cat'],
    ['PlayerRemoved', 'ben'],
    ['PlayerLeftLobby', 'ben'],
    ['AccountClosed', 'cat'],
  ]);
});
