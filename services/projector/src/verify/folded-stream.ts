import type { RecordedEvent } from '@fairmark/events';
import type { FoldedEvent } from '../log-reader/log-reader.js';
import { FoldedCompetition } from './folded-competition.js';
import { FoldedMatch } from './folded-match.js';
import type { TableRows } from './tables.js';

/** A stream as folded so far, independently of the projector. */
export interface FoldedStream {
  /** Applies the next event, of whatever version; true: nothing more is to be expected. Throws where it makes no sense. */
  apply(event: RecordedEvent): boolean;
  /** Adds the rows that the tables must hold because of it; `id`: the one in its name. Throws where it makes none. */
  addRows(rows: TableRows, id: string): void;
}

/** Kinds of streams that make rows: what their names begin with, and the table with exactly one row of each. */
const KINDS = [
  { prefix: 'match-', table: 'matches', begin: () => new FoldedMatch() },
  { prefix: 'competition-', table: 'competitions', begin: () => new FoldedCompetition() },
] as const;

/** The table that has one row of each stream of this kind. */
export type StreamTable = (typeof KINDS)[number]['table'];

/** A stream before its first event; null for one that makes no rows. */
export function openStream(name: string): OpenStream | null {
  const kind = KINDS.find(({ prefix }) => name.startsWith(prefix));
  return kind === undefined ? null : new OpenStream(name, kind.table, kind.begin());
}

/** The stream that a table has one row of under an id. */
export function streamOf(table: StreamTable, id: string): string {
  const kind = KINDS.find((each) => each.table === table);
  return `${kind?.prefix ?? ''}${id}`;
}

/** The id in the name of a stream that makes rows. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}

/** A stream with the number of its last event. */
export class OpenStream {
  revision = -1n;
  /** Nothing more is to be expected. */
  over = false;

  constructor(
    readonly name: string,
    readonly table: StreamTable,
    private readonly fold: FoldedStream,
  ) {}

  /** Applies the next event. Throws `Unfoldable`. */
  apply(event: FoldedEvent): void {
    if (event.revision !== this.revision + 1n) {
      throw new Unfoldable(`before revision ${event.revision} events are missing`);
    }
    try {
      // Folds look at the version and the time alone, which is what readers give.
      this.over = this.fold.apply(event as RecordedEvent);
    } catch (cause) {
      throw new Unfoldable(`${event.type} at revision ${event.revision} cannot be applied: ${String(cause)}`, {
        cause,
      });
    }
    this.revision = event.revision;
  }

  /** Adds its rows. Throws `Unfoldable`. */
  addRows(rows: TableRows): void {
    try {
      this.fold.addRows(rows, idOf(this.name));
    } catch (cause) {
      throw new Unfoldable(`it makes no rows: ${String(cause)}`, { cause });
    }
  }
}

/** A stream that no rows can be made of. */
export class Unfoldable extends Error {
  override readonly name = 'Unfoldable';
}
