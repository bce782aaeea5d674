import { HOLES } from '@fairmark/scoring';
import { change, folding, impossible, writtenVersions, type Changes, type Occurrence } from '../envelope/folding.js';
import { MATCH_UPCASTERS, matchStream, type MatchEvents, type StartingPlayer } from './match.events.js';
import type { Card, InviteState, MatchState, Member } from './match.state.js';

function created(data: MatchEvents['MatchCreated'], at: Occurrence): MatchState {
  const { hostGender, ...match } = data;
  const { hostId } = match;
  return {
    ...match,
    status: 'LOBBY',
    endReason: null,
    createdAt: at.recordedAt,
    start: null,
    members: new Map([[hostId, newMember(hostId, hostGender)]]),
    invites: new Map(),
    markersBy: 'LOOP',
    cards: new Map(),
    closedAccounts: new Set(),
  };
}

function newMember(userId: string, gender: Member['gender']): Member {
  return { userId, gender, settings: null, ready: false, markerId: null };
}

const member = (state: MatchState, userId: string): Member =>
  state.members.get(userId) ?? impossible(`${userId} is not in match ${state.matchId}`);

const card = (state: MatchState, userId: string): Card =>
  state.cards.get(userId) ?? impossible(`${userId} has no card in match ${state.matchId}`);

const invite = (state: MatchState, inviteId: string): InviteState =>
  state.invites.get(inviteId) ?? impossible(`No invite ${inviteId} in match ${state.matchId}`);

const FOLD: Changes<MatchState, MatchEvents> = {
  MatchCreated: () => undefined,
  PlayerInvited: (state, { inviteId, userId }) => state.invites.set(inviteId, { inviteId, userId, status: 'PENDING' }),
  InviteAccepted: (state, { inviteId, userId, gender }) => {
    change(invite(state, inviteId), { status: 'ACCEPTED' });
    state.members.set(userId, newMember(userId, gender));
  },
  InviteDenied: (state, { inviteId }) => change(invite(state, inviteId), { status: 'DENIED' }),
  InviteRemoved: (state, { inviteId }) => change(invite(state, inviteId), { status: 'REMOVED' }),
  HandicapSet: (state, { userId, settings }) => change(member(state, userId), { settings, ready: false }),
  PlayerReadied: (state, { userId }) => change(member(state, userId), { ready: true }),
  PlayerUnreadied: (state, { userId }) => change(member(state, userId), { ready: false }),
  PlayerRemoved: (state, { userId }) => state.members.delete(userId),
  PlayerLeftLobby: (state, { userId }) => state.members.delete(userId),
  MarkersAssigned: (state, { markers, by }) => {
    state.markersBy = by;
    for (const [userId, markerId] of Object.entries(markers)) {
      const marked = state.members.get(userId);
      if (marked !== undefined) marked.markerId = markerId;
      const kept = state.cards.get(userId);
      if (kept !== undefined) changeMarker(kept, markerId);
    }
  },
  LobbyEnded: (state, { reason }) => change(state, { status: 'ENDED', endReason: reason }),
  MatchStarted: (state, { players, ...start }, { recordedAt }) => {
    change(state, { status: 'STARTED', start: { ...start, startedAt: recordedAt } });
    for (const player of players) state.cards.set(player.userId, blankCard(player));
  },
  HoleScored: (state, data, { id, recordedAt }) => {
    const { replaces: _, ...entered } = data;
    const { userId, side, holeNumber } = entered;
    const kept = card(state, userId);
    (side === 'PLAYER' ? kept.player : kept.marker)[holeNumber - 1] = { entryId: id, recordedAt, ...entered };
  },
  HoleScoreCleared: (state, { userId, side, holeNumber }) => {
    const kept = card(state, userId);
    (side === 'PLAYER' ? kept.player : kept.marker)[holeNumber - 1] = null;
  },
  CardSigned: (state, { userId, signedBy, as, cardHash }, at) => {
    card(state, userId).signatures[as] = { signedBy, as, signedAt: at.recordedAt, cardHash };
  },
  CardVerified: (state, { userId }, { recordedAt }) =>
    change(card(state, userId), { verified: true, verifiedAt: recordedAt }),
  CardReopened: (state, { userId }) => change(card(state, userId), { signatures: {} }),
  CardCorrected: (state, { userId, correctedBy, reason, noteHash, holes }, { id, recordedAt }) => {
    const about = { correctionId: id, correctedBy, correctedAt: recordedAt, reason, noteHash };
    const corrected = holes.map(({ holeNumber, strokes, noScore }) => {
      return { entryId: id, holeNumber, strokes, noScore, recordedAt };
    });
    card(state, userId).corrections.push({ ...about, holes: corrected });
  },
  PlayerWithdrew: (state, { userId }) => change(card(state, userId), { withdrawn: true }),
  AccountClosed: (state, { userId }) => state.closedAccounts.add(userId),
  HostChanged: (state, { hostId }) => change(state, { hostId }),
  MatchEnded: (state, { reason }) => change(state, { status: 'ENDED', endReason: reason }),
  CommandNoted: () => undefined,
};

/** See `folding`. Stored events of versions before the current ones are upcast on reading. */
export const {
  apply: applyMatchEvent,
  fold: foldMatch,
  isEvent: isMatchEvent,
  schemaVersions: MATCH_SCHEMA_VERSIONS,
} = folding('match', { type: 'MatchCreated', make: created }, FOLD, MATCH_UPCASTERS);

/** What command handlers need to know about matches. */
export const MATCH = {
  streamOf: matchStream,
  fold: foldMatch,
  isEvent: isMatchEvent,
  schemaVersions: writtenVersions(MATCH_SCHEMA_VERSIONS),
  noted: { type: 'CommandNoted', data: {} },
} as const;

function changeMarker(kept: Card, markerId: string | null): void {
  if (kept.markerId !== null && kept.markerId !== markerId) kept.formerMarkers.add(kept.markerId);
  kept.markerId = markerId;
}

function blankCard({ userId, settings, markerId }: StartingPlayer): Card {
  return {
    userId,
    settings,
    markerId,
    formerMarkers: new Set(),
    player: Array.from({ length: HOLES }, () => null),
    marker: Array.from({ length: HOLES }, () => null),
    signatures: {},
    verified: false,
    verifiedAt: null,
    withdrawn: false,
    corrections: [],
  };
}
