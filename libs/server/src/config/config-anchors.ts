import path from 'node:path';
import type { EnvironmentReader } from './config-reader.js';

/** Where anchors of the log are kept, beside our own database. Without any of these none are made. */
export interface AnchorConfig {
  /** Absolute path of a folder that Postgres cannot write to. */
  anchorDir?: string;
  /** Who gets them by mail. */
  anchorMailTo?: string;
  /** A program that gets each of them on its standard input, and its arguments. */
  anchorCommand?: string[];
}

/** One plain address: nothing that a mail program reads as two. */
const ADDRESS = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/;

/** Reads where the anchors go. */
export function readAnchors(from: EnvironmentReader): AnchorConfig {
  const anchorMailTo = from.optional('ANCHOR_MAIL_TO');
  if (anchorMailTo !== undefined && !ADDRESS.test(anchorMailTo)) {
    from.refuse('ANCHOR_MAIL_TO', 'must be one plain email address');
  }
  const words = (from.optional('ANCHOR_COMMAND') ?? '').split(' ').filter(Boolean);
  if (words.length > 0 && !path.isAbsolute(words[0] ?? '')) {
    from.refuse('ANCHOR_COMMAND', 'must begin with the absolute path of a program');
  }
  return {
    anchorDir: from.folder('ANCHOR_DIR'),
    anchorMailTo,
    anchorCommand: words.length > 0 ? words : undefined,
  };
}
