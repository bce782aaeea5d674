import { applyMatchEvent, cardHash, correctedEntries, type MatchEvent, type MatchState } from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { chance } from '@fairmark/server';
import { appendToMatch } from '@fairmark/projector/testing/fill-log';
import { matchScript, scriptedCourse } from '@fairmark/projector/testing/match-script';

/** Plays a round to its last signature, each with the hash of the card that it was put under; gives the match's id. */
export async function playSignedRound(store: EventStore, seed: number): Promise<string> {
  const luck = chance(seed);
  const matchId = luck.uuid();
  const golfers = Array.from({ length: 6 }, () => luck.uuid());
  const course = scriptedCourse(luck, 'Wattle Park');
  const story = matchScript(luck, { matchId, course, golfers, day: '2026-11-20', complete: true });
  await appendToMatch(store, matchId, signed(story), { chance: luck, now: '2026-11-20T03:00:00.000Z' });
  return matchId;
}

function signed(events: readonly MatchEvent[]): MatchEvent[] {
  let state: MatchState | null = null;
  return events.map((event, at) => {
    const told = withHash(state, event);
    state = applyMatchEvent(state, told, { id: `entry ${at}`, recordedAt: '2026-11-20T03:00:00.000Z' });
    return told;
  });
}

function withHash(state: MatchState | null, event: MatchEvent): MatchEvent {
  if (state === null || (event.type !== 'CardSigned' && event.type !== 'CardVerified')) return event;
  const card = state.cards.get(event.data.userId);
  if (card === undefined) throw new Error('A card is signed that is not there');
  const hash = cardHash(state, { ...card, marker: correctedEntries(card.marker, card.corrections) });
  return event.type === 'CardSigned'
    ? { type: event.type, data: { ...event.data, cardHash: hash } }
    : { type: event.type, data: { ...event.data, cardHash: hash } };
}
