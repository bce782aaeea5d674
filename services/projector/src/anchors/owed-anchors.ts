import { AnchorUnreadable, readAnchor, writeAnchor } from '@fairmark/event-store';
import { AnchorsRefused, placeKey, type AnchorPlace, type AnchorSink, type MadeAnchor } from './anchor-sink.js';

/** Anchors that are remembered for a sink which does not take them, 11 kB each; further ones are read from their rows. */
const REMEMBERED_MAX = 200;

/**
 * The anchors that this session made and that sinks have not taken yet, as they were made. Their rows tell another session what is left
 * to do; whoever can write to the database can change those.
 */
export class OwedAnchors {
  private readonly bySink: ReadonlyMap<string, Map<string, MadeAnchor>>;

  constructor(sinks: readonly AnchorSink[]) {
    this.bySink = new Map(sinks.map(({ name }) => [name, new Map<string, MadeAnchor>()]));
  }

  /** Takes an anchor that every sink is owed now. */
  made(anchor: MadeAnchor): void {
    for (const owed of this.bySink.values()) if (owed.size < REMEMBERED_MAX) owed.set(placeKey(anchor), anchor);
  }

  count({ name }: AnchorSink): number {
    return this.bySink.get(name)?.size ?? 0;
  }

  /** The first of those, as many as the sink takes at once. */
  next({ name, most }: AnchorSink): MadeAnchor[] {
    return [...(this.bySink.get(name)?.values() ?? [])].slice(0, most);
  }

  /** An anchor that a row holds. Throws `AnchorsRefused` when it is none, or another one than was made. */
  asMade({ part, to, body }: AnchorPlace & { body: string }): MadeAnchor {
    for (const owed of this.bySink.values()) {
      const made = owed.get(placeKey({ part, to }));
      if (made === undefined) continue;
      if (writeAnchor(made.anchor) === body) return made;
      throw changed(to, 'it was made otherwise');
    }
    try {
      const anchor = readAnchor(body);
      if (anchor.to === to) return { part, to, anchor };
      throw new AnchorUnreadable(`it ends at ${anchor.to}`);
    } catch (cause) {
      if (!(cause instanceof AnchorUnreadable)) throw cause;
      throw changed(to, cause.message, cause);
    }
  }

  /** Says that a sink has anchors. */
  taken({ name }: AnchorSink, anchors: readonly MadeAnchor[]): void {
    for (const made of anchors) this.bySink.get(name)?.delete(placeKey(made));
  }
}

function changed(to: string, why: string, cause?: Error): AnchorsRefused {
  return new AnchorsRefused(
    `The database's copy of the anchor up to position ${to}, which is to be handed out, was changed: ${why}`,
    { cause },
  );
}
