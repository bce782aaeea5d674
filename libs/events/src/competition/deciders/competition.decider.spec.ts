import { LIMITS, MESSAGES } from '@fairmark/contract';
import { invalid, type Refused } from '../../match/deciders/match.command.js';
import { ACCOUNTS, CREATE, deletes, leaves, leavesAsPlayer, opens, sets } from '../../testing/competitions.js';
import { COMPETITION_EXAMPLES } from '../../testing/event-examples.js';
import { rulesOf } from '../../testing/given.js';
import { applyCompetitionEvent } from '../competition.fold.js';
import type { CompetitionEvent } from '../competition.events.js';
import { decideCompetition } from './competition.decider.js';

const [HOST, ANN, BOB, CAT, GONE] = ['host', 'ann', 'bob', 'cat', 'gone'] as const;
/** Already 8 September in Sydney. */
const NOW = '2026-09-07T14:30:00.000Z';

const added = (...userIds: string[]): CompetitionEvent => ({ type: 'CompetitionPlayersAdded', data: { userIds } });
const WINDOW = { duration: 4, firstDay: '2026-09-08', lastDay: '2026-10-05' };
const ABOUT = { ...COMPETITION_EXAMPLES.CompetitionCreated, ...WINDOW, hostId: HOST };
const CREATED: CompetitionEvent[] = [
  { type: 'CompetitionCreated', data: { ...ABOUT, days: ['Wednesday', 'Sunday'] } },
  added(ANN, BOB),
];
/** The end of 6 October, two days after the clocks of Sydney went forward. */
const DEADLINE = '2026-10-06T13:00:00.000Z';
const A_MINUTE_BEFORE = '2026-10-06T12:59:00.000Z';
const FINISHED: CompetitionEvent = { type: 'CompetitionFinished', data: { verifiedBefore: DEADLINE } };

const removed = (userId: string, reason: 'HOST' | 'ACCOUNT_DELETED' = 'HOST'): CompetitionEvent => ({
  type: 'CompetitionPlayerRemoved',
  data: { userId, reason },
});
const deleted = (reason: 'HOST' | 'ACCOUNT_DELETED' = 'HOST'): CompetitionEvent => ({
  type: 'CompetitionDeleted',
  data: { reason },
});
const hostIs = (hostId: string): CompetitionEvent => ({ type: 'CompetitionHostChanged', data: { hostId } });

const opened = (userId: string): CompetitionEvent => ({ type: 'CompetitionOpened', data: { userId } });
const left = (userId: string): CompetitionEvent => ({ type: 'CompetitionPlayerLeft', data: { userId } });

const { decides } = rulesOf(applyCompetitionEvent, decideCompetition, { recordedAt: NOW, usually: NOW });

/** A created competition and these events. */
const after = (...events: CompetitionEvent[]) => [...CREATED, ...events];
const wrongPlayers = (text: string): Refused => invalid({ players: text });

describe('creating a competition', () => {
  const onlyEclectic = invalid({ competitionType: MESSAGES.competitionOnlyEclectic });
  const create = (players: string[], accounts: ReadonlySet<string> = ACCOUNTS) => ({ ...CREATE, players, accounts });
  const many = Array.from({ length: LIMITS.competitionPlayersMax + 1 }, (_, i) => `player ${i}`);
  const most = many.slice(1);
  decides([
    ['begins on the course’s date, with its days in the order of the week', [], CREATE, CREATED],
    ['is refused for RACE_TO_THE_TOP', [], { ...CREATE, competitionType: 'RACE_TO_THE_TOP' }, onlyEclectic],
    ['is refused for TRAVELLING', [], { ...CREATE, competitionType: 'TRAVELLING' }, onlyEclectic],
    ['is refused with no player', [], create([]), wrongPlayers(MESSAGES.required)],
    ['… a player twice', [], create([ANN, BOB, ANN]), wrongPlayers(MESSAGES.competitionPlayerOnce)],
    ['… a golfer without an account', [], create([ANN, GONE]), wrongPlayers(MESSAGES.competitionPlayerGone)],
    ['… too many players', [], create(many, new Set(many)), wrongPlayers(MESSAGES.competitionPlayersMany)],
    ['is allowed with the most players', [], create(most, new Set(most)), CREATED.with(1, added(...most))],
    ['again changes nothing', CREATED, CREATE, []],
    ['is refused to another golfer under its id', CREATED, { ...CREATE, actorId: ANN }, 'CONFLICT'],
  ]);
});

describe('the players', () => {
  const gone = wrongPlayers(MESSAGES.competitionPlayerGone);
  decides([
    ['are removed and added by one command', CREATED, sets([BOB, CAT, HOST]), [removed(ANN), added(CAT, HOST)]],
    ['do not change when they are the same in another order', CREATED, sets([BOB, ANN]), []],
    ['must be at least one', CREATED, sets([]), wrongPlayers(MESSAGES.required)],
    ['can be added again when all were removed', after(removed(ANN), removed(BOB)), sets([BOB]), [added(BOB)]],
    ['may stay without an account', after(added(GONE)), sets([ANN, BOB, GONE]), []],
    ['need an account to be added', CREATED, sets([ANN, BOB, GONE]), gone],
    ['can change until the deadline', CREATED, sets([ANN]), [removed(BOB)], A_MINUTE_BEFORE],
    ['and no longer, whether or not the finish is recorded', CREATED, sets([ANN]), 'COMPETITION_FINISHED', DEADLINE],
    ['also when it is', after(FINISHED), sets([ANN]), 'COMPETITION_FINISHED', DEADLINE],
  ]);
});

describe('opening a competition', () => {
  const assumed = CREATED.map((event): CompetitionEvent => {
    return event.type === 'CompetitionCreated' ? { ...event, data: { ...event.data, consent: 'ASSUMED' } } : event;
  });
  decides([
    ['is recorded', CREATED, opens(ANN), [opened(ANN)]],
    ['once', after(opened(ANN)), opens(ANN), []],
    ['per player', after(opened(BOB)), opens(ANN), [opened(ANN)]],
    ['records nothing for a host who does not play', CREATED, opens(HOST), []],
    ['is recorded until the deadline', CREATED, opens(ANN), [opened(ANN)], A_MINUTE_BEFORE],
    ['records nothing after it, when the table is frozen', CREATED, opens(ANN), [], DEADLINE],
    ['records nothing when consent is assumed', assumed, opens(ANN), []],
  ]);
});

describe('leaving a competition', () => {
  const hasLeft = wrongPlayers(MESSAGES.competitionPlayerLeft);
  const hostLeft = after(added(HOST), left(HOST));
  decides([
    ['is allowed to players', CREATED, leavesAsPlayer(ANN), [left(ANN)]],
    ['at any time', after(FINISHED), leavesAsPlayer(ANN), [left(ANN)], DEADLINE],
    ['but not to a host who does not play', CREATED, leavesAsPlayer(HOST), 'FORBIDDEN'],
    ['or to a player who has left', after(left(ANN)), leavesAsPlayer(ANN), 'COMPETITION_NOT_FOUND'],
    ['keeps the host from adding that player again', after(left(ANN)), sets([ANN, BOB]), hasLeft],
    ['but not others', after(left(ANN)), sets([BOB, CAT]), [added(CAT)]],
    ['leaves a host in charge, who may join again', hostLeft, sets([ANN, BOB, HOST]), [added(HOST)]],
    ['skips players who left when the host’s account is deleted', after(left(ANN)), leaves(HOST), [hostIs(BOB)]],
    ['also after the finish', after(FINISHED, left(ANN)), leaves(HOST), [hostIs(BOB)], DEADLINE],
  ]);
});

describe('adding a player again', () => {
  const often = LIMITS.additionsPerCompetitionAndPersonMax;
  const again = after(...Array.from({ length: often - 2 }, () => [removed(ANN), added(ANN)]).flat());
  const more = [...again, removed(ANN), added(ANN), removed(ANN)];
  decides([
    ['is allowed up to the limit', [...again, removed(ANN)], sets([BOB, ANN]), [added(ANN)]],
    ['is refused beyond the limit', more, sets([BOB, ANN]), wrongPlayers(MESSAGES.competitionPlayerAgain)],
  ]);
});

describe('permissions', () => {
  describe.each([
    ['an open', CREATED],
    ['a finished', after(FINISHED)],
  ])('on %s competition', (_, story) => {
    decides([
      ['keep players from setting players', story, sets([ANN], ANN), 'NOT_HOST'],
      ['and from deleting it', story, deletes(ANN), 'NOT_HOST'],
      ['hide it from others who set players', story, sets([ANN], CAT), 'COMPETITION_NOT_FOUND'],
      ['or delete it', story, deletes(CAT), 'COMPETITION_NOT_FOUND'],
      ['lets its host delete it', story, deletes(HOST), [deleted()]],
    ]);
  });

  decides([
    ['refuse to set players of a deleted competition', after(deleted()), sets([ANN]), 'COMPETITION_NOT_FOUND'],
    ['to delete it again', after(deleted()), deletes(HOST), 'COMPETITION_NOT_FOUND'],
    ['to set players of an unknown one', [], sets([ANN]), 'COMPETITION_NOT_FOUND'],
    ['to delete it', [], deletes(HOST), 'COMPETITION_NOT_FOUND'],
    ['pass to the new host', after(hostIs(BOB)), deletes(BOB), [deleted()]],
    ['from the old one', after(hostIs(BOB)), deletes(HOST), 'COMPETITION_NOT_FOUND'],
  ]);
});

describe('a deleted account', () => {
  const byAccount = deleted('ACCOUNT_DELETED');
  const hostGone = removed(HOST, 'ACCOUNT_DELETED');
  decides([
    ['removes its player from the table', CREATED, leaves(ANN), [removed(ANN, 'ACCOUNT_DELETED')]],
    ['keeps its player in a frozen table', after(FINISHED), leaves(ANN), []],
    ['also before the finish is recorded', CREATED, leaves(ANN), [], DEADLINE],
    ['makes the earliest-added player host', CREATED, leaves(HOST), [hostIs(ANN)]],
    ['by the latest addition', after(removed(ANN), added(ANN)), leaves(HOST), [hostIs(BOB)]],
    ['of a host who plays removes the player too', after(added(HOST)), leaves(HOST), [hostGone, hostIs(ANN)]],
    ['skips heirs whose accounts are deleted too', after(FINISHED), leaves(HOST, [BOB]), [hostIs(BOB)]],
    ['of the host deletes a competition without an heir', CREATED, leaves(HOST, []), [byAccount]],
    ['or without players', after(removed(ANN), removed(BOB), added(HOST)), leaves(HOST), [hostGone, byAccount]],
    ['changes nothing in an unknown competition', [], leaves(ANN), []],
    ['for a golfer who is not in it', CREATED, leaves(CAT), []],
    ['or once it is deleted', after(deleted()), leaves(HOST), []],
  ]);
});
