import { MATCH_SCHEMA_VERSIONS, type MatchEvent, type MatchEventType } from '@fairmark/events';
import { matchAfter } from '@fairmark/events/testing/given';
import * as golfers from '@fairmark/events/testing/golfers';
import { departed, hints, needsMatch, type Hint } from './hints.js';

const AT = { matchId: 'm', revision: '7', position: '42', log: 'log' };
const LOBBY = [...golfers.lobbyWith('ben'), golfers.invited('cat'), golfers.invited('dan')];
const ROUND = golfers.roundOf(['ann', 'ben', 'cat']);
/** Cat no longer marks any card. */
const catUnmarks = golfers.markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ann' });

function hintsOf(event: MatchEvent, before: MatchEvent[] = LOBBY): Hint[] {
  return hints(event, AT, needsMatch(event) ? matchAfter(before, event) : null);
}

/** `event → rooms (user)` */
const short = ({ event, rooms, payload }: Hint): string => {
  const about = 'userId' in payload && payload.userId !== undefined ? ` (${payload.userId})` : '';
  return `${event} → ${rooms.join(' ')}${about}`;
};

const LEADERBOARD = `leaderboard_changed → course:${golfers.COURSE.courseId}`;

type Row = [event: MatchEvent, before: MatchEvent[], expected: string[]];

const ROWS: Row[] = [
  [golfers.created(), [], ['users → user:ann (ann)']],
  [golfers.invited('cat'), LOBBY, ['invite_added → match:m (cat)', 'invites_pending → user:cat (cat)']],
  [golfers.accepted('cat'), LOBBY, ['invite_accepted → match:m user:cat (cat)', 'users → match:m (cat)']],
  [golfers.denied('cat'), LOBBY, ['invite_denied → match:m user:cat (cat)']],
  [golfers.inviteRemoved('cat'), LOBBY, ['invite_removed → match:m user:cat (cat)']],
  [golfers.handicapSet('ben'), LOBBY, ['users → match:m (ben)']],
  [golfers.readied('ben'), LOBBY, ['player_ready → match:m (ben)']],
  [golfers.unreadied('ben'), LOBBY, ['users → match:m (ben)']],
  [golfers.removed('ben'), LOBBY, ['kicked → user:ben (ben)', 'users → match:m (ben)']],
  [golfers.leftLobby('ben'), LOBBY, ['users → match:m user:ben (ben)']],
  [catUnmarks, ROUND, ['marker_changed → match:m user:ann user:ben user:cat']],
  [
    golfers.lobbyEnded('HOST_LEFT'),
    LOBBY,
    ['lobby_ended → match:m user:ann user:ben', 'invite_removed → user:cat user:dan'],
  ],
  [golfers.lobbyEnded('EXPIRED'), golfers.lobbyWith('ben'), ['lobby_ended → match:m user:ann user:ben']],
  [golfers.started({ ann: 'ben', ben: 'ann' }), golfers.lobbyWith('ben'), ['match_start → match:m user:ann user:ben']],
  [golfers.entered('ben', 'MARKER', 'ann', 3, 5), ROUND, ['score_recorded → match:m (ben)']],
  [golfers.cleared('ben', 'MARKER', 'ann', 3, 'e9'), ROUND, ['score_recorded → match:m (ben)']],
  [golfers.signed('ann', 'MARKER', 'cat', 'h'), ROUND, ['card_signed → match:m user:ann user:cat (ann)']],
  [golfers.verified('ann', 'h'), ROUND, ['round_verified → match:m user:ann user:cat (ann)', LEADERBOARD]],
  [golfers.corrected('ann', 'zoe', 4, 6), ROUND, ['card_corrected → match:m user:ann user:cat (ann)', LEADERBOARD]],
  [golfers.reopened('ben', 'ann'), ROUND, ['card_reopened → match:m user:ben user:ann (ben)']],
  // This card has no marker.
  [
    golfers.reopened('ann', 'ann'),
    [...ROUND, golfers.markersAssigned({ ann: null })],
    ['card_reopened → match:m user:ann (ann)'],
  ],
  [golfers.withdrew('cat'), ROUND, ['users → match:m user:cat (cat)']],
  [golfers.accountClosed('cat'), ROUND, ['users → match:m (cat)']],
  [golfers.hostChanged('ben'), ROUND, ['users → match:m (ben)']],
  [golfers.matchEnded, ROUND, ['users → match:m']],
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
  expect(hintsOf(golfers.entered('ben', 'MARKER', 'ann', 3, 5), ROUND)).toEqual([
    {
      rooms: ['match:m'],
      event: 'score_recorded',
      payload: { matchId: 'm', revision: '7', position: '42', log: 'log', userId: 'ben', holeNumber: 3 },
    },
  ]);
});

test("the leaderboard's hint names course and day, but no golfer", () => {
  const payload = { courseId: golfers.COURSE.courseId, day: '2026-05-01', position: '42', log: 'log' };
  expect(hintsOf(golfers.verified('ann', 'h'), ROUND)[1]?.payload).toEqual(payload);
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
