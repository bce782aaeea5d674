import {
  applyMatchEvent,
  type EventStore,
  type MatchEvent,
  type MatchState,
  type RecordedEvent,
  upcast,
} from '@fairmark/events';
import { LRUCache } from 'lru-cache';
import { CannotApply } from '../projection/errors.js';
import type { FoldedEvent } from '../projection/log-reader.js';

interface Folded {
  state: MatchState | null;
  revision: bigint;
}

/** Matches by their stream, as they are after the events that touched them. */
export type TouchedMatches = Map<string, Folded>;

const MATCH_STREAM = 'match-';
const MISSES_AT_ONCE = 8;
const MISS_PAGE = 1_000;

/**
 * The matches as folded so far: a bounded cache. A match that is not in it, or that others took further in the meantime, is
 * folded again from its stream.
 */
export class MatchStates {
  private readonly folded: LRUCache<string, Folded>;

  constructor(
    private readonly store: EventStore,
    size: number,
  ) {
    this.folded = new LRUCache({ max: size });
  }

  /**
   * Folds a page of the log into the matches that it is about and adds these to `touched`. Throws `CannotApply` where an event
   * makes no sense; then, and whenever what was folded cannot be written, everything has to be forgotten.
   */
  async apply(page: readonly FoldedEvent[], touched: TouchedMatches): Promise<void> {
    const events = page.filter(({ stream }) => stream.startsWith(MATCH_STREAM));
    const streams = await this.before(events, touched);
    for (const event of events) {
      const match = touched.get(event.stream);
      if (match !== undefined && event.revision > match.revision) applyTo(match, event);
    }
    for (const stream of streams) {
      const match = touched.get(stream);
      if (match === undefined || isOver(match.state)) this.folded.delete(stream);
      else this.folded.set(stream, match);
    }
  }

  /** Empties the cache: its states may be ahead of what is written. */
  forget(): void {
    this.folded.clear();
  }

  /** Sees to it that each stream of the page is there as it was before its first event; gives the streams. */
  private async before(events: readonly FoldedEvent[], touched: TouchedMatches): Promise<Set<string>> {
    const streams = new Set<string>();
    const missing: { stream: string; until: bigint }[] = [];
    for (const { stream, revision } of events) {
      if (streams.has(stream)) continue;
      streams.add(stream);
      const known = touched.get(stream) ?? this.folded.get(stream);
      const match = known !== undefined && known.revision >= revision - 1n ? known : { state: null, revision: -1n };
      touched.set(stream, match);
      if (match.revision < revision - 1n) missing.push({ stream, until: revision });
    }
    for (let i = 0; i < missing.length; i += MISSES_AT_ONCE) {
      await Promise.all(
        missing.slice(i, i + MISSES_AT_ONCE).map(async ({ stream, until }) => {
          touched.set(stream, await this.read(stream, until));
        }),
      );
    }
    return streams;
  }

  /** Folds a stream up to a revision, that one excluded. */
  private async read(stream: string, until: bigint): Promise<Folded> {
    const match: Folded = { state: null, revision: -1n };
    while (match.revision < until - 1n) {
      const left = Number(until - 1n - match.revision);
      const events = await this.store.readStream(stream, match.revision + 1n, { limit: Math.min(left, MISS_PAGE) });
      if (events.length === 0) throw new Error(`${stream} ends before revision ${until}`);
      for (const event of events) applyTo(match, event);
    }
    return match;
  }
}

/** Nothing more is to be expected: where it comes all the same, the match is folded again. */
function isOver(state: MatchState | null): boolean {
  if (state === null || state.status === 'LOBBY') return false;
  return state.status === 'ENDED' || [...state.cards.values()].every((card) => card.verified || card.withdrawn);
}

function applyTo(match: Folded, event: FoldedEvent): void {
  const { id, stream, revision, metadata } = event;
  if (revision !== match.revision + 1n) {
    throw new CannotApply(`Before revision ${revision} of ${stream} events are missing`);
  }
  try {
    const at = { id, recordedAt: metadata.recordedAt };
    match.state = applyMatchEvent(match.state, upcast(event as RecordedEvent) as MatchEvent & RecordedEvent, at);
  } catch (cause) {
    throw new CannotApply(`${event.type} cannot be applied: ${String(cause)}`, { cause });
  }
  match.revision = revision;
}
