import type { Anchor } from '@fairmark/events';

/** Where anchors are kept. */
export interface AnchorSink {
  readonly name: 'FOLDER' | 'MAIL' | 'COMMAND';
  /** How many it takes at once. */
  readonly most: number;
  /** Keeps anchors, in their order. Given one again, it has it twice or knows it. Throws when it could not. */
  keep(anchors: readonly Anchor[], signal: AbortSignal): Promise<void>;
}

/** The log, the database and a folder of anchors contradict each other: somebody has to look, and nothing is anchored until then. */
export class AnchorsRefused extends Error {
  override readonly name = 'AnchorsRefused';
}
