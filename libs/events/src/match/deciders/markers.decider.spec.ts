import { MESSAGES, type Side } from '@fairmark/contract';
import { invalid } from './match.command.js';
import { accept, assign, leaveLobby, remove } from '../../testing/commands.js';
import { decides } from '../../testing/given.js';
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

const annKeepsTwo = [markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ann' }, 'HOST')];
const notInGroup = invalid({ markerId: MESSAGES.notInGroup });

describe('Choosing a marker in the lobby', () => {
  const three = lobbyWith('ben', 'cat');
  const asked = [lobbyWith('ben'), invited('cat')];
  const practice = [social(), invited('ben'), accepted('ben')];
  decides([
    ['is up to the host, who may give a golfer two cards', three, assign('cat', 'ann'), annKeepsTwo],
    ['changes nothing for the present marker', three, assign('cat', 'ben'), []],
    ['refuses oneself', three, assign('cat', 'cat'), invalid({ markerId: MESSAGES.ownMarker })],
    ['refuses a stranger as marker', three, assign('cat', 'dan'), notInGroup],
    ["refuses a stranger's card", three, assign('dan', 'ann'), invalid({ userId: MESSAGES.notInGroup })],
    ['refuses a golfer who has not answered', asked, assign('ann', 'cat'), notInGroup],
    ['refuses a practice round', practice, assign('ann', 'ben'), invalid({ matchId: MESSAGES.socialHasNoMarker })],
    ['leaves every player ready', [three, handicapSet('cat'), readied('cat')], assign('cat', 'ann'), annKeepsTwo],
  ]);
});

describe('The host’s choice when the group changes', () => {
  // Ann keeps Ben's and Cat's cards, Ben keeps Ann's.
  const chosen = [
    created({ maxGroupSize: 4 }),
    ...lobbyWith('ben', 'cat').slice(1),
    markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ann' }, 'HOST'),
  ];
  const fourth = (markerId: string) => markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ann', dan: markerId }, 'HOST');
  const four = (markerId: string) => [...chosen, invited('dan'), accepted('dan'), fourth(markerId)];
  // Ann loses her marker, and Dan his: the loop of Ann, Cat, Dan gives them Dan and Cat. Cat keeps Ann.
  const benRemoved = [removed('ben'), markersAssigned({ ann: 'dan', cat: 'ann', dan: 'cat' }, 'HOST')];
  const two = markersAssigned({ ann: 'ben', ben: 'ann' });
  const loop = [accepted('dan'), markersAssigned({ ann: 'dan', ben: 'ann', dan: 'ben' })];
  decides([
    ['is kept when a fourth joins', [...chosen, invited('dan')], accept('dan'), [accepted('dan'), fourth('cat')]],
    ['is kept when a player leaves who marks no card', four('cat'), leaveLobby('dan'), [leftLobby('dan')]],
    ['changes only for cards whose marker left', four('ben'), remove('ben'), benRemoved],
    ['ends when only two are left: they mark each other', chosen, remove('cat'), [removed('cat'), two]],
    ['and the next to join makes a loop', [...chosen, removed('cat'), two, invited('dan')], accept('dan'), loop],
  ]);
});

describe('Choosing another marker during the round', () => {
  const three = roundOf(['ann', 'ben', 'cat']);
  const four = roundOf(['ann', 'ben', 'cat', 'dan']);
  const benSigned = (...by: [Side, string]) => [three, wholeCard('ben', 'ann'), signed('ben', ...by, 'hash')];
  const danLeft = [four, withdrew('dan'), markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ben', dan: 'cat' })];
  const catLeft = [three, withdrew('cat'), markersAssigned({ ann: 'ben', ben: 'ann', cat: 'ben' })];
  const benHosts = [markersAssigned({ ann: 'dan', ben: 'dan', cat: 'ben', dan: 'cat' }), hostChanged('ben')];
  const annLeft = [four, withdrew('ann'), benHosts];
  const danKeepsThree = [markersAssigned({ ann: 'dan', ben: 'dan', cat: 'dan', dan: 'cat' }, 'HOST')];
  decides([
    ['is up to the host', three, assign('cat', 'ann'), annKeepsTwo],
    ['is refused for a card signed by its player', benSigned('PLAYER', 'ben'), assign('ben', 'cat'), 'ROUND_SIGNED'],
    ['or its marker', benSigned('MARKER', 'ann'), assign('ben', 'cat'), 'ROUND_SIGNED'],
    ['refuses a marker who has left the round', danLeft, assign('ben', 'dan'), notInGroup],
    ['refuses the card of a player who withdrew', catLeft, assign('cat', 'ann'), 'ROUND_WITHDRAWN'],
    ['is up to the next host once the host has left', annLeft, assign('cat', 'dan', 'ben'), danKeepsThree],
    ['and no longer to the one before', annLeft, assign('cat', 'dan', 'ann'), 'NOT_HOST'],
  ]);
});
