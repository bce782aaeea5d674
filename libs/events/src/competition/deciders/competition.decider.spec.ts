import { LIMITS, MESSAGES, type ErrorCode } from '@fairmark/contract';
import { COMPETITION_EXAMPLES } from '../../testing/event-examples.js';
import { applyCompetitionEvent } from '../competition.fold.js';
import type { CompetitionEvent } from '../competition.events.js';
import type { CompetitionState } from '../competition.state.js';
import { decideCompetition, type CompetitionCommand } from './competition.decider.js';

const [HOST, ANN, BOB, CAT, GONE] = ['host', 'ann', 'bob', 'cat', 'gone'] as const;
const ACCOUNTS = new Set<string>([HOST, ANN, BOB, CAT]);
/** In Sydney already 8 September. */
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
    // A decider only reads.
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
/** What happened once it was created. */
const after = (...events: CompetitionEvent[]) => given(...CREATED, ...events);

describe('creating a competition', () => {
  it('begins on the date that the course has, with the days in the order of a week', () => {
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

  it('is refused with more players than a competition takes', () => {
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

  it('of one that is there changes nothing', () => {
    givenCreated.when(CREATE).thenHappens();
    givenCreated.when({ ...CREATE, actorId: ANN }).thenRefused('CONFLICT');
  });
});

describe('the players', () => {
  it('are added and removed in one go, removed ones first', () => {
    givenCreated.when(sets([BOB, CAT, HOST])).thenHappens(removed(ANN), added(CAT, HOST));
  });

  it('stay as they are when they are the same, in whatever order', () => {
    givenCreated.when(sets([BOB, ANN])).thenHappens();
  });

  it('are at least one, and come back later where all of them are gone', () => {
    givenCreated.when(sets([])).thenRefused('INVALID_INPUT', { players: MESSAGES.required });
    after(removed(ANN), removed(BOB))
      .when(sets([BOB]))
      .thenHappens(added(BOB));
  });

  it('stay though their accounts are gone, but no golfer without an account is added', () => {
    after(added(GONE))
      .when(sets([ANN, BOB, GONE]))
      .thenHappens();
    givenCreated.when(sets([ANN, BOB, GONE])).thenRefused('INVALID_INPUT', { players: MESSAGES.competitionPlayerGone });
  });

  it('can change until the minute of the deadline, recorded or not', () => {
    givenCreated.when(sets([ANN]), A_MINUTE_BEFORE).thenHappens(removed(BOB));
    givenCreated.when(sets([ANN]), DEADLINE).thenRefused('COMPETITION_FINISHED');
    after(FINISHED)
      .when(sets([ANN]), DEADLINE)
      .thenRefused('COMPETITION_FINISHED');
  });
});

describe('opening a competition', () => {
  it('shows the others the holes of a player, once', () => {
    givenCreated.when(opens(ANN)).thenHappens(opened(ANN));
    after(opened(ANN)).when(opens(ANN)).thenHappens();
    after(opened(BOB)).when(opens(ANN)).thenHappens(opened(ANN));
  });

  it('says nothing of a host who does not play', () => {
    givenCreated.when(opens(HOST)).thenHappens();
  });

  it('says nothing after the deadline, when the table stays as it is', () => {
    givenCreated.when(opens(ANN), A_MINUTE_BEFORE).thenHappens(opened(ANN));
    givenCreated.when(opens(ANN), DEADLINE).thenHappens();
  });

  it('says nothing where players were shown from the beginning', () => {
    const [created, ...more] = CREATED;
    if (created?.type !== 'CompetitionCreated') throw new Error('It begins otherwise');
    given({ ...created, data: { ...created.data, consent: 'ASSUMED' } }, ...more)
      .when(opens(ANN))
      .thenHappens();
  });
});

describe('leaving a competition', () => {
  it('is for players, at any time', () => {
    givenCreated.when(leavesAsPlayer(ANN)).thenHappens(left(ANN));
    after(FINISHED).when(leavesAsPlayer(ANN), DEADLINE).thenHappens(left(ANN));
    givenCreated.when(leavesAsPlayer(HOST)).thenRefused('FORBIDDEN');
    after(left(ANN)).when(leavesAsPlayer(ANN)).thenRefused('COMPETITION_NOT_FOUND');
  });

  it('holds against the host, who adds others again but not the player who left', () => {
    after(left(ANN))
      .when(sets([ANN, BOB]))
      .thenRefused('INVALID_INPUT', { players: MESSAGES.competitionPlayerLeft });
    after(left(ANN))
      .when(sets([BOB, CAT]))
      .thenHappens(added(CAT));
  });

  it('leaves a host the host, who may come back', () => {
    after(added(HOST), left(HOST))
      .when(sets([ANN, BOB, HOST]))
      .thenHappens(added(HOST));
  });

  it('passes over players who left when a host goes for good', () => {
    after(left(ANN)).when(leaves(HOST)).thenHappens(hostIs(BOB));
    after(FINISHED, left(ANN)).when(leaves(HOST), DEADLINE).thenHappens(hostIs(BOB));
  });
});

describe('adding a player again', () => {
  const often = LIMITS.additionsPerCompetitionAndPersonMax;
  const again = Array.from({ length: often - 2 }, () => [removed(ANN), added(ANN)]).flat();

  it('may be done as often as the limit allows, and no more', () => {
    after(...again, removed(ANN))
      .when(sets([BOB, ANN]))
      .thenHappens(added(ANN));
    after(...again, removed(ANN), added(ANN), removed(ANN))
      .when(sets([BOB, ANN]))
      .thenRefused('INVALID_INPUT', { players: MESSAGES.competitionPlayerAgain });
  });
});

describe('who may do what', () => {
  const stories: [string, CompetitionEvent[]][] = [
    ['an open', CREATED],
    ['a finished', [...CREATED, FINISHED]],
  ];

  describe.each(stories)('to %s competition', (_, story) => {
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

    it('its host may delete it', () => {
      given(...story)
        .when(deletes(HOST))
        .thenHappens(deleted());
    });
  });

  it('nothing to one that is deleted or never was', () => {
    for (const command of [sets([ANN]), deletes(HOST)]) {
      after(deleted()).when(command).thenRefused('COMPETITION_NOT_FOUND');
      givenNothing.when(command).thenRefused('COMPETITION_NOT_FOUND');
    }
  });

  it('a new host has what the old one had, who has nothing any more', () => {
    after(hostIs(BOB)).when(deletes(BOB)).thenHappens(deleted());
    after(hostIs(BOB)).when(deletes(HOST)).thenRefused('COMPETITION_NOT_FOUND');
  });
});

describe('a deleted account', () => {
  it('of a player leaves the table', () => {
    givenCreated.when(leaves(ANN)).thenHappens(removed(ANN, 'ACCOUNT_DELETED'));
  });

  it('of a player stays in a table that is frozen', () => {
    after(FINISHED).when(leaves(ANN)).thenHappens();
    givenCreated.when(leaves(ANN), DEADLINE).thenHappens();
  });

  it('of the host makes the earliest-added player host', () => {
    givenCreated.when(leaves(HOST)).thenHappens(hostIs(ANN));
    after(removed(ANN), added(ANN)).when(leaves(HOST)).thenHappens(hostIs(BOB));
  });

  it('of a host who plays removes the player, too', () => {
    after(added(HOST)).when(leaves(HOST)).thenHappens(removed(HOST, 'ACCOUNT_DELETED'), hostIs(ANN));
  });

  it('passes over heirs whose accounts are gone as well', () => {
    after(FINISHED)
      .when(leaves(HOST, [BOB]))
      .thenHappens(hostIs(BOB));
  });

  it('of the host deletes what has no heir', () => {
    givenCreated.when(leaves(HOST, [])).thenHappens(deleted('ACCOUNT_DELETED'));
    after(removed(ANN), removed(BOB), added(HOST))
      .when(leaves(HOST))
      .thenHappens(removed(HOST, 'ACCOUNT_DELETED'), deleted('ACCOUNT_DELETED'));
  });

  it('has nothing to do where it was not, or where nothing is left', () => {
    givenNothing.when(leaves(ANN)).thenHappens();
    givenCreated.when(leaves(CAT)).thenHappens();
    after(deleted()).when(leaves(HOST)).thenHappens();
  });
});
