import { MESSAGES } from '@fairmark/contract';
import type { MatchEvent } from '../match.events.js';
import type { MatchCommand } from './match.command.js';
import { given } from '../../testing/given.js';
import {
  accepted,
  created,
  handicapSet,
  hostChanged,
  invited,
  leftLobby,
  lobbyWith,
  markersAssigned,
  readied,
  removed,
  roundOf,
  signed,
  social,
  wholeCard,
  withdrew,
} from '../../testing/golfers.js';

const assign = (userId: string, markerId: string, actorId = 'ann'): MatchCommand => ({
  type: 'AssignMarker',
  actorId,
  userId,
  markerId,
});

describe('Choosing a marker in the lobby', () => {
  const three = lobbyWith('ben', 'cat');
  const givenThree = given(three);

  it('is up to the host, who may give a golfer two cards', () =>
    givenThree.when(assign('cat', 'ann')).thenHappens(markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }, 'HOST')));

  it('changes nothing for the present marker', () => givenThree.when(assign('cat', 'ben')).thenNothing());

  const asked = [...lobbyWith('ben'), invited('cat')];
  const practice = [social(), invited('ben'), accepted('ben')];

  it.each<[string, MatchEvent[], MatchCommand, Record<string, string>]>([
    ['oneself', three, assign('cat', 'cat'), { markerId: MESSAGES.ownMarker }],
    ['a stranger as marker', three, assign('cat', 'dan'), { markerId: MESSAGES.notInGroup }],
    ["a stranger's card", three, assign('dan', 'ann'), { userId: MESSAGES.notInGroup }],
    ['a golfer who has not answered', asked, assign('ann', 'cat'), { markerId: MESSAGES.notInGroup }],
    ['a practice round', practice, assign('ann', 'ben'), { matchId: MESSAGES.socialHasNoMarker }],
  ])('refuses %s', (_, story, command, details) => given(story).when(command).thenRefused('INVALID_INPUT', details));

  it('leaves every player ready', () => {
    const { decision } = given(three, handicapSet('cat'), readied('cat')).when(assign('cat', 'ann'));
    expect(decision).toMatchObject({ events: [{ type: 'MarkersAssigned' }] });
  });
});

describe('The host’s choice when the group changes', () => {
  // Ann keeps Ben's and Cat's cards, Ben keeps Ann's.
  const chosen = [
    created({ maxGroupSize: 4 }),
    ...lobbyWith('ben', 'cat').slice(1),
    markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ann' }, 'HOST'),
  ];

  const joins: MatchCommand = {
    type: 'AnswerInvite',
    actorId: 'dan',
    inviteId: 'invite-dan-1',
    status: 'ACCEPTED',
    gender: 'MALE',
  };
  const remove = (userId: string): MatchCommand => ({ type: 'RemovePlayer', actorId: 'ann', userId });
  const fourth = (markerId: string) => markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ann', dan: markerId }, 'HOST');
  const four = (markerId: string) => [...chosen, invited('dan'), accepted('dan'), fourth(markerId)];

  it('is kept when a fourth joins, who gets a marker by the loop', () =>
    given(chosen, invited('dan')).when(joins).thenHappens(accepted('dan'), fourth('cat')));

  it('is kept when a player leaves who marks no card', () =>
    given(four('cat')).when({ type: 'LeaveLobby', actorId: 'dan', reason: 'LEFT' }).thenHappens(leftLobby('dan')));

  it('changes only for cards whose marker left', () =>
    // Ann loses her marker, and Dan his: the loop of Ann, Cat, Dan gives them Dan and Cat. Cat keeps Ann.
    given(four('ben'))
      .when(remove('ben'))
      .thenHappens(removed('ben'), markersAssigned({ ann: 'dan', cat: 'ann', dan: 'cat' }, 'HOST')));

  it('ends when only two are left: they mark each other, and the next to join makes a loop', () => {
    const two = markersAssigned({ ann: 'ben', ben: 'ann' });
    given(chosen).when(remove('cat')).thenHappens(removed('cat'), two);
    given(chosen, removed('cat'), two, invited('dan'))
      .when(joins)
      .thenHappens(accepted('dan'), markersAssigned({ ann: 'dan', ben: 'ann', dan: 'ben' }));
  });
});

describe('Choosing another marker during the round', () => {
  const three = roundOf(['ann', 'ben', 'cat']);
  const givenThree = given(three);

  it('is up to the host', () =>
    givenThree.when(assign('cat', 'ann')).thenHappens(markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }, 'HOST')));

  it.each([
    ['its player', 'PLAYER', 'ben'],
    ['its marker', 'MARKER', 'ann'],
  ] as const)('is refused for a card that %s has signed', (_, as, by) =>
    given(three, wholeCard('ben', 'ann'), signed('ben', as, by, 'hash'))
      .when(assign('ben', 'cat'))
      .thenRefused('ROUND_SIGNED'),
  );

  it('refuses a marker who has left the round', () =>
    given(
      roundOf(['ann', 'ben', 'cat', 'dan']),
      withdrew('dan'),
      markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ben', dan: 'cat' }),
    )
      .when(assign('ben', 'dan'))
      .thenRefused('INVALID_INPUT', { markerId: MESSAGES.notInGroup }));

  it('refuses the card of a player who withdrew', () =>
    given(three, withdrew('cat'), markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ben' }))
      .when(assign('cat', 'ann'))
      .thenRefused('ROUND_WITHDRAWN'));

  it('is up to the next host once the host has left', () => {
    const givenStory = given(
      ...roundOf(['ann', 'ben', 'cat', 'dan']),
      withdrew('ann'),
      markersAssigned({ ann: 'dan', ben: 'dan', cat: 'ben', dan: 'cat' }),
      hostChanged('ben'),
    );
    givenStory
      .when(assign('cat', 'dan', 'ben'))
      .thenHappens(markersAssigned({ ann: 'dan', ben: 'dan', cat: 'dan', dan: 'cat' }, 'HOST'));
    givenStory.when(assign('cat', 'dan', 'ann')).thenRefused('NOT_HOST');
  });
});
