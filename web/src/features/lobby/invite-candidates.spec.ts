import { inviteCandidates, isSearch } from './invite-candidates.js';
import { golfer, lobbyOf, player } from './testing/lobby.js';

const bindi = golfer('Bindi Walker');
const callum = golfer('Callum Reid');
const dana = golfer('Dana Petrov');
const { lobby } = lobbyOf({ users: [player('Alex Tran', { isHost: true })] });
const names = (users: readonly { fullName: string }[]) => users.map(({ fullName }) => fullName);
const nobody = { found: [], recent: [], lobby, selfId: 'alex tran' };

describe('who is offered for an invitation', () => {
  it('begins with recent fellow players, before anything is typed', () => {
    expect(names(inviteCandidates({ ...nobody, text: '', recent: [dana, bindi] }))).toEqual([
      'Dana Petrov',
      'Bindi Walker',
    ]);
  });

  it('puts recent players of that name before those whom the server found, each once', () => {
    const offered = inviteCandidates({ ...nobody, text: 'a', recent: [dana], found: [bindi] });
    expect(names(offered)).toEqual(['Dana Petrov']);
    const asked = inviteCandidates({ ...nobody, text: 'al', recent: [callum, bindi], found: [bindi, callum] });
    expect(names(asked)).toEqual(['Callum Reid', 'Bindi Walker']);
  });

  it('never offers oneself, nor who has joined or was asked', () => {
    const group = lobbyOf({
      users: [player('Alex Tran', { isHost: true }), player('Bindi Walker')],
      invited: ['Callum Reid'],
    });
    const found = [golfer('Alex Tran'), bindi, callum, dana];
    expect(names(inviteCandidates({ ...nobody, lobby: group.lobby, text: 'xx', found }))).toEqual(['Dana Petrov']);
  });

  it('offers seven at most', () => {
    const found = Array.from({ length: 12 }, (_, number) => golfer(`Golfer ${number}`));
    expect(inviteCandidates({ ...nobody, text: 'golfer', found })).toHaveLength(7);
  });

  it('asks the server from two letters on', () => {
    expect([isSearch(''), isSearch(' b '), isSearch('bi')]).toEqual([false, false, true]);
  });
});
