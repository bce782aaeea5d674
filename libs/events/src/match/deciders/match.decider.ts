import { isLobbyOver, isParticipant } from '../match.queries.js';
import type { MatchState } from '../match.state.js';
import { assignMarker } from './assign-marker.decider.js';
import { leaveRound } from './leaving.decider.js';
import { answerInvite, createMatch, deleteLobby, invitePlayer, leaveLobby, removePlayer } from './lobby.decider.js';
import { correctCard } from './correction.decider.js';
import { refused, type Decision, type MatchCommand, type MatchCommandOf, type Refused } from './match.command.js';
import { scoreHole } from './scoring.decider.js';
import { setSettings } from './settings.decider.js';
import { reopenCard, signCards } from './signing.decider.js';
import { startMatch } from './start.decider.js';

/** Commands of golfers who are in the match; creating, answering and a committee's come from outside it. */
type InsideType = Exclude<MatchCommand['type'], 'CreateMatch' | 'AnswerInvite' | 'CorrectCard'>;

/** Who may, and when. `ANY`: the command itself knows what an ended match means to it. */
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
  LeaveRound: { by: 'PARTICIPANT', during: 'ANY', decide: leaveMatch },
  ScoreHole: { by: 'PARTICIPANT', during: 'ROUND', decide: scoreHole },
  SignCards: { by: 'PARTICIPANT', during: 'ROUND', decide: signCards },
  ReopenCard: { by: 'PARTICIPANT', during: 'ROUND', decide: reopenCard },
};

/**
 * What follows from a command: the events that happen (none where all is so already), or the refusal. Strangers, kicked
 * players and those who left the lobby get MATCH_NOT_FOUND before anything else; then NOT_HOST, then the phase
 * (MATCH_ENDED, MATCH_STARTED, MATCH_NOT_STARTED), then what the command itself refuses.
 *
 * @param state the match so far, null before its first event; read only
 * @param now ISO 8601, the time that the events will carry
 */
export function decideMatch(state: MatchState | null, command: MatchCommand, now: string): Decision {
  if (command.type === 'CreateMatch') return createMatch(state, command);
  if (command.type === 'AnswerInvite') return answerInvite(state, command, now);
  if (command.type === 'CorrectCard') return correctCard(state, command);
  if (state === null || !isParticipant(state, command.actorId)) return refused('MATCH_NOT_FOUND');
  const { by, during } = RULES[command.type];
  if (by === 'HOST' && state.hostId !== command.actorId) return refused('NOT_HOST');
  return phaseRefusal(state, during, now) ?? decideInside(state, command.type, command, now);
}

function decideInside<T extends InsideType>(
  state: MatchState,
  type: T,
  command: MatchCommandOf<T>,
  now: string,
): Decision {
  return RULES[type].decide(state, command, now);
}

function phaseRefusal(state: MatchState, during: Rule<InsideType>['during'], now: string): Refused | null {
  if (during === 'ANY') return null;
  if (state.status === 'ENDED' || isLobbyOver(state, now)) return refused('MATCH_ENDED');
  if (during === 'LOBBY' && state.status === 'STARTED') return refused('MATCH_STARTED');
  if (during === 'ROUND' && state.status === 'LOBBY') return refused('MATCH_NOT_STARTED');
  return null;
}

/** "Delete round" is leaving the lobby before the start, and withdrawing after it. */
function leaveMatch(state: MatchState, command: MatchCommandOf<'LeaveRound'>, now: string): Decision {
  return state.status === 'LOBBY' ? deleteLobby(state, command, now) : leaveRound(state, command);
}
