import {
  applyCompetitionEvent,
  applyMatchEvent,
  isCompetitionEvent,
  MATCH_SCHEMA_VERSIONS,
  type CompetitionState,
  type MatchEvent,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import { competitionRow } from './competition-rows.js';
import { matchRows } from './match-rows.js';
import type { ClubhouseRows } from './row-tables.js';
import type { StreamKind } from './stream-states.js';

/** A kind of stream that makes rows. */
export interface RowKind<State> extends StreamKind<State> {
  /** Throws where the state makes no sense. */
  rows(state: State): ClubhouseRows;
}

/** Matches are over when every card is verified or withdrawn. */
export const MATCHES: RowKind<MatchState> = {
  prefix: 'match-',
  apply: (state, event, at) => {
    if (!isMatchEvent(event)) throw new Error('It is no event of a match');
    return applyMatchEvent(state, event, at);
  },
  isOver: ({ status, cards }) => {
    if (status === 'LOBBY') return false;
    return status === 'ENDED' || [...cards.values()].every((card) => card.verified || card.withdrawn);
  },
  rows: (state) => ({ matches: [matchRows(state)], competitions: [] }),
};

/** Competitions are over when they are deleted: a finished one still loses its host. */
export const COMPETITIONS: RowKind<CompetitionState> = {
  prefix: 'competition-',
  apply: (state, event, at) => {
    if (!isCompetitionEvent(event)) throw new Error('It is no event of a competition');
    return applyCompetitionEvent(state, event, at);
  },
  isOver: ({ status }) => status === 'DELETED',
  rows: (state) => ({ matches: [], competitions: [competitionRow(state)] }),
};

function isMatchEvent(event: RecordedEvent): event is RecordedEvent & MatchEvent {
  return Object.hasOwn(MATCH_SCHEMA_VERSIONS, event.type);
}
