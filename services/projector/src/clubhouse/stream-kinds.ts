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
import type { StreamKind } from './stream-states.js';

/** Matches are over when every card is verified or withdrawn. */
export const MATCHES: StreamKind<MatchState> = {
  prefix: 'match-',
  apply: (state, event, at) => {
    if (!isMatchEvent(event)) throw new Error('It is no event of a match');
    return applyMatchEvent(state, event, at);
  },
  isOver: ({ status, cards }) => {
    if (status === 'LOBBY') return false;
    return status === 'ENDED' || [...cards.values()].every((card) => card.verified || card.withdrawn);
  },
};

/** Competitions are over when they are deleted: a finished one still loses its host. */
export const COMPETITIONS: StreamKind<CompetitionState> = {
  prefix: 'competition-',
  apply: (state, event, at) => {
    if (!isCompetitionEvent(event)) throw new Error('It is no event of a competition');
    return applyCompetitionEvent(state, event, at);
  },
  isOver: ({ status }) => status === 'DELETED',
};

function isMatchEvent(event: RecordedEvent): event is RecordedEvent & MatchEvent {
  return Object.hasOwn(MATCH_SCHEMA_VERSIONS, event.type);
}
