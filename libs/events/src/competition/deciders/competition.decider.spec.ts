import { LIMITS, MESSAGES, type ErrorCode } from '@fairmark/contract';
import { COMPETITION_EXAMPLES } from '../../testing/event-examples.js';
import { applyCompetitionEvent } from '../competition.fold.js';
import type { CompetitionEvent } from '../competition.events.js';
import type { CompetitionState } from '../competition.state.js';
import { decideCompetition, type CompetitionCommand } from './competition.decider.js';

const [HOST, ANN, BOB, CAT, GONE] = ['host', 'ann', 'bob', 'cat', 'gone'] as const;
const ACCOUNTS = new Set<string>([HOST, ANN, BOB, CAT]);
/** Already 8 September in Sydney. */
const NOW = '2026-09-07T14:30:00.000Z';

const { competitionId, name, competitionType, course } = COMPETITION_EXAMPLES.CompetitionCreated;
const ABOUT = { competitionId, name, competitionType, course, duration: 4, allowance: 75 };
const CREATE: Extract<CompetitionCommand, { type: 'CreateCompetition' }> = {
  type: 'CreateCompetition',
  ...ABOUT,
  actorId: HOST,
  days: ['Sunday', 'Wednesday'],
  players: [ANN, BOB],
  accounts: ACCOUNTS,
};
const CREATED: CompetitionEvent[] = [
  {
    type: 'CompetitionCreated',
    data: {
      ...ABOUT,
      hostId: HOST,
      days: ['Wednesday', 'Sunday'],
      firstDay: '2026-09-08',
      lastDay: '2026-10-05',
      consent: 'ASKED',
    },
  },
  added(ANN, BOB),
];
/** The end of 6 October, two days after the clocks of Sydney went forward. */
const DEADLINE = '2026-10-06T13:00:00.000Z';
const A_MINUTE_BEFORE = '2026-10-06T12:59:00.000Z';
const FINISHED: CompetitionEvent = { type: 'CompetitionFinished', data: { verifiedBefore: DEADLINE } };

function added(...userIds: string[]): CompetitionEvent {
  return { type: 'CompetitionPlayersAdded', data: { userIds } };
}
function removed(userId: string, reason: 'HOST' | 'ACCOUNT_DELETED' = 'HOST'): CompetitionEvent {
  return { type: 'CompetitionPlayerRemoved', data: { userId, reason } };
}
function deleted(reason: 'HOST' | 'ACCOUNT_DELETED' = 'HOST'): CompetitionEvent {
  return { type: 'CompetitionDeleted', data: { reason } };
}
const hostIs = (hostId: string): CompetitionEvent => ({ type: 'CompetitionHostChanged', data: { hostId } });

const sets = (players: string[], actorId: string = HOST): CompetitionCommand => ({
  type: 'SetPlayers',
  actorId,
  players,
  accounts: ACCOUNTS,
});
const deletes = (actorId: string): CompetitionCommand => ({ type: 'DeleteCompetition', actorId });
const opens = (actorId: string): CompetitionCommand => ({ type: 'OpenCompetition', actorId });
const leavesAsPlayer = (actorId: string): CompetitionCommand => ({ type: 'LeaveCompetition', actorId });
const opened = (userId: string): CompetitionEvent => ({ type: 'CompetitionOpened', data: { userId } });
const left = (userId: string): CompetitionEvent => ({ type: 'CompetitionPlayerLeft', data: { userId } });
const leaves = (actorId: string, accounts: string[] = [HOST, ANN, BOB, CAT]): CompetitionCommand => ({
  type: 'LeaveForGood',
  actorId,
  accounts: new Set(accounts),
});

function given(...events: CompetitionEvent[]) {
  const state = events.reduce<CompetitionState | null>(
    (before, event, i) => applyCompetitionEvent(before, event, { id: `e${i}`, recordedAt: NOW }),
    null,
  );
  const when = (command: CompetitionCommand, now = NOW) => {
    const before = structuredClone(state);
    const decision = decideCompetition(state, command, now);
    // A decider must not change the state.
    expect(state).toEqual(before);
    return {
      thenHappens: (...expected: CompetitionEvent[]) => expect(decision).toEqual({ ok: true, events: expected }),
      thenRefused: (code: ErrorCode, details?: Record<string, string>) =>
        expect(decision).toEqual(details === undefined ? { ok: false, code } : { ok: false, code, details }),
    };
  };
  return { when };
}

const givenNothing = given();
const givenCreated = given(...CREATED);
/** Given a created competition and these events. */
const after = (...events: CompetitionEvent[]) => given(...CREATED, ...events);

describe('creating a competition', () => {
  it('begins on the course’s date, with its days in the order of the week', () => {
    givenNothing.when(CREATE).thenHappens(...CREATED);
  });

  it.each(['RACE_TO_THE_TOP', 'TRAVELLING'] as const)('is refused for %s', (competitionType) => {
    givenNothing
      .when({ ...CREATE, competitionType })
      .thenRefused('INVALID_INPUT', { competitionType: MESSAGES.competitionOnlyEclectic });
  });

  it.each([
    ['no player', [], MESSAGES.required],
    ['a player twice', [ANN, BOB, ANN], MESSAGES.competitionPlayerOnce],
    ['a golfer without an account', [ANN, GONE], MESSAGES.competitionPlayerGone],
  ])('is refused with %s', (_, players, text) => {
    givenNothing.when({ ...CREATE, players }).thenRefused('INVALID_INPUT', { players: text });
  });

  it('is refused with more players than a competition may have', () => {
    const players = Array.from({ length: LIMITS.competitionPlayersMax + 1 }, (_, i) => `player ${i}`);
    const accounts = new Set(players);
    const [created] = CREATED;
    const most = players.slice(1);
    if (created !== undefined) {
      givenNothing.when({ ...CREATE, players: most, accounts }).thenHappens(created, added(...most));
    }
    givenNothing
      .when({ ...CREATE, players, accounts })
      .thenRefused('INVALID_INPUT', { players: MESSAGES.competitionPlayersMany });
  });

  it('again changes nothing, and is refused to another golfer', () => {
    givenCreated.when(CREATE).thenHappens();
    givenCreated.when({ ...CREATE, actorId: ANN }).thenRefused('CONFLICT');
  });
});

describe('the players', () => {
  it('are added and removed by one command, removals first', () => {
    givenCreated.when(sets([BOB, CAT, HOST])).thenHappens(removed(ANN), added(CAT, HOST));
  });

  it('do not change when they are the same in another order', () => {
    givenCreated.when(sets([BOB, ANN])).thenHappens();
  });

  it('must be at least one, and can be added again when all were removed', () => {
    givenCreated.when(sets([])).thenRefused('INVALID_INPUT', { players: MESSAGES.required });
    after(removed(ANN), removed(BOB))
      .when(sets([BOB]))
      .thenHappens(added(BOB));
  });

  it('may stay without an account, but need one to be added', () => {
    after(added(GONE))
      .when(sets([ANN, BOB, GONE]))
      .thenHappens();
    givenCreated.when(sets([ANN, BOB, GONE])).thenRefused('INVALID_INPUT', { players: MESSAGES.competitionPlayerGone });
  });

  it('can change until the deadline, whether or not the finish is recorded', () => {
    givenCreated.when(sets([ANN]), A_MINUTE_BEFORE).thenHappens(removed(BOB));
    givenCreated.when(sets([ANN]), DEADLINE).thenRefused('COMPETITION_FINISHED');
    after(FINISHED)
      .when(sets([ANN]), DEADLINE)
      .thenRefused('COMPETITION_FINISHED');
  });
});

describe('opening a competition', () => {
  it('is recorded once per player', () => {
    givenCreated.when(opens(ANN)).thenHappens(opened(ANN));
    after(opened(ANN)).when(opens(ANN)).thenHappens();
    after(opened(BOB)).when(opens(ANN)).thenHappens(opened(ANN));
  });

  it('records nothing for a host who does not play', () => {
    givenCreated.when(opens(HOST)).thenHappens();
  });

  it('records nothing after the deadline, when the table is frozen', () => {
    givenCreated.when(opens(ANN), A_MINUTE_BEFORE).thenHappens(opened(ANN));
    givenCreated.when(opens(ANN), DEADLINE).thenHappens();
  });

  it('records nothing when consent is assumed', () => {
    const [created, ...more] = CREATED;
    if (created?.type !== 'CompetitionCreated') throw new Error('It begins otherwise');
    given({ ...created, data: { ...created.data, consent: 'ASSUMED' } }, ...more)
      .when(opens(ANN))
      .thenHappens();
  });
});

describe('leaving a competition', () => {
  it('is allowed to players at any time, and to no others', () => {
    givenCreated.when(leavesAsPlayer(ANN)).thenHappens(left(ANN));
    after(FINISHED).when(leavesAsPlayer(ANN), DEADLINE).thenHappens(left(ANN));
    givenCreated.when(leavesAsPlayer(HOST)).thenRefused('FORBIDDEN');
    after(left(ANN)).when(leavesAsPlayer(ANN)).thenRefused('COMPETITION_NOT_FOUND');
  });

  it('keeps the host from adding that player again, but not others', () => {
    after(left(ANN))
      .when(sets([ANN, BOB]))
      .thenRefused('INVALID_INPUT', { players: MESSAGES.competitionPlayerLeft });
    after(left(ANN))
      .when(sets([BOB, CAT]))
      .thenHappens(added(CAT));
  });

  it('leaves a host in charge, who may join again', () => {
    after(added(HOST), left(HOST))
      .when(sets([ANN, BOB, HOST]))
      .thenHappens(added(HOST));
  });

  it('skips players who left when the host’s account is deleted', () => {
    after(left(ANN)).when(leaves(HOST)).thenHappens(hostIs(BOB));
    after(FINISHED, left(ANN)).when(leaves(HOST), DEADLINE).thenHappens(hostIs(BOB));
  });
});

describe('adding a player again', () => {
  const often = LIMITS.additionsPerCompetitionAndPersonMax;
  const again = Array.from({ length: often - 2 }, () => [removed(ANN), added(ANN)]).flat();

  it('is refused beyond the limit', () => {
    after(...again, removed(ANN))
      .when(sets([BOB, ANN]))
      .thenHappens(added(ANN));
    after(...again, removed(ANN), added(ANN), removed(ANN))
      .when(sets([BOB, ANN]))
      .thenRefused('INVALID_INPUT', { players: MESSAGES.competitionPlayerAgain });
  });
});

describe('permissions', () => {
  const stories: [string, CompetitionEvent[]][] = [
    ['an open', CREATED],
    ['a finished', [...CREATED, FINISHED]],
  ];

  describe.each(stories)('on %s competition', (_, story) => {
    it.each([
      [ANN, 'NOT_HOST'],
      [CAT, 'COMPETITION_NOT_FOUND'],
    ] as const)('%s: %s', (actorId, code) => {
      given(...story)
        .when(sets([ANN], actorId))
        .thenRefused(code);
      given(...story)
        .when(deletes(actorId))
        .thenRefused(code);
    });

    it('lets its host delete it', () => {
      given(...story)
        .when(deletes(HOST))
        .thenHappens(deleted());
    });
  });

  it('refuse every command on a deleted or unknown competition', () => {
    for (const command of [sets([ANN]), deletes(HOST)]) {
      after(deleted()).when(command).thenRefused('COMPETITION_NOT_FOUND');
      givenNothing.when(command).thenRefused('COMPETITION_NOT_FOUND');
    }
  });

  it('pass from the old host to the new one', () => {
    after(hostIs(BOB)).when(deletes(BOB)).thenHappens(deleted());
    after(hostIs(BOB)).when(deletes(HOST)).thenRefused('COMPETITION_NOT_FOUND');
  });
});

describe('a deleted account', () => {
  it('removes its player from the table', () => {
    givenCreated.when(leaves(ANN)).thenHappens(removed(ANN, 'ACCOUNT_DELETED'));
  });

  it('keeps its player in a frozen table', () => {
    after(FINISHED).when(leaves(ANN)).thenHappens();
    givenCreated.when(leaves(ANN), DEADLINE).thenHappens();
  });

  it('makes the earliest-added player host', () => {
    givenCreated.when(leaves(HOST)).thenHappens(hostIs(ANN));
    after(removed(ANN), added(ANN)).when(leaves(HOST)).thenHappens(hostIs(BOB));
  });

  it('of a host who plays removes the player too', () => {
    after(added(HOST)).when(leaves(HOST)).thenHappens(removed(HOST, 'ACCOUNT_DELETED'), hostIs(ANN));
  });

  it('skips heirs whose accounts are deleted too', () => {
    after(FINISHED)
      .when(leaves(HOST, [BOB]))
      .thenHappens(hostIs(BOB));
  });

  it('of the host deletes a competition without an heir', () => {
    givenCreated.when(leaves(HOST, [])).thenHappens(deleted('ACCOUNT_DELETED'));
    after(removed(ANN), removed(BOB), added(HOST))
      .when(leaves(HOST))
      .thenHappens(removed(HOST, 'ACCOUNT_DELETED'), deleted('ACCOUNT_DELETED'));
  });

  it('changes nothing for a golfer who is not in it, or once it is deleted', () => {
    givenNothing.when(leaves(ANN)).thenHappens();
    givenCreated.when(leaves(CAT)).thenHappens();
    after(deleted()).when(leaves(HOST)).thenHappens();
  });
});
