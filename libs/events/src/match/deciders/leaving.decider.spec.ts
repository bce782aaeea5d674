import type { MatchCommand } from './match.command.js';
import { decides } from '../../testing/given.js';
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
const deleted = (userId: string) => [withdrew(userId, 'ACCOUNT_DELETED'), accountClosed(userId)];

const two = roundOf(['ann', 'ben']);
// Ann keeps Ben, Ben keeps Cat, Cat keeps Ann (and Dan, if he plays). Withdrawn cards keep their marker.
const three = roundOf(['ann', 'ben', 'cat']);
const four = roundOf(['ann', 'ben', 'cat', 'dan']);
const withoutBen = markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' });
const practice = practiceOf(['ann', 'ben']);

const benSigned = [three, wholeCard('ben', 'ann'), signed('ben', 'PLAYER', 'ben', 'hash')];
const benByAnn = signed('ben', 'MARKER', 'ann', 'hash');
const catByBen = [three, wholeCard('cat', 'ben'), signed('cat', 'MARKER', 'ben', 'hash')];

describe('Leaving during a round', () => {
  decides([
    [
      'closes the loop of three: the two who are left mark each other',
      three,
      leave('ben'),
      [withdrew('ben'), withoutBen],
    ],
    [
      'also when the last to join leaves',
      three,
      leave('cat'),
      [withdrew('cat'), markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ben' })],
    ],
    [
      'closes the loop of four',
      four,
      leave('cat'),
      [withdrew('cat'), markersAssigned({ ann: 'dan', ben: 'ann', cat: 'ben', dan: 'ben' })],
    ],
    [
      'passes the host’s duties to the next in joining order',
      three,
      leave('ann'),
      [withdrew('ann'), markersAssigned({ ann: 'cat', ben: 'cat', cat: 'ben' }), hostChanged('ben')],
    ],
    [
      'who still plays',
      [four, withdrew('ben'), markersAssigned({ ann: 'dan', ben: 'ann', cat: 'ann', dan: 'cat' })],
      leave('ann'),
      [withdrew('ann'), markersAssigned({ ann: 'dan', ben: 'ann', cat: 'dan', dan: 'cat' }), hostChanged('cat')],
    ],
    [
      'prefers players who joined after the host as the next host',
      [four, hostChanged('ben')],
      leave('ben'),
      [withdrew('ben'), markersAssigned({ ann: 'dan', ben: 'ann', cat: 'ann', dan: 'cat' }), hostChanged('cat')],
    ],
    [
      'passes the host’s duties to the first in joining order after the last',
      [three, hostChanged('cat')],
      leave('cat'),
      [withdrew('cat'), markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ben' }), hostChanged('ann')],
    ],
    // Ben kept Ann's and Dan's cards. The loop of Ann, Cat, Dan gives them Dan and Cat; Cat keeps Dan, whom the host chose.
    [
      'keeps the host’s choice of markers, and changes only the leaver’s cards',
      [four, markersAssigned({ ann: 'ben', ben: 'ann', cat: 'dan', dan: 'ben' }, 'HOST')],
      leave('ben'),
      [withdrew('ben'), markersAssigned({ ann: 'dan', ben: 'ann', cat: 'dan', dan: 'cat' }, 'HOST')],
    ],
    [
      'reassigns no marker when the leaver kept no open card',
      [three, markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ann' }, 'HOST')],
      leave('cat'),
      [withdrew('cat')],
    ],
    ['keeps the leaver of a two-ball as marker of the other player', two, leave('ben'), [withdrew('ben')]],
    ['also if the host leaves', two, leave('ann'), [withdrew('ann'), hostChanged('ben')]],
    [
      'keeps the second to leave a three-ball as marker of the last player',
      [three, withdrew('ben'), withoutBen],
      leave('cat'),
      [withdrew('cat')],
    ],
    ['ends the match when the last player leaves', [two, withdrew('ben')], leave('ann'), [withdrew('ann'), matchEnded]],
    ['ends a practice round of one', practiceOf(['ann']), leave('ann'), [withdrew('ann'), matchEnded]],
    ['only withdraws the card in a practice round', practice, leave('ben'), [withdrew('ben')]],
    ['and passes on hosting', practice, leave('ann'), [withdrew('ann'), hostChanged('ben')]],
    ['is refused once the card is signed by the player', benSigned, leave('ben'), 'ROUND_SIGNED'],
    ['… by the marker', [three, wholeCard('ben', 'ann'), benByAnn], leave('ben'), 'ROUND_SIGNED'],
    ['… by both', [...benSigned, benByAnn, verified('ben', 'hash')], leave('ben'), 'ROUND_SIGNED'],
    [
      'is allowed while only other cards are signed, whose signatures stand',
      catByBen,
      leave('ben'),
      [withdrew('ben'), withoutBen],
    ],
    [
      'leaves a verified card its marker',
      [...catByBen, signed('cat', 'PLAYER', 'cat', 'hash'), verified('cat', 'hash')],
      leave('ben'),
      [withdrew('ben')],
    ],
  ]);
});

describe('Deleting an account during a round', () => {
  const annSigned = [two, wholeCard('ann', 'ben'), signed('ann', 'PLAYER', 'ann', 'hash'), accountClosed('ann')];
  const annUnmarks = [markersAssigned({ ann: 'ben', ben: null }), hostChanged('ben')];
  decides([
    ['withdraws the card, and closes the account', three, deleteAccount('ben'), [...deleted('ben'), withoutBen]],
    ['leaves the other of a two-ball without a marker', two, deleteAccount('ann'), [...deleted('ann'), ...annUnmarks]],
    [
      'ends the match when the last player leaves',
      [two, withdrew('ben')],
      deleteAccount('ann'),
      [...deleted('ann'), matchEnded],
    ],
    [
      'does not withdraw a card that its player signed',
      benSigned,
      deleteAccount('ben'),
      [accountClosed('ben'), withoutBen],
    ],
    [
      'does not withdraw a card that its marker signed',
      [two, wholeCard('ann', 'ben'), signed('ann', 'MARKER', 'ben', 'hash')],
      deleteAccount('ann'),
      [accountClosed('ann'), ...annUnmarks],
    ],
    // Ben's account is gone, his signed card waits for Ann, who leaves: Cat, next before Ben in the loop, takes it over.
    [
      'gives the signed card another marker when its marker leaves',
      [...benSigned, accountClosed('ben'), withoutBen],
      leave('ann'),
      [withdrew('ann'), markersAssigned({ ann: 'cat', ben: 'cat', cat: 'ann' }), hostChanged('cat')],
    ],
    [
      'does not end a match in which a signed card is left',
      [...annSigned, annUnmarks],
      leave('ben'),
      [withdrew('ben')],
    ],
    [
      'removes the marker of a two-ball when the leaver’s account is deleted',
      [two, withdrew('ben')],
      deleteAccount('ben'),
      [accountClosed('ben'), markersAssigned({ ann: null, ben: 'ann' })],
    ],
    [
      'changes no other card when the player had left before',
      [three, withdrew('ben'), withoutBen],
      deleteAccount('ben'),
      [accountClosed('ben')],
    ],
  ]);
});
