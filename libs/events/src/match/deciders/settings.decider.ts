import { LIMITS, MESSAGES } from '@fairmark/contract';
import { dailyHandicap, DEFAULT_CAP, type Gender } from '@fairmark/scoring';
import type { HandicapSettings, MatchEvent } from '../match.events.js';
import type { MatchState } from '../match.state.js';
import { happened, invalid, refused, type Decision, type MatchCommandOf, type Refused } from './match.command.js';

/** Sets the golfer's handicap for the round and readiness; saving without `ready` clears readiness. */
export function setSettings(state: MatchState, command: MatchCommandOf<'SetSettings'>): Decision {
  const { actorId: userId, gender, handicap, ready } = command;
  const computed = handicapSettings(state, gender, handicap);
  if (!('settings' in computed)) return computed;

  const { settings } = computed;
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
export function handicapSettings(
  state: MatchState,
  gender: Gender,
  official: number,
): { settings: HandicapSettings } | Refused {
  const inRange = official >= LIMITS.handicapMin && official <= LIMITS.handicapMax;
  if (!inRange || Number(official.toFixed(1)) !== official) return invalid({ handicap: MESSAGES.handicapRange });
  const card = state.course.byGender[gender];
  if (card === undefined) return refused('HANDICAP_UNKNOWN');

  // Adding 0 turns −0 into 0, as JSON would in the log.
  const handicap = official + 0;
  const { slopeRating, scratchRating, parRating } = card;
  const inputs = { handicap, gender, slopeRating, scratchRating, parRating, cap: DEFAULT_CAP[gender] };
  return { settings: { ...inputs, dailyHandicap: dailyHandicap(inputs) } };
}

/** Compares only handicap and gender: the ratings belong to the match, so equal inputs give equal settings. */
export function sameSettings(a: HandicapSettings | null, b: HandicapSettings): boolean {
  return a !== null && a.handicap === b.handicap && a.gender === b.gender;
}
