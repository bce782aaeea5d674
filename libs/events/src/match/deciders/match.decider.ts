import { isLobbyOver, isParticipant } from '../match.queries.js';
import type { MatchState } from '../match.state.js';
import { assignMarker } from './markers.decider.js';
import { leaveRound } from './leaving.decider.js';
import { answerInvite, createMatch, invitePlayer, leaveLobby, removePlayer } from './lobby.decider.js';
import { correctCard } from './correction.decider.js';
import { refused, type Decision, type MatchCommand, type MatchCommandOf, type Refused } from './match.command.js';
import { scoreHole } from './scoring.decider.js';
import { reopenCard, signCards } from './signing.decider.js';
import { setSettings, startMatch } from './start.decider.js';

/** Commands that only participants may give; the excluded ones come from outside the match. */
type InsideType = Exclude<MatchCommand['type'], 'CreateMatch' | 'AnswerInvite' | 'CorrectCard'>;

/** Who may give a command, and when. `ANY`: the command's decider handles every phase itself. */
interface Rule<T extends InsideType> {
  by: 'HOST' | 'PARTICIPANT';
  during: 'LOBBY' | 'ROUND' | 'LOBBY_OR_ROUND' | 'ANY';
  decide: (state: MatchState, command: MatchCommandOf<T>, now: string) => Decision;
}

const RULES: { [T in InsideType]: Rule<T> } = {
  InvitePlayer: { by: 'HOST', during: 'LOBBY', decide: invitePlayer },
  RemovePlayer: { by: 'HOST', during: 'LOBBY', decide: removePlayer },
  SetSettings: { by: 'PARTICIPANT', during: 'LOBBY', decide: setSettings },
  AssignMarker: { by: 'HOST', during: 'LOBBY_OR_ROUND', decide: assignMarker },
  StartMatch: { by: 'HOST', during: 'LOBBY', decide: startMatch },
  LeaveLobby: { by: 'PARTICIPANT', during: 'ANY', decide: leaveLobby },
  LeaveRound: { by: 'PARTICIPANT', during: 'ANY', decide: leaveRound },
  ScoreHole: { by: 'PARTICIPANT', during: 'ROUND', decide: scoreHole },
  SignCards: { by: 'PARTICIPANT', during: 'ROUND', decide: signCards },
  ReopenCard: { by: 'PARTICIPANT', during: 'ROUND', decide: reopenCard },
};

/**
 * Decides a command: returns the events (none if nothing changes) or the refusal. Golfers who are not participants get
 * MATCH_NOT_FOUND before any other refusal. Then come NOT_HOST, the phase (MATCH_ENDED, MATCH_STARTED,
 * MATCH_NOT_STARTED), and the command's own refusals.
 *
 * @param state the match so far, null before its first event; read only
 * @param now ISO 8601; becomes the events' `recordedAt`
 */
export function decideMatch(state: MatchState | null, command: MatchCommand, now: string): Decision {
  if (command.type === 'CreateMatch') return createMatch(state, command);
  if (command.type === 'AnswerInvite') return answerInvite(state, command, now);
  if (command.type === 'CorrectCard') return correctCard(state, command);
  if (state === null || !isParticipant(state, command.actorId)) return refused('MATCH_NOT_FOUND');
  const { by, during } = RULES[command.type];
  if (by === 'HOST' && state.hostId !== command.actorId) return refused('NOT_HOST');
  return phaseRefusal(state, during, now) ?? decideInside(state, command, now);
}

function decideInside<T extends InsideType>(state: MatchState, command: MatchCommandOf<T>, now: string): Decision {
  return RULES[command.type].decide(state, command, now);
}

function phaseRefusal(state: MatchState, during: Rule<InsideType>['during'], now: string): Refused | null {
  if (during === 'ANY') return null;
  if (state.status === 'ENDED' || isLobbyOver(state, now)) return refused('MATCH_ENDED');
  if (during === 'LOBBY' && state.status === 'STARTED') return refused('MATCH_STARTED');
  if (during === 'ROUND' && state.status === 'LOBBY') return refused('MATCH_NOT_STARTED');
  return null;
}
