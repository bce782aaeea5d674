import {
  countingEntries,
  owesHoles,
  type Card,
  type InviteState,
  type MatchState,
  type MatchStatus,
} from '@fairmark/events';
import { cardTotals, type CardEntry, type ScoredHole } from '@fairmark/scoring';

/** The rows of one match, as its final state tells them; every value absolute, so that writing them twice changes nothing. */
export interface MatchRows {
  match: MatchRow;
  players: PlayerRow[];
  invites: InviteRow[];
  rounds: RoundRow[];
}

export interface MatchRow {
  matchId: string;
  hostId: string;
  status: MatchStatus;
  playType: string;
  matchType: string;
  tee: string;
  courseId: string;
  courseName: string;
  clubName: string;
  layoutName: string;
  createdAt: string;
  startedAt: string | null;
  day: string | null;
}

export interface PlayerRow {
  userId: string;
  matchId: string;
  open: boolean;
  createdAt: string;
  startedAt: string | null;
}

export interface InviteRow {
  inviteId: string;
  userId: string;
  matchId: string;
  status: InviteState['status'];
}

export interface RoundRow {
  matchId: string;
  userId: string;
  markerId: string | null;
  courseId: string;
  courseName: string;
  clubName: string;
  layoutName: string;
  day: string;
  startedAt: string;
  matchType: string;
  dailyHandicap: number;
  playerHoles: number;
  markerHoles: number;
  playerSigned: boolean;
  markerSigned: boolean;
  verified: boolean;
  verifiedAt: string | null;
  withdrawn: boolean;
  /** Null: no entry. 0: No Score. */
  strokes: (number | null)[];
  pars: number[];
  strokeIndexes: ScoredHole['strokeIndex'][];
  stableford: number;
  par: number;
  nettToPar: number | null;
  includesNoScore: boolean;
  correctedAt: string | null;
}

/** Computes the rows. Throws where the state makes no sense (a card on a course without holes for it). */
export function matchRows(state: MatchState): MatchRows {
  return {
    match: matchRow(state),
    players: everyone(state).map((userId) => playerRow(state, userId)),
    invites: [...state.invites.values()].map(({ inviteId, userId, status }) => ({
      inviteId,
      userId,
      matchId: state.matchId,
      status,
    })),
    rounds: state.playType === 'SOCIAL' ? [] : [...state.cards.values()].map((card) => roundRow(state, card)),
  };
}

function matchRow(state: MatchState): MatchRow {
  const { matchId, hostId, status, playType, matchType, tee, course, createdAt, startedAt, day } = state;
  return {
    matchId,
    hostId,
    status,
    playType,
    matchType,
    tee,
    courseId: course.courseId,
    courseName: course.name,
    clubName: course.clubName,
    layoutName: course.courseName,
    createdAt,
    startedAt,
    day,
  };
}

/** Also those who left the lobby or were removed: their rows close, they do not vanish. */
function everyone(state: MatchState): string[] {
  const accepted = [...state.invites.values()].filter(({ status }) => status === 'ACCEPTED');
  return [...new Set([state.hostId, ...state.members.keys(), ...accepted.map(({ userId }) => userId)])];
}

function playerRow(state: MatchState, userId: string): PlayerRow {
  const inLobby = state.status === 'LOBBY' && state.members.has(userId);
  const owes = state.status === 'STARTED' && owesHoles(state, userId);
  return {
    userId,
    matchId: state.matchId,
    open: inLobby || owes,
    createdAt: state.createdAt,
    startedAt: state.cards.has(userId) ? state.startedAt : null,
  };
}

function roundRow(state: MatchState, card: Card): RoundRow {
  const holes = playedHoles(state, card);
  const entries = countingEntries(card);
  const { dailyHandicap } = card.settings;
  const totals = cardTotals({ entries, holes, dailyHandicap, format: state.matchType });
  if (state.startedAt === null || state.day === null) throw new Error(`Match ${state.matchId} has cards but no start`);
  return {
    matchId: state.matchId,
    userId: card.userId,
    markerId: card.markerId,
    courseId: state.course.courseId,
    courseName: state.course.name,
    clubName: state.course.clubName,
    layoutName: state.course.courseName,
    day: state.day,
    startedAt: state.startedAt,
    matchType: state.matchType,
    dailyHandicap,
    playerHoles: entered(card.player),
    markerHoles: entered(card.marker),
    playerSigned: card.signatures.PLAYER !== undefined,
    markerSigned: card.signatures.MARKER !== undefined,
    verified: card.verified,
    verifiedAt: card.verifiedAt,
    withdrawn: card.withdrawn,
    strokes: entries.map((entry) => (entry === null ? null : entry.noScore ? 0 : entry.strokes)),
    pars: holes.map(({ par }) => par),
    strokeIndexes: holes.map(({ strokeIndex }) => strokeIndex),
    stableford: totals.stableford,
    par: totals.par,
    nettToPar: totals.nettToPar,
    includesNoScore: totals.includesNoScore,
    correctedAt: card.corrections.at(-1)?.correctedAt ?? null,
  };
}

function entered(entries: readonly (CardEntry | null)[]): number {
  let count = 0;
  for (const entry of entries) if (entry !== null) count += 1;
  return count;
}

/** The holes as this card's golfer plays them, hole 1 first. */
function playedHoles(state: MatchState, card: Card): ScoredHole[] {
  const holes = state.course.byGender[card.settings.gender]?.holes ?? [];
  return holes.toSorted((a, b) => a.number - b.number);
}
