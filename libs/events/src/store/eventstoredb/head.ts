import type { Connection } from './connection.js';
import type { Names } from './records.js';

/** Events of a page; the first look is cheap, because the log's last event is mostly among the last of all. */
const PAGE = { first: 8, most: 4_096 };

/**
 * Finds the position of the log's last event. The client cannot ask the server for the last event of certain streams, so that
 * this looks backwards from the end, no further than to where an earlier look began.
 */
export class HeadFinder {
  readonly #connection: Connection;
  readonly #names: Names;
  /** The head as it was when `newest` was the last event of all. */
  #known: { newest: bigint; head: bigint | null } | null = null;

  constructor(connection: Connection, names: Names) {
    this.#connection = connection;
    this.#names = names;
  }

  /** The position, null for an empty log. One attempt. */
  async find(): Promise<bigint | null> {
    const known = this.#known;
    let newest: bigint | null = null;
    for (let [before, limit]: [bigint | null, number] = [null, PAGE.first]; ;) {
      const page = await this.#connection.readBackwards(before, limit);
      for (const { event } of page) {
        const position = event?.position.commit;
        if (event === undefined || position === undefined) continue;
        newest ??= position;
        // A log that ends before an earlier look is an older copy of it: what was known is worthless.
        if (known !== null && newest >= known.newest && position <= known.newest) {
          return this.#found(newest, known.head);
        }
        if (this.#names.covers(event.streamId)) return this.#found(newest, position);
        before = position;
      }
      if (page.length < limit) return newest === null ? null : this.#found(newest, null);
      limit = Math.min(limit * 8, PAGE.most);
    }
  }

  #found(newest: bigint, head: bigint | null): bigint | null {
    this.#known = { newest, head };
    return head;
  }
}
