import { chownSync, renameSync, writeFileSync } from 'node:fs';
import type { Account } from './account.js';

/** Writes a file whole or not at all, also in a power cut, with its mode and owner from the start. */
export function replaceFile(
  file: string,
  content: string,
  { mode, owner }: { mode: number; owner?: Account | null },
): void {
  writeFileSync(`${file}.part`, content, { mode, flush: true });
  if (owner) chownSync(`${file}.part`, owner.uid, owner.gid);
  renameSync(`${file}.part`, file);
}
