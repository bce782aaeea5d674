import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import type { Connection } from './connection.js';
import type { Names } from './records.js';

/** Events of a page; the first look is cheap, because the log's last event is mostly among the last of all. */
const PAGE = { first: 8, most: 4_096 };

/** Events that were looked at, from `oldest` to `newest` without a gap, and the log's last among them. */
interface Looked {
  newest: bigint;
  oldest: bigint;
  /** Null: none of them is of this log. */
  head: bigint | null;
}

/**
 * Finds the position of the log's last event. The client cannot ask the server for the last event of certain streams, so that
 * this looks backwards from the end of everything, and only at what it has not looked at before.
 */
export class HeadFinder {
  readonly #connection: Connection;
  readonly #names: Names;
  #looked: Looked | null = null;

  constructor(connection: Connection, names: Names) {
    this.#connection = connection;
    this.#names = names;
  }

  /** The position, null for an empty log. Gives up after `patienceMs`; the next call goes on from there. */
  async find(patienceMs: number): Promise<bigint | null> {
    const until = performance.now() + patienceMs;
    let earlier = this.#looked;
    let looked: Looked | null = null;
    for (let limit: number = PAGE.first; ; limit = Math.min(limit * 8, PAGE.most)) {
      const page = await this.#connection.readBackwards(looked?.oldest ?? null, limit);
      looked = this.#lookAt(page, looked);
      if (looked === null) return null;
      const joined: Looked | null = joinedWith(earlier, looked);
      // What lies between the end and an earlier look is kept only once there is no gap.
      if (joined !== null) [looked, earlier] = [joined, null];
      if (earlier === null || looked.head !== null) this.#looked = looked;
      if (looked.head !== null) return looked.head;
      if (joined === null && page.length < limit) return this.#nothing(looked);
      if (performance.now() > until) throw new Error('The end of the log lies far behind the events of others');
    }
  }

  /** A page further back: up to the first event of this log. */
  #lookAt(page: readonly AllStreamResolvedEvent[], looked: Looked | null): Looked | null {
    let { newest, oldest } = looked ?? { newest: null, oldest: null };
    for (const { event } of page) {
      if (event === undefined) continue;
      oldest = event.position.commit;
      newest ??= oldest;
      if (this.#names.covers(event.streamId)) return { newest, oldest, head: oldest };
    }
    return newest === null || oldest === null ? null : { newest, oldest, head: null };
  }

  #nothing(looked: Looked): null {
    this.#looked = looked;
    return null;
  }
}

/**
 * Both as one, when the new look has reached the earlier one; what it found is later than what that found. A server whose end
 * lies before the earlier look was given an older copy of the log: nothing of that look holds any more.
 */
function joinedWith(earlier: Looked | null, looked: Looked): Looked | null {
  if (earlier === null || looked.newest < earlier.newest || looked.oldest > earlier.newest) return null;
  return { newest: looked.newest, oldest: earlier.oldest, head: looked.head ?? earlier.head };
}
