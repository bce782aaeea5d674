import { MATCH_EXAMPLES } from '../testing/event-examples.js';
import { matchAfter } from '../testing/given.js';
import { accepted, invited, lobbyWith, removed } from '../testing/golfers.js';
import { recorded, type GivenEvent } from '../testing/recorded.js';
import { foldMatch } from './match.fold.js';

// The golden events (fixtures.spec.ts) prove what each event changes, the random matches that all of them fit together.
describe('the fold of a match', () => {
  it('brings back a removed player at the end of the joining order, with nothing set', () => {
    const { members } = matchAfter(lobbyWith('ben', 'cat'), removed('ben'), invited('ben', 2), accepted('ben', 2));
    expect([...members.keys()]).toEqual(['ann', 'cat', 'ben']);
    expect(members.get('ben')).toMatchObject({ ready: false, settings: null, markerId: null });
  });

  const { MatchCreated, PlayerInvited, HandicapSet, InviteAccepted, HoleScored } = MATCH_EXAMPLES;
  const CREATED = { type: 'MatchCreated', data: MatchCreated };

  it.each<[string, string, GivenEvent[]]>([
    ['PlayerInvited', 'before MatchCreated', [{ type: 'PlayerInvited', data: PlayerInvited }]],
    ['HandicapSet', 'is not in match', [CREATED, { type: 'HandicapSet', data: HandicapSet }]],
    ['InviteAccepted', 'No invite', [CREATED, { type: 'InviteAccepted', data: InviteAccepted }]],
    ['HoleScored', 'has no card', [CREATED, { type: 'HoleScored', data: HoleScored }]],
    ['another stream’s event', 'not a match event', [CREATED, { type: 'CompetitionCreated', data: {} }]],
    ['an inherited name', 'not a match event', [CREATED, { type: 'toString', data: {} }]],
  ])('refuses %s where it cannot follow: %s', (_type, message, events) => {
    expect(() => foldMatch(recorded(events))).toThrow(message);
  });
});
