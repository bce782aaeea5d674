import { LIMITS, MESSAGES } from '@fairmark/contract';
import { dailyHandicap, DEFAULT_CAP, type Gender } from '@fairmark/scoring';
import { courseDay } from '../course-day.js';
import { pendingInvites } from '../match.queries.js';
import type { HandicapSettings, MatchEvent, StartingPlayer } from '../match.events.js';
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
  const isMatch = state.playType === 'COMPETITION';
  const events: MatchEvent[] = [];
  const players: StartingPlayer[] = [];
  const unready: string[] = [];
  for (const member of state.members.values()) {
    const { userId, markerId } = member;
    const settings = settingsAtStart(state, member, command);
    if (settings !== null && 'code' in settings) return settings;
    const mustReady = isMatch && userId !== state.hostId;
    if (settings === null || (mustReady && !member.ready)) unready.push(userId);
    if (settings === null) continue;
    if (!sameSettings(member.settings, settings)) events.push({ type: 'HandicapSet', data: { userId, settings } });
    players.push({ userId, settings, markerId });
  }

  const pending = pendingInvites(state);
  const pendingUserIds = isMatch ? pending.map(({ userId }) => userId) : [];
  const userIds = [...unready, ...pendingUserIds];
  if (userIds.length > 0) return refused('NOT_READY', { userIds, pendingUserIds });
  const unmarked = players.filter(
    ({ userId, markerId }) => markerId === null || markerId === userId || !state.members.has(markerId),
  );
  if (isMatch && unmarked.length > 0) return refused('NO_MARKER', { userIds: unmarked.map(({ userId }) => userId) });

  const cancelled = pending.map(({ inviteId, userId }): MatchEvent => {
    return { type: 'InviteRemoved', data: { inviteId, userId } };
  });
  return happened(...events, ...cancelled, {
    type: 'MatchStarted',
    data: { day: courseDay(state.course, now), players },
  });
}

/** What the start records for a player: the settings given with it, or in the lobby; null for a player without. */
function settingsAtStart(
  state: MatchState,
  { userId, settings, gender }: Member,
  { actorId, handicap, officialHandicaps = {}, ...host }: MatchCommandOf<'StartMatch'>,
): HandicapSettings | Refused | null {
  if (userId === actorId && handicap !== null) return handicapSettings(state, host.gender, handicap);
  const official = state.playType === 'SOCIAL' && userId !== actorId ? officialHandicaps[userId] : undefined;
  return settings === null && official !== undefined ? handicapSettings(state, gender, official) : settings;
}
