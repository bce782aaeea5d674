import type { MatchEvent } from '../match.events.js';
import type { MatchState } from '../match.state.js';
import { handicapSettings, sameSettings } from './handicap-settings.js';
import type { Decision, MatchCommandOf } from './match.command.js';
import { happened } from './match.decision.js';

/** My round handicap and whether I am ready: saving without readying takes my readiness back. */
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
