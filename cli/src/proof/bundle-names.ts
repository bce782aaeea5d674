import { roundStory, type RecordedEvent } from '@fairmark/events';
import type { NamesById } from '@fairmark/read-models';

const SYSTEM = 'system';

/** Names that say nothing: everybody in a round gets a number, in the order in which they came. */
export function numberedNames(events: readonly RecordedEvent[]): NamesById {
  const { state } = roundStory(events);
  const inMatch =
    state === null ? [] : [...state.members.keys(), ...[...state.invites.values()].map(({ userId }) => userId)];
  const everybody = new Set([...inMatch, ...events.map(({ metadata }) => metadata.actorId)]);
  everybody.delete(SYSTEM);
  return new Map([...everybody].map((id, at) => [id, `Golfer ${at + 1}`]));
}

/** The names that a told round uses, by id. */
export function namesIn(told: unknown, names = new Map<string, string>()): Map<string, string> {
  if (typeof told !== 'object' || told === null) return names;
  if ('id' in told && 'fullName' in told) {
    if (typeof told.id === 'string' && typeof told.fullName === 'string') names.set(told.id, told.fullName);
  }
  for (const part of Object.values(told)) namesIn(part, names);
  return names;
}
