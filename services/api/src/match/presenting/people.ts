import { MESSAGES, type PersonRef, type PublicUser } from '@fairmark/contract';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Golfers } from '../../users/golfers.js';

/** What others may see of golfers, by id; ids of deleted accounts are there too. */
export type People = ReadonlyMap<string, PublicUser>;

const MAX_CACHED = 20_000;
/** How old a name may be: a changed one, or that an account is deleted, shows after this long. */
export const NAME_AGE_MS = { shown: 1_000, inReceipts: 60_000 };

interface Known {
  person: PublicUser;
  /** By the monotonic clock. */
  since: number;
}

/** A match's golfers by ids: the log has no names. Remembered a moment: after a score three phones ask for the same. */
@Injectable()
export class PeopleDirectory {
  private readonly known = new LRUCache<string, Known>({ max: MAX_CACHED });

  constructor(private readonly golfers: Golfers) {}

  /** Everybody asked for; a deleted account answers as "Deleted player". */
  async find(ids: Iterable<string>, maxAgeMs: number = NAME_AGE_MS.shown): Promise<People> {
    const since = performance.now();
    const people = new Map<string, PublicUser>();
    const unknown: string[] = [];
    for (const id of new Set(ids)) {
      const known = this.known.get(id);
      if (known !== undefined && since - known.since < maxAgeMs) people.set(id, known.person);
      else unknown.push(id);
    }
    if (unknown.length === 0) return people;
    const found = new Map((await this.golfers.byIds(unknown)).map((person) => [person.id, person]));
    for (const id of unknown) {
      const person = found.get(id) ?? deletedPlayer(id);
      this.known.set(id, { person, since });
      people.set(id, person);
    }
    return people;
  }
}

/** The name to show for an id that the people hold. */
export function nameOf(people: People, id: string): PersonRef {
  return { id, fullName: personOf(people, id).fullName };
}

export function personOf(people: People, id: string): PublicUser {
  return people.get(id) ?? deletedPlayer(id);
}

function deletedPlayer(id: string): PublicUser {
  return {
    id,
    fullName: MESSAGES.deletedPlayer,
    handicap: 0,
    handicapForShow: '',
    avatar: null,
    homeCourse: null,
  };
}
