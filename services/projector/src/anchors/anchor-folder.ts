import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { anchorHash, AnchorUnreadable, readAnchor, writeAnchor, type Anchor } from '@fairmark/event-store';
import { settleFolder } from '@fairmark/server';
import {
  AnchorsRefused,
  byPlace,
  placeKey,
  type AnchorPlace,
  type AnchorSink,
  type MadeAnchor,
  type StoredPlace,
} from './anchor-sink.js';

const NAME = /^anchor-(?:(\d{1,4})-)?(\d{19})\.json$/;
const nameOf = ({ part, to }: AnchorPlace): string =>
  `anchor-${part === 1 ? '' : `${part}-`}${to.padStart(19, '0')}.json`;

/** The places of a folder's anchors, in order; empty if the folder does not exist. */
export async function anchorsIn(folder: string): Promise<AnchorPlace[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const [, part = '1', to] = NAME.exec(name) ?? [];
      return to === undefined ? [] : [{ part: Number(part), to: `${BigInt(to)}` }];
    })
    .sort(byPlace);
}

/** The folder's anchor at a place. Throws `AnchorUnreadable` if the file was changed. */
export async function anchorAt(folder: string, { part, to }: AnchorPlace): Promise<Anchor> {
  const anchor = readAnchor(await readFile(path.join(folder, nameOf({ part, to })), 'utf8'));
  if (anchor.to !== to) throw new AnchorUnreadable(`it ends at ${anchor.to}, not at ${to}`);
  return anchor;
}

/** A folder with a write-once file for each anchor. Users who can write to the log must not be able to write here. */
export class AnchorFolder implements AnchorSink {
  readonly name = 'FOLDER';
  readonly most = 100;

  constructor(private readonly folder: string) {}

  /** Throws `AnchorsRefused` if the folder lacks an anchor that rows say it has, or holds a later one without a row. */
  async compare(rows: readonly StoredPlace[]): Promise<void> {
    const places = await anchorsIn(this.folder);
    const found = new Set(places.map(placeKey));
    const missing = rows.find((row) => row.kept && !found.has(placeKey(row)));
    if (missing !== undefined) {
      throw new AnchorsRefused(`The anchor up to position ${missing.to} is missing in ${this.folder}`);
    }
    const expected = new Set(rows.map(placeKey));
    // A restored database that continued from the folder's last anchor does not know the earlier ones.
    const first = rows.find(({ kept }) => kept) ?? { part: 0, to: '0' };
    const unknown = places.find((place) => byPlace(place, first) >= 0 && !expected.has(placeKey(place)));
    if (unknown !== undefined) {
      throw new AnchorsRefused(
        `${this.folder} has an anchor up to position ${unknown.to} that is not in the database: an older copy of it was restored, or it was changed`,
      );
    }
  }

  /** The last anchor, or the last one before a place; null if there is none. Throws `AnchorsRefused` if it was changed. */
  async last(before?: AnchorPlace): Promise<MadeAnchor | null> {
    const places = await anchorsIn(this.folder);
    const place = places.findLast((one) => before === undefined || byPlace(one, before) < 0);
    if (place === undefined) return null;
    try {
      return { ...place, anchor: await anchorAt(this.folder, place) };
    } catch (cause) {
      if (!(cause instanceof AnchorUnreadable)) throw cause;
      const which = `The anchor up to position ${place.to} in ${this.folder}`;
      throw new AnchorsRefused(`${which} was changed: ${cause.message}`, { cause });
    }
  }

  async keep(anchors: readonly MadeAnchor[]): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o755 });
    for (const made of anchors) {
      await this.assertFollows(made);
      await this.write(made);
    }
    await settleFolder(this.folder);
  }

  /** Throws `AnchorsRefused` if the anchor does not name the one before it: a broken link could never be repaired. */
  private async assertFollows(made: MadeAnchor): Promise<void> {
    const { previous } = made.anchor;
    const before = previous === null ? null : await this.last(made);
    if (before === null || anchorHash(before.anchor) === previous) return;
    throw new AnchorsRefused(
      `The anchor up to position ${made.to} does not name the one before it in ${this.folder}: one of the two was changed`,
    );
  }

  /** Gives the file its final name only once its content is on disk. An existing file must have the same content. */
  private async write(made: MadeAnchor): Promise<void> {
    const file = path.join(this.folder, nameOf(made));
    const part = `${file}.part`;
    const text = `${writeAnchor(made.anchor)}\n`;
    await rm(part, { force: true });
    await writeFile(part, text, { flag: 'wx', mode: 0o444, flush: true });
    try {
      await link(part, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if ((await readFile(file, 'utf8')) !== text) {
        throw new AnchorsRefused(`${file} differs from the anchor in the database`, { cause: error });
      }
    } finally {
      await rm(part, { force: true });
    }
  }
}
