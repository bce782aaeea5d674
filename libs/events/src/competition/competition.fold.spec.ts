import { A, B, C, COMPETITION_EXAMPLES } from '../testing/event-examples.js';
import { recorded } from '../testing/recorded.js';
import type { CompetitionEvent, CompetitionEvents, CompetitionEventType } from './competition.events.js';
import { foldCompetition } from './competition.fold.js';
import type { CompetitionState } from './competition.state.js';

function event<T extends CompetitionEventType>(type: T, data: Partial<CompetitionEvents[T]> = {}): CompetitionEvent {
  return { type, data: { ...COMPETITION_EXAMPLES[type], ...data } } as CompetitionEvent;
}

function stateOf(...events: CompetitionEvent[]): CompetitionState {
  const state = foldCompetition(recorded(events));
  if (state === null) throw new Error('no events');
  return state;
}

const CREATED = [event('CompetitionCreated'), event('CompetitionPlayersAdded', { userIds: [B, A] })];
const players = (state: CompetitionState): string[] => [...state.players.keys()];

describe('the fold of a competition', () => {
  it('remembers who has opened it, beginning with its host', () => {
    const state = stateOf(...CREATED, event('CompetitionOpened', { userId: B }));
    const { hostId } = COMPETITION_EXAMPLES.CompetitionCreated;
    expect([...state.opened]).toEqual([hostId, B]);
  });

  it('removes a player who leaves before the deadline, and keeps one who leaves after it', () => {
    const left = event('CompetitionPlayerLeft', { userId: B });
    const before = stateOf(...CREATED, left);
    expect([players(before), [...before.left]]).toEqual([[A], [B]]);
    const after = foldCompetition([
      ...recorded(CREATED),
      ...recorded([...CREATED, left])
        .slice(2)
        .map((last) => ({ ...last, metadata: { ...last.metadata, recordedAt: '2027-02-01T00:00:00.000Z' } })),
    ]);
    expect([[...(after?.players.keys() ?? [])], [...(after?.left ?? [])]]).toEqual([[B, A], [B]]);
  });

  it('refuses events that cannot follow', () => {
    expect(() => stateOf(event('CompetitionDeleted'))).toThrow('before CompetitionCreated');
    for (const type of ['CompetitionPlayerRemoved', 'CompetitionPlayerLeft'] as const) {
      expect(() => stateOf(...CREATED, event(type, { userId: C }))).toThrow('is not in competition');
    }
    expect(() => foldCompetition(recorded([{ type: 'MatchCreated', data: {} }]))).toThrow('not a competition event');
  });
});
