import { open, statfs } from 'node:fs/promises';
import { LIMITS, type DiskSpace } from '@fairmark/contract';
import { within } from '@fairmark/event-store';

/** After this time, a disk that does not answer, such as a network disk, counts as unreachable. */
const WITHIN_MS = 2_000;
/** Calls in progress, at most one per folder: on a hanging disk, each call blocks a thread. */
const pending = new Map<string, Promise<number>>();

/** Bytes that unprivileged accounts may still write on a folder's disk. Rejects if the folder cannot be reached. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Free space on the disks of folders; null for those that cannot be reached in time. */
export function lookAtDisks(folders: readonly string[]): Promise<DiskSpace[]> {
  return Promise.all(
    folders.map(async (folder) => {
      const reading = pending.get(folder) ?? freeBytesIn(folder).finally(() => pending.delete(folder));
      pending.set(folder, reading);
      return { folder, freeBytes: await within(WITHIN_MS, reading).catch(() => null) };
    }),
  );
}

/** Disks that have too little space or cannot be reached. */
export async function fullDisks(folders: readonly string[]): Promise<DiskSpace[]> {
  const disks = await lookAtDisks(folders);
  return disks.filter(({ freeBytes }) => freeBytes === null || freeBytes < LIMITS.diskFreeBytesMin);
}

/** Flushes the entries of a folder to disk. */
export async function settleFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
