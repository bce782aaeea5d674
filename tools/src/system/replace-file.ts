import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Account } from './account.js';

/** Writes a file whole or not at all, also in a power cut. It has its mode and owner before it has its name. */
export function replaceFile(
  file: string,
  content: string,
  { mode, owner }: { mode: number; owner?: Account | null },
): void {
  // One that a crash left behind would keep its mode.
  rmSync(`${file}.part`, { force: true });
  writeFileSync(`${file}.part`, content, { mode, flush: true });
  if (owner) chownSync(`${file}.part`, owner.uid, owner.gid);
  renameSync(`${file}.part`, file);
}
