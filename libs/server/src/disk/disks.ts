import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS, type DiskSpace } from '@fairmark/contract';

/** A disk of another machine that does not answer has no value after this time. */
const WITHIN_MS = 2_000;
/** Under way: on a disk that hangs each look blocks a thread, so there is one at a time. */
const looks = new Map<string, Promise<number>>();

/** Bytes that ordinary accounts may still write on the disk of a folder. Rejects where that cannot be reached. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** What is free on the disks of these folders. */
export function lookAtDisks(folders: readonly string[]): Promise<DiskSpace[]> {
  return Promise.all(
    folders.map(async (folder) => {
      const look = looks.get(folder) ?? freeBytesIn(folder).finally(() => looks.delete(folder));
      looks.set(folder, look);
      const tooLate = sleep(WITHIN_MS, null, { ref: false });
      return { folder, freeBytes: await Promise.race([look.catch(() => null), tooLate]) };
    }),
  );
}

/** Those with too little room, and those that cannot be reached. */
export async function fullDisks(folders: readonly string[]): Promise<DiskSpace[]> {
  const disks = await lookAtDisks(folders);
  return disks.filter(({ freeBytes }) => freeBytes === null || freeBytes < LIMITS.diskFreeBytesMin);
}
