import { AnchorUnreadable, readAnchor, type Anchor } from '@fairmark/event-store';

/** An anchor's place in the chain of all anchors. */
export interface AnchorPlace {
  /** 1 for the log that was anchored first, plus 1 for each log it was copied into since: positions differ there. */
  part: number;
  to: string;
}

/** An anchor and its place. */
export interface MadeAnchor extends AnchorPlace {
  anchor: Anchor;
}

/** The place of an anchor's row, and whether a sink has the anchor. */
export interface StoredPlace extends AnchorPlace {
  kept: boolean;
}

/** Compares anchors by their order in the chain. */
export function byPlace(one: AnchorPlace, other: AnchorPlace): number {
  return one.part - other.part || Number(BigInt(one.to) - BigInt(other.to));
}

export const placeKey = ({ part, to }: AnchorPlace): string => `${part} ${to}`;

export interface AnchorSink {
  readonly name: 'FOLDER' | 'MAIL' | 'COMMAND';
  readonly most: number;
  /** Keeps anchors in the given order; must tolerate an anchor that it already has. Throws if it could not. */
  keep(anchors: readonly MadeAnchor[], signal: AbortSignal): Promise<void>;
}

/** Log, database and a folder of anchors contradict each other. Anchoring stops until an operator has resolved that. */
export class AnchorsRefused extends Error {
  override readonly name = 'AnchorsRefused';
}

/** An anchor as stored in its row, which may have been tampered with. */
export interface AnchorRow extends AnchorPlace {
  body: string;
}

/** The anchor of a row. Throws `AnchorsRefused` if the row was changed. */
export function anchorIn({ part, to, body }: AnchorRow): MadeAnchor {
  try {
    const anchor = readAnchor(body);
    if (anchor.to !== to) throw new AnchorUnreadable(`it ends at ${anchor.to}`);
    return { part, to, anchor };
  } catch (cause) {
    if (!(cause instanceof AnchorUnreadable)) throw cause;
    const which = `The database's copy of the anchor up to position ${to}`;
    throw new AnchorsRefused(`${which} was changed: ${cause.message}`, { cause });
  }
}
