import { LIMITS, MESSAGES } from '@fairmark/contract';
import { dailyHandicap, DEFAULT_CAP, type Gender } from '@fairmark/scoring';
import { courseDay } from '../course-day.js';
import { pendingInvites } from '../match.queries.js';
import type { HandicapSettings, MatchEvent } from '../match.events.js';
import type { MatchState, Member } from '../match.state.js';
import { happened, invalid, refused, type Decision, type MatchCommandOf, type Refused } from './match.command.js';

/** Sets the golfer's handicap for the round and readiness; saving without `ready` clears readiness. */
export function setSettings(state: MatchState, command: MatchCommandOf<'SetSettings'>): Decision {
  const { actorId: userId, gender, handicap, ready } = command;
  const settings = handicapSettings(state, gender, handicap);
  if ('code' in settings) return settings;

  const before = state.members.get(userId);
  const events: MatchEvent[] = [];
  let isReady = before?.ready === true;
  if (!sameSettings(before?.settings ?? null, settings)) {
    events.push({ type: 'HandicapSet', data: { userId, settings } });
    isReady = false;
  }
  if (ready && !isReady) events.push({ type: 'PlayerReadied', data: { userId } });
  if (!ready && isReady) events.push({ type: 'PlayerUnreadied', data: { userId } });
  return happened(...events);
}

/**
 * Computes a daily handicap from the course card of that gender, and returns it with its inputs. Refused with
 * INVALID_INPUT outside −10.9 to 54.0 or with more than one decimal, HANDICAP_UNKNOWN if the tee has no rating.
 */
function handicapSettings(state: MatchState, gender: Gender, official: number): HandicapSettings | Refused {
  const inRange = official >= LIMITS.handicapMin && official <= LIMITS.handicapMax;
  if (!inRange || Number(official.toFixed(1)) !== official) return invalid({ handicap: MESSAGES.handicapRange });
  const card = state.course.byGender[gender];
  if (card === undefined) return refused('HANDICAP_UNKNOWN');

  // Adding 0 turns −0 into 0, as JSON would in the log.
  const handicap = official + 0;
  const { slopeRating, scratchRating, parRating } = card;
  const inputs = { handicap, gender, slopeRating, scratchRating, parRating, cap: DEFAULT_CAP[gender] };
  return { ...inputs, dailyHandicap: dailyHandicap(inputs) };
}

/** Compares only handicap and gender: the ratings belong to the match, so equal inputs give equal settings. */
function sameSettings(a: HandicapSettings | null, b: HandicapSettings): boolean {
  return a !== null && a.handicap === b.handicap && a.gender === b.gender;
}

/**
 * Checks all conditions again, regardless of what the lobby showed. A match round needs two players, each with settings
 * and a marker, every player but the host ready, and no pending invitation. A practice round needs only the host's
 * settings: it cancels pending invitations and uses the official handicap of players who set none. The details of
 * NOT_READY and NO_MARKER list the golfers concerned in `userIds`, NOT_READY also the invited ones in `pendingUserIds`.
 */
export function startMatch(state: MatchState, command: MatchCommandOf<'StartMatch'>, now: string): Decision {
  const settled = settle(state, command);
  if (!(settled instanceof Map)) return settled;
  const refusal = startRefusal(state, settled);
  if (refusal !== null) return refusal;

  const events: MatchEvent[] = [];
  const players: { userId: string; settings: HandicapSettings; markerId: string | null }[] = [];
  for (const { userId, settings, markerId } of state.members.values()) {
    const snapshot = settled.get(userId);
    if (snapshot === undefined) continue;
    if (!sameSettings(settings, snapshot)) {
      events.push({ type: 'HandicapSet', data: { userId, settings: snapshot } });
    }
    players.push({ userId, settings: snapshot, markerId });
  }
  for (const { inviteId, userId } of pendingInvites(state)) {
    events.push({ type: 'InviteRemoved', data: { inviteId, userId } });
  }
  const day = courseDay(state.course, now);
  return happened(...events, { type: 'MatchStarted', data: { day, players } });
}

/** The settings that the start would record for each player; players without settings are left out. */
function settle(
  state: MatchState,
  { actorId, gender, handicap, officialHandicaps }: MatchCommandOf<'StartMatch'>,
): Map<string, HandicapSettings> | Refused {
  const settled = new Map<string, HandicapSettings>();
  for (const member of state.members.values()) {
    const given = member.userId === actorId ? handicap : official(state, member, officialHandicaps);
    if (given === null) {
      if (member.settings !== null) settled.set(member.userId, member.settings);
      continue;
    }
    const computed = handicapSettings(state, member.userId === actorId ? gender : member.gender, given);
    if ('code' in computed) return computed;
    settled.set(member.userId, computed);
  }
  return settled;
}

/** In a practice round, the official handicap of a player who has set none. */
function official(state: MatchState, member: Member, handicaps: Readonly<Record<string, number>> = {}): number | null {
  if (state.playType !== 'SOCIAL' || member.settings !== null) return null;
  return handicaps[member.userId] ?? null;
}

function startRefusal(state: MatchState, settled: ReadonlyMap<string, unknown>): Refused | null {
  const isMatch = state.playType === 'COMPETITION';
  const members = [...state.members.values()];
  const unready = members
    .filter(({ userId, ready }) => !settled.has(userId) || (isMatch && userId !== state.hostId && !ready))
    .map(({ userId }) => userId);
  const pendingUserIds = isMatch ? pendingInvites(state).map(({ userId }) => userId) : [];
  const userIds = [...unready, ...pendingUserIds];
  if (userIds.length > 0) return refused('NOT_READY', { userIds, pendingUserIds });
  if (!isMatch) return null;

  const unmarked = members
    .filter(({ userId, markerId }) => markerId === null || markerId === userId || !state.members.has(markerId))
    .map(({ userId }) => userId);
  return unmarked.length > 0 ? refused('NO_MARKER', { userIds: unmarked }) : null;
}
