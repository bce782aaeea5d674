import type { MatchCommand } from './match.command.js';
import { given } from '../../testing/given.js';
import {
  accountClosed,
  hostChanged,
  markersAssigned,
  matchEnded,
  practiceOf,
  roundOf,
  signed,
  verified,
  wholeCard,
  withdrew,
} from '../../testing/golfers.js';

const leave = (actorId: string): MatchCommand => ({ type: 'LeaveRound', actorId, reason: 'LEFT' });
const deleteAccount = (actorId: string): MatchCommand => ({ type: 'LeaveRound', actorId, reason: 'ACCOUNT_DELETED' });

const two = roundOf(['ann', 'ben']);
const givenTwo = given(two);
const three = roundOf(['ann', 'ben', 'cat']);
const givenThree = given(three);
const four = roundOf(['ann', 'ben', 'cat', 'dan']);

describe('Leaving during a round', () => {
  it('closes the loop of three: the two who are left mark each other', () => {
    // Ann keeps Ben, Ben keeps Cat, Cat keeps Ann. Withdrawn cards keep their marker.
    givenThree.when(leave('ben')).thenHappens(withdrew('ben'), markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }));
    givenThree.when(leave('cat')).thenHappens(withdrew('cat'), markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ben' }));
  });

  it('closes the loop of four', () =>
    given(four)
      .when(leave('cat'))
      .thenHappens(withdrew('cat'), markersAssigned({ ann: 'dan', ben: 'ann', cat: 'ben', dan: 'ben' })));

  it('passes the host’s duties to the next in joining order', () => {
    givenThree
      .when(leave('ann'))
      .thenHappens(withdrew('ann'), markersAssigned({ ann: 'cat', ben: 'cat', cat: 'ben' }), hostChanged('ben'));
    given(four, withdrew('ben'), markersAssigned({ ann: 'dan', ben: 'ann', cat: 'ann', dan: 'cat' }))
      .when(leave('ann'))
      .thenHappens(
        withdrew('ann'),
        markersAssigned({ ann: 'dan', ben: 'ann', cat: 'dan', dan: 'cat' }),
        hostChanged('cat'),
      );
  });

  it('prefers players who joined after the host as the next host', () =>
    given(four, hostChanged('ben'))
      .when(leave('ben'))
      .thenHappens(
        withdrew('ben'),
        markersAssigned({ ann: 'dan', ben: 'ann', cat: 'ann', dan: 'cat' }),
        hostChanged('cat'),
      ));

  it('passes the host’s duties to the first in joining order after the last', () =>
    given(three, hostChanged('cat'))
      .when(leave('cat'))
      .thenHappens(withdrew('cat'), markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ben' }), hostChanged('ann')));

  it('keeps the host’s choice of markers, and changes only the leaver’s cards', () =>
    // Ben kept Ann's and Dan's cards. The loop of Ann, Cat, Dan gives them Dan and Cat; Cat keeps Dan, whom the host chose.
    given(four, markersAssigned({ ann: 'ben', ben: 'ann', cat: 'dan', dan: 'ben' }, 'HOST'))
      .when(leave('ben'))
      .thenHappens(withdrew('ben'), markersAssigned({ ann: 'dan', ben: 'ann', cat: 'dan', dan: 'cat' }, 'HOST')));

  it('reassigns no marker when the leaver kept no open card', () =>
    given(three, markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ann' }, 'HOST'))
      .when(leave('cat'))
      .thenHappens(withdrew('cat')));

  it('keeps the leaver of a two-ball as marker of the other player', () => {
    givenTwo.when(leave('ben')).thenHappens(withdrew('ben'));
    givenTwo.when(leave('ann')).thenHappens(withdrew('ann'), hostChanged('ben'));
  });

  it('keeps the second to leave a three-ball as marker of the last player', () =>
    given(three, withdrew('ben'), markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }))
      .when(leave('cat'))
      .thenHappens(withdrew('cat')));

  it('ends the match when the last player leaves', () => {
    given(two, withdrew('ben')).when(leave('ann')).thenHappens(withdrew('ann'), matchEnded);
    given(practiceOf(['ann']))
      .when(leave('ann'))
      .thenHappens(withdrew('ann'), matchEnded);
  });

  it('only withdraws the card in a practice round', () => {
    given(practiceOf(['ann', 'ben']))
      .when(leave('ben'))
      .thenHappens(withdrew('ben'));
    given(practiceOf(['ann', 'ben']))
      .when(leave('ann'))
      .thenHappens(withdrew('ann'), hostChanged('ben'));
  });

  it.each([
    ['the player', [signed('ben', 'PLAYER', 'ben', 'hash')]],
    ['the marker', [signed('ben', 'MARKER', 'ann', 'hash')]],
    ['both', [signed('ben', 'PLAYER', 'ben', 'hash'), signed('ben', 'MARKER', 'ann', 'hash'), verified('ben', 'hash')]],
  ])('is refused once the card is signed by %s', (_, signatures) =>
    given(three, wholeCard('ben', 'ann'), signatures).when(leave('ben')).thenRefused('ROUND_SIGNED'),
  );

  it('is allowed while only other cards are signed, whose signatures stand', () => {
    const story = [...three, ...wholeCard('cat', 'ben'), signed('cat', 'MARKER', 'ben', 'hash')];
    given(story)
      .when(leave('ben'))
      .thenHappens(withdrew('ben'), markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }));
    // A verified card keeps its marker.
    given(story, signed('cat', 'PLAYER', 'cat', 'hash'), verified('cat', 'hash'))
      .when(leave('ben'))
      .thenHappens(withdrew('ben'));
  });
});

describe('Deleting an account during a round', () => {
  it('withdraws the card, and closes the account', () =>
    givenThree
      .when(deleteAccount('ben'))
      .thenHappens(
        withdrew('ben', 'ACCOUNT_DELETED'),
        accountClosed('ben'),
        markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }),
      ));

  it('leaves the other of a two-ball without a marker', () =>
    givenTwo
      .when(deleteAccount('ann'))
      .thenHappens(
        withdrew('ann', 'ACCOUNT_DELETED'),
        accountClosed('ann'),
        markersAssigned({ ann: 'ben', ben: null }),
        hostChanged('ben'),
      ));

  it('ends the match when the last player leaves', () =>
    given(two, withdrew('ben'))
      .when(deleteAccount('ann'))
      .thenHappens(withdrew('ann', 'ACCOUNT_DELETED'), accountClosed('ann'), matchEnded));

  it('does not withdraw a signed card', () => {
    const signedByPlayer = [...three, ...wholeCard('ben', 'ann'), signed('ben', 'PLAYER', 'ben', 'hash')];
    given(signedByPlayer)
      .when(deleteAccount('ben'))
      .thenHappens(accountClosed('ben'), markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }));
    given(two, wholeCard('ann', 'ben'), signed('ann', 'MARKER', 'ben', 'hash'))
      .when(deleteAccount('ann'))
      .thenHappens(accountClosed('ann'), markersAssigned({ ann: 'ben', ben: null }), hostChanged('ben'));
  });

  it('gives the signed card another marker when its marker leaves', () => {
    // Ben's account is gone, his signed card waits for Ann, who leaves: Cat, next before Ben in the loop, takes it over.
    const story = [
      ...three,
      ...wholeCard('ben', 'ann'),
      signed('ben', 'PLAYER', 'ben', 'hash'),
      accountClosed('ben'),
      markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }),
    ];
    given(story)
      .when(leave('ann'))
      .thenHappens(withdrew('ann'), markersAssigned({ ann: 'cat', ben: 'cat', cat: 'ann' }), hostChanged('cat'));
  });

  it('does not end a match in which a signed card is left', () => {
    const story = [...two, ...wholeCard('ann', 'ben'), signed('ann', 'PLAYER', 'ann', 'hash'), accountClosed('ann')];
    given(story, markersAssigned({ ann: 'ben', ben: null }), hostChanged('ben'))
      .when(leave('ben'))
      .thenHappens(withdrew('ben'));
  });

  it('removes the marker of a two-ball when the leaver’s account is deleted', () =>
    given(two, withdrew('ben'))
      .when(deleteAccount('ben'))
      .thenHappens(accountClosed('ben'), markersAssigned({ ann: null, ben: 'ann' })));

  it('changes no other card when the player had left before', () =>
    given(three, withdrew('ben'), markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }))
      .when(deleteAccount('ben'))
      .thenHappens(accountClosed('ben')));
});
