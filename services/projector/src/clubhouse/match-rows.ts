import { countingEntries, owesHoles, type Card, type MatchState } from '@fairmark/events';
import { flatStrokeIndexes, type ClubhouseRow, type ClubhouseRows } from '@fairmark/read-models';
import { cardTotals } from '@fairmark/scoring';

/** A match's rows; writing them twice changes nothing. Throws if its state is inconsistent. */
export function matchRows(state: MatchState): ClubhouseRows {
  return {
    matches: [matchRow(state)],
    player_matches: everyone(state).map((userId) => playerRow(state, userId)),
    invites: [...state.invites.values()].map(({ inviteId, userId, status }) => ({
      invite_id: inviteId,
      user_id: userId,
      match_id: state.matchId,
      status,
    })),
    rounds: state.playType === 'SOCIAL' ? [] : [...state.cards.values()].map((card) => roundRow(state, card)),
  };
}

function matchRow(state: MatchState): ClubhouseRow<'matches'> {
  return {
    match_id: state.matchId,
    host_id: state.hostId,
    status: state.status,
    play_type: state.playType,
    match_type: state.matchType,
    tee: state.tee,
    ...courseOf(state),
    created_at: state.createdAt,
    started_at: state.start?.startedAt ?? null,
    day: state.start?.day ?? null,
  };
}

function courseOf({ course }: MatchState) {
  return {
    course_id: course.courseId,
    course_name: course.name,
    club_name: course.clubName,
    layout_name: course.courseName,
  };
}

/** Includes golfers who left or were removed: rows are never deleted, so theirs must be written with `open` false. */
function everyone(state: MatchState): string[] {
  const accepted = [...state.invites.values()].filter(({ status }) => status === 'ACCEPTED');
  return [...new Set([state.hostId, ...state.members.keys(), ...accepted.map(({ userId }) => userId)])];
}

function playerRow(state: MatchState, userId: string): ClubhouseRow<'player_matches'> {
  const inLobby = state.status === 'LOBBY' && state.members.has(userId);
  const owes = state.status === 'STARTED' && owesHoles(state, userId);
  return {
    user_id: userId,
    match_id: state.matchId,
    open: inLobby || owes,
    created_at: state.createdAt,
    started_at: state.cards.has(userId) ? (state.start?.startedAt ?? null) : null,
  };
}

function roundRow(state: MatchState, card: Card): ClubhouseRow<'rounds'> {
  const { gender, dailyHandicap } = card.settings;
  const holes = state.course.byGender[gender]?.holes ?? [];
  const entries = countingEntries(card);
  const totals = cardTotals({ entries, holes, dailyHandicap });
  if (state.start === null) throw new Error(`Match ${state.matchId} has cards but no start`);
  return {
    match_id: state.matchId,
    user_id: card.userId,
    marker_id: card.markerId,
    ...courseOf(state),
    day: state.start.day,
    started_at: state.start.startedAt,
    match_type: state.matchType,
    daily_handicap: dailyHandicap,
    player_holes: card.player.filter((entry) => entry !== null).length,
    marker_holes: card.marker.filter((entry) => entry !== null).length,
    player_signed: card.signatures.PLAYER !== undefined,
    marker_signed: card.signatures.MARKER !== undefined,
    verified: card.verified,
    verified_at: card.verifiedAt,
    withdrawn: card.withdrawn,
    strokes: entries.map((entry) => (entry === null ? null : entry.noScore ? 0 : entry.strokes)),
    pars: holes.map(({ par }) => par),
    stroke_indexes: flatStrokeIndexes(holes.map(({ strokeIndex }) => strokeIndex)),
    stableford: totals.stableford,
    par: totals.par,
    nett_to_par: totals.nettToPar,
    includes_no_score: totals.includesNoScore,
    corrected_at: card.corrections.at(-1)?.correctedAt ?? null,
  };
}
