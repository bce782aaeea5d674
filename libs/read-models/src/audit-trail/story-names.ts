import { MESSAGES, type PersonRef } from '@fairmark/contract';
import type { RecordedEvent } from '@fairmark/events';
import type { Queries } from '@fairmark/server';

/** Names of golfers by id; deleted accounts are missing. */
export type NamesById = ReadonlyMap<string, string>;

export type WhoIs = (id: string) => PersonRef;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Every id in a story that may be a golfer's, in order of first appearance. */
export function idsIn(events: readonly RecordedEvent[]): string[] {
  const texts = events.flatMap(({ metadata, data }) => [metadata.actorId, ...textsIn(data)]);
  return [...new Set(texts.filter((text) => UUID.test(text)))];
}

/** All strings in a value, and all keys, since markers are keyed by the id of the golfer whom they mark. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsIn(part)]);
}

/** Names of the golfers whose account is not being deleted. */
export async function readNames(database: Queries, ids: readonly string[]): Promise<NamesById> {
  const { rows } = await database.query<{ id: string; full_name: string }>(
    'select id, full_name from app.users where id = any($1::uuid[]) and deletion_requested_at is null',
    [ids],
  );
  return new Map(rows.map(({ id, full_name: fullName }) => [id, fullName]));
}

/** Names as shown: golfers of the same name, and those whose account was deleted, are numbered. `ids`: of everyone. */
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
