import { constants } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { anchorHash, AnchorUnreadable, readAnchor, writeAnchor, type Anchor } from '@fairmark/events';
import { AnchorsRefused, type AnchorSink } from './anchor-sink.js';

/** Sorts as the positions do. */
const NAME = /^anchor-(\d{19})\.json$/;
const nameOf = ({ to }: Pick<Anchor, 'to'>): string => `anchor-${to.padStart(19, '0')}.json`;

/** Positions at which the anchors of a folder end, in order; none when there is no such folder. */
export async function anchorsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .sort()
    .map((digits) => `${BigInt(digits)}`);
}

/** The anchor of a folder that ends at a position. Throws `AnchorUnreadable` for a file that was changed. */
export async function anchorAt(folder: string, to: string): Promise<Anchor> {
  const name = nameOf({ to });
  const anchor = readAnchor(await readFile(path.join(folder, name), 'utf8'));
  if (anchor.to !== to) throw new AnchorUnreadable(`it ends at ${anchor.to}, not at ${to}`);
  return anchor;
}

/** A folder with a file for each anchor, which is never written again: whoever writes the log must not be able to write here. */
export class AnchorFolder implements AnchorSink {
  readonly name = 'FOLDER';
  readonly most = 100;
  private lastKept: Anchor | null = null;

  constructor(private readonly folder: string) {}

  /**
   * Compares the folder with what the database remembers of it: `kept`, where the anchors end that it has, in order. Throws
   * `AnchorsRefused` where they contradict each other. `waiting`: those that may be there or not, because whoever wrote them was cut
   * off.
   */
  async compare({ kept, waiting }: { kept: readonly string[]; waiting: readonly string[] }): Promise<void> {
    const there = await anchorsIn(this.folder);
    const found = new Set(there);
    const missing = kept.find((to) => !found.has(to));
    if (missing !== undefined) {
      throw new AnchorsRefused(`The anchor up to position ${missing} is missing in ${this.folder}`);
    }
    const expected = new Set([...kept, ...waiting]);
    // The database may have forgotten the earlier ones, when it went on from the folder.
    const first = BigInt(kept[0] ?? 0);
    const strange = there.find((to) => BigInt(to) >= first && !expected.has(to));
    if (strange !== undefined) {
      throw new AnchorsRefused(
        `${this.folder} has an anchor up to position ${strange} that the database knows nothing of: an older copy of it was restored, or it was changed`,
      );
    }
  }

  /** The last anchor of the folder; null: it has none. Throws `AnchorsRefused` where it was changed. */
  async last(): Promise<Anchor | null> {
    const to = (await anchorsIn(this.folder)).at(-1);
    return to === undefined ? null : this.find(to);
  }

  /** The anchor of the folder that ends at a position; null: it has none. Throws `AnchorsRefused` where it was changed. */
  async find(to: string): Promise<Anchor | null> {
    try {
      return await anchorAt(this.folder, to);
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
      if (!(cause instanceof AnchorUnreadable)) throw cause;
      throw new AnchorsRefused(`The anchor up to position ${to} in ${this.folder} was changed: ${cause.message}`, {
        cause,
      });
    }
  }

  async keep(anchors: readonly Anchor[]): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o755 });
    for (const anchor of anchors) {
      await this.assertFollows(anchor);
      await this.write(anchor);
      this.lastKept = anchor;
    }
    await settle(this.folder);
  }

  /** A link of the chain that is wrong once stays wrong. Throws `AnchorsRefused`. */
  private async assertFollows(anchor: Anchor): Promise<void> {
    const isKnown = this.lastKept !== null && this.lastKept.to === anchor.after;
    const before = isKnown || anchor.after === null ? this.lastKept : await this.find(anchor.after);
    if (anchor.after === null || before === null || anchorHash(before) === anchor.previous) return;
    throw new AnchorsRefused(
      `The anchor up to position ${anchor.to} does not name the one before it in ${this.folder}: one of the two was changed`,
    );
  }

  /** The file has its name only once all of it is on the disk; one that has it already must be the same. */
  private async write(anchor: Anchor): Promise<void> {
    const file = path.join(this.folder, nameOf(anchor));
    const part = `${file}.part`;
    const text = `${writeAnchor(anchor)}\n`;
    await rm(part, { force: true });
    const handle = await open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o444);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    try {
      await link(part, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if ((await readFile(file, 'utf8')) !== text) {
        throw new AnchorsRefused(`${file} is another anchor than the database knows`, { cause: error });
      }
    } finally {
      await rm(part, { force: true });
    }
  }
}

/** Puts what a folder lists on the disk. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
