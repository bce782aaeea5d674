import { leaveRound as leave } from '../../testing/commands.js';
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

const deleteAccount = (actorId: string) => leave(actorId, 'ACCOUNT_DELETED');
const deleted = (userId: string) => [withdrew(userId, 'ACCOUNT_DELETED'), accountClosed(userId)];

/** The markers of Ann, Ben, Cat and Dan, as far as they play. Withdrawn cards keep theirs. */
const marked = (by: (string | null)[], chosenBy?: 'HOST') => {
  const players = ['ann', 'ben', 'cat', 'dan'];
  return markersAssigned(Object.fromEntries(by.map((markerId, at) => [players[at], markerId])), chosenBy);
};

const two = roundOf(['ann', 'ben']);
// Ann keeps Ben, Ben keeps Cat, Cat keeps Ann (and Dan, if he plays).
const three = roundOf(['ann', 'ben', 'cat']);
const four = roundOf(['ann', 'ben', 'cat', 'dan']);
const withoutBen = marked(['cat', 'ann', 'ann']);
const withoutCat = marked(['ben', 'ann', 'ben']);
const fourWithoutBen = marked(['dan', 'ann', 'ann', 'cat']);
const practice = practiceOf(['ann', 'ben', 'cat']);

const benByBen = signed('ben', 'PLAYER', 'ben', 'hash');
const benSigned = [three, wholeCard('ben', 'ann'), benByBen];
const benByAnn = signed('ben', 'MARKER', 'ann', 'hash');
const catByBen = [three, wholeCard('cat', 'ben'), signed('cat', 'MARKER', 'ben', 'hash')];
const catVerified = [...catByBen, signed('cat', 'PLAYER', 'cat', 'hash'), verified('cat', 'hash')];

describe('Leaving during a round', () => {
  const withoutAnn = [marked(['cat', 'cat', 'ben']), hostChanged('ben')];
  const benLeft = [four, withdrew('ben'), fourWithoutBen];
  const annLeftToo = [withdrew('ann'), marked(['dan', 'ann', 'dan', 'cat']), hostChanged('cat')];
  // Ben keeps Ann's and Dan's cards. The loop of Ann, Cat, Dan gives them Dan and Cat; Cat keeps Dan, whom the host chose.
  const chosen = [four, marked(['ben', 'ann', 'dan', 'ben'], 'HOST')];
  const chosenWithoutBen = [withdrew('ben'), marked(['dan', 'ann', 'dan', 'cat'], 'HOST')];
  const oneKeeper = [three, marked(['ben', 'ann', 'ann'], 'HOST')];
  const [benHosts, benToCat] = [
    [four, hostChanged('ben')],
    [withdrew('ben'), fourWithoutBen, hostChanged('cat')],
  ];
  const [catHosts, catToAnn] = [
    [three, hostChanged('cat')],
    [withdrew('cat'), withoutCat, hostChanged('ann')],
  ];
  decides([
    ['closes the loop of three: two mark each other', three, leave('ben'), [withdrew('ben'), withoutBen]],
    ['also when the last to join leaves', three, leave('cat'), [withdrew('cat'), withoutCat]],
    ['closes the loop of four', four, leave('cat'), [withdrew('cat'), marked(['dan', 'ann', 'ben', 'ben'])]],
    ['passes the host’s duties to the next in joining order', three, leave('ann'), [withdrew('ann'), ...withoutAnn]],
    ['who still plays', benLeft, leave('ann'), annLeftToo],
    ['prefers players who joined after the host as the next host', benHosts, leave('ben'), benToCat],
    ['passes the host’s duties to the first in joining order after the last', catHosts, leave('cat'), catToAnn],
    ['keeps the host’s choice of markers, except on the leaver’s cards', chosen, leave('ben'), chosenWithoutBen],
    ['reassigns no marker when the leaver kept no open card', oneKeeper, leave('cat'), [withdrew('cat')]],
    ['keeps the leaver of a two-ball as marker of the other player', two, leave('ben'), [withdrew('ben')]],
    ['also if the host leaves', two, leave('ann'), [withdrew('ann'), hostChanged('ben')]],
    ['and the second to leave a three-ball', [three, withdrew('ben'), withoutBen], leave('cat'), [withdrew('cat')]],
    ['ends the match when the last player leaves', [two, withdrew('ben')], leave('ann'), [withdrew('ann'), matchEnded]],
    ['ends a practice round of one', practiceOf(['ann']), leave('ann'), [withdrew('ann'), matchEnded]],
    ['only withdraws the card in a practice round', practice, leave('ben'), [withdrew('ben')]],
    ['and passes on hosting', practice, leave('ann'), [withdrew('ann'), hostChanged('ben')]],
    ['is refused once the card is signed by the player', benSigned, leave('ben'), 'ROUND_SIGNED'],
    ['… by the marker', [three, wholeCard('ben', 'ann'), benByAnn], leave('ben'), 'ROUND_SIGNED'],
    ['… by both', [...benSigned, benByAnn, verified('ben', 'hash')], leave('ben'), 'ROUND_SIGNED'],
    ['is allowed while only other cards are signed', catByBen, leave('ben'), [withdrew('ben'), withoutBen]],
    ['leaves a verified card its marker', catVerified, leave('ben'), [withdrew('ben')]],
  ]);
});

describe('Deleting an account during a round', () => {
  const annPlayed = [two, wholeCard('ann', 'ben')];
  const annSigned = [...annPlayed, signed('ann', 'PLAYER', 'ann', 'hash'), accountClosed('ann')];
  const annByBen = [...annPlayed, signed('ann', 'MARKER', 'ben', 'hash')];
  const annUnmarks = [marked(['ben', null]), hostChanged('ben')];
  const benWaits = [two, wholeCard('ben', 'ann'), benByBen, withdrew('ann'), hostChanged('ben')];
  const benClosed = accountClosed('ben');
  const over = [two, withdrew('ben'), withdrew('ann'), matchEnded];
  const benLeft = [two, withdrew('ben')];
  // Ben's account is gone, his signed card waits for Ann, who leaves: Cat, next before Ben in the loop, takes it over.
  const benGone = [...benSigned, accountClosed('ben'), withoutBen];
  const catTakesOver = [withdrew('ann'), marked(['cat', 'cat', 'ann']), hostChanged('cat')];
  const unmarked = [benClosed, marked([null, 'ann'])];
  const benLeftThree = [three, withdrew('ben'), withoutBen];
  decides([
    ['withdraws the card, and closes the account', three, deleteAccount('ben'), [...deleted('ben'), withoutBen]],
    ['leaves the other of a two-ball without a marker', two, deleteAccount('ann'), [...deleted('ann'), ...annUnmarks]],
    ['ends the match when the last player leaves', benLeft, deleteAccount('ann'), [...deleted('ann'), matchEnded]],
    ['keeps a card that its player signed', benSigned, deleteAccount('ben'), [accountClosed('ben'), withoutBen]],
    ['keeps one that its marker signed', annByBen, deleteAccount('ann'), [accountClosed('ann'), ...annUnmarks]],
    ['gives the signed card another marker when its marker leaves', benGone, leave('ann'), catTakesOver],
    ['does not end the match while its signed card waits for its marker', benWaits, deleteAccount('ben'), [benClosed]],
    ['changes nothing once the match is over', over, deleteAccount('ben'), []],
    ['does not end a match with a signed card', [...annSigned, annUnmarks], leave('ben'), [withdrew('ben')]],
    ['removes the marker of a two-ball when the leaver’s account is deleted', benLeft, deleteAccount('ben'), unmarked],
    ['changes no other card when the player had left before', benLeftThree, deleteAccount('ben'), [benClosed]],
  ]);
});
