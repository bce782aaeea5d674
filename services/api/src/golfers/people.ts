import { MESSAGES, sharesFirstName, type PersonRef, type PublicUser } from '@fairmark/contract';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Golfers } from './golfers.js';

/** Golfers' public data by id, including ids of deleted accounts. */
export type People = ReadonlyMap<string, PublicUser>;

const MAX_CACHED = 20_000;
/** Maximum age of a cached name: until then, a changed name or a deletion may not show. */
export const NAME_AGE_MS = { shown: 1_000, inReceipts: 60_000 };

/** Finds a match's golfers by id: the log has no names. Cached, as three phones ask for the same after a score. */
@Injectable()
export class PeopleDirectory {
  private readonly cache = new LRUCache<string, PublicUser>({ max: MAX_CACHED, ttl: NAME_AGE_MS.inReceipts });

  constructor(private readonly golfers: Golfers) {}

  /** All the given golfers; a deleted account appears as "Deleted player". */
  async find(ids: Iterable<string>, maxAgeMs: number = NAME_AGE_MS.shown): Promise<People> {
    const people = new Map<string, PublicUser>();
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const cached = this.cache.get(id);
      const ageMs = NAME_AGE_MS.inReceipts - this.cache.getRemainingTTL(id);
      if (cached !== undefined && ageMs < maxAgeMs) people.set(id, cached);
      else missing.push(id);
    }
    const found = await this.golfers.byIds(missing);
    // An account that is found replaces the deleted player of its id.
    for (const person of [...missing.map(deletedPlayer), ...found]) {
      this.cache.set(person.id, person);
      people.set(person.id, person);
    }
    return people;
  }
}

/** The name to show for a golfer; "Deleted player" if unknown. */
export function nameOf(people: People, id: string): PersonRef {
  const { fullName } = personOf(people, id);
  const fullNames = [...people.values()].map((person) => person.fullName);
  return { id, fullName, ...(sharesFirstName(fullName, fullNames) && { sharesFirstName: true }) };
}

export function personOf(people: People, id: string): PublicUser {
  return people.get(id) ?? deletedPlayer(id);
}

function deletedPlayer(id: string): PublicUser {
  return { id, fullName: MESSAGES.deletedPlayer, handicap: 0, handicapForShow: '', avatar: null, homeCourse: null };
}
