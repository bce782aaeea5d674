import { MESSAGES, type PersonRef } from '@fairmark/contract';
import type { RecordedEvent } from '@fairmark/events';
import type { Queries } from '@fairmark/server';

/** Names of golfers by their ids. Those whose account is gone have none. */
export type NamesById = ReadonlyMap<string, string>;

export type WhoIs = (id: string) => PersonRef;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Every id in a story that may be a golfer's, in the order of its first appearance. */
export function idsIn(events: readonly RecordedEvent[]): string[] {
  const texts = events.flatMap(({ metadata, data }) => [metadata.actorId, ...textsIn(data)]);
  return [...new Set(texts.filter((text) => UUID.test(text)))];
}

/** Keys, too: markers are by the id of the golfer whom they mark. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsIn(part)]);
}

/** Names of those who have an account that is not being deleted. */
export async function readNames(database: Queries, ids: readonly string[]): Promise<NamesById> {
  const { rows } = await database.query<{ id: string; full_name: string }>(
    'select id, full_name from app.users where id = any($1::uuid[]) and deletion_requested_at is null',
    [ids],
  );
  return new Map(rows.map(({ id, full_name: fullName }) => [id, fullName]));
}

/**
 * Names as a story shows them: two of the same name, or two whose account is gone, get numbers, so that they are not mistaken for
 * each other. `ids`: everybody in the story.
 */
export function whoIs(names: NamesById, ids: readonly string[]): WhoIs {
  const nameOf = (id: string): string => names.get(id) ?? MESSAGES.deletedPlayer;
  const idsOf = new Map<string, string[]>();
  for (const id of new Set(ids)) idsOf.set(nameOf(id), [...(idsOf.get(nameOf(id)) ?? []), id]);
  return (id) => {
    const name = nameOf(id);
    const same = idsOf.get(name) ?? [];
    const number = same.indexOf(id) + 1;
    return { id, fullName: same.length > 1 && number > 0 ? `${name} (${number})` : name };
  };
}
