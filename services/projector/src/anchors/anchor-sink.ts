import type { Anchor } from '@fairmark/event-store';

/** Where an anchor belongs among all of them. */
export interface AnchorPlace {
  /** 1: of the log that was anchored first; one more for each log into which that was copied since, whose positions are its own. */
  part: number;
  /** Position of its last event, decimal. */
  to: string;
}

/** An anchor, and to which part of the chain it belongs. */
export interface MadeAnchor extends AnchorPlace {
  anchor: Anchor;
}

/** Orders anchors as they follow on each other. */
export function byPlace(one: AnchorPlace, other: AnchorPlace): number {
  if (one.part !== other.part) return one.part - other.part;
  return BigInt(one.to) === BigInt(other.to) ? 0 : BigInt(one.to) < BigInt(other.to) ? -1 : 1;
}

export const placeKey = ({ part, to }: AnchorPlace): string => `${part} ${to}`;

export interface AnchorSink {
  readonly name: 'FOLDER' | 'MAIL' | 'COMMAND';
  /** How many it takes at once. */
  readonly most: number;
  /** Keeps anchors, in their order. Given one again, it has it twice or knows it. Throws when it could not. */
  keep(anchors: readonly MadeAnchor[], signal: AbortSignal): Promise<void>;
}

/** The log, the database and a folder of anchors contradict each other; nothing is anchored until an operator has looked. */
export class AnchorsRefused extends Error {
  override readonly name = 'AnchorsRefused';
}
