import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorChainFault, AnchorUnreadable, readAnchor, writeAnchor, type Anchor } from '@fairmark/events';
import { APP_SCHEMA, type Queries } from '@fairmark/platform';
import { anchorAt, anchorsIn } from '@fairmark/projector';
import { codeOf, Failed } from '../cli/failure.js';
import { resolvePath, type Shell } from '../cli/shell.js';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');

/** Anchors as somebody kept them. */
export interface GivenAnchors {
  /** Where they are; null: nobody said where, and none are expected. */
  place: string | null;
  /** A FOLDER has all of them from the log's beginning; a FILE may have some. */
  kind: 'FOLDER' | 'FILE';
  anchors: Anchor[];
  /** They are in the folder that the projector writes to, so that the database knows of them. */
  isOwn: boolean;
}

/** Anchors that were changed, are missing or contradict each other: then they prove nothing. */
export class AnchorsWrong extends Failed {
  override readonly name = 'AnchorsWrong';
}

/**
 * The anchors that were named, or those of ANCHOR_DIR, or of the data folder of `npm start`. Throws `AnchorsWrong` for anchors that were
 * changed, and `Failed` for a place that was named and is not there.
 */
export async function givenAnchors(shell: Shell, named: string | undefined): Promise<GivenAnchors> {
  const own = ownFolder(shell);
  const place = named === undefined ? own : resolvePath(shell, named);
  if (place === null) return { place, kind: 'FOLDER', anchors: [], isOwn: false };
  const found = await stat(place).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' && named === undefined) return null;
    if (codeOf(error) === 'ENOENT') throw new Failed(`There is nothing at ${place}.`, [], { cause: error });
    throw error;
  });
  if (found === null) return { place, kind: 'FOLDER', anchors: [], isOwn: true };
  const isFolder = found.isDirectory();
  const anchors = isFolder ? await fromFolder(place) : await fromFile(place);
  return { place, kind: isFolder ? 'FOLDER' : 'FILE', anchors, isOwn: place === own };
}

function ownFolder({ env }: Shell): string | null {
  if (env.ANCHOR_DIR) return path.resolve(env.ANCHOR_DIR);
  // A database that was named may belong to no data folder.
  if ((env.DATABASE_URL || env.DATABASE_URL_FILE) && !env.DATA_DIR) return null;
  return path.resolve(env.DATA_DIR || path.join(ROOT, '.data'), 'anchors');
}

async function fromFolder(folder: string): Promise<Anchor[]> {
  const anchors: Anchor[] = [];
  for (const to of await anchorsIn(folder)) {
    anchors.push(await readable(`The anchor up to position ${to} in ${folder}`, () => anchorAt(folder, to)));
  }
  return anchors;
}

async function fromFile(file: string): Promise<Anchor[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const anchors = new Map<string, Anchor>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const anchor = await readable(`Line ${at + 1} of ${file}`, async () => readAnchor(line));
    const same = anchors.get(anchor.to);
    if (same !== undefined && writeAnchor(same) !== writeAnchor(anchor)) {
      throw new AnchorsWrong(`${file} holds two different anchors up to position ${anchor.to}.`);
    }
    anchors.set(anchor.to, anchor);
  }
  if (anchors.size === 0) throw new Failed(`${file} holds no anchors.`);
  return [...anchors.values()].sort((one, other) => (BigInt(one.to) < BigInt(other.to) ? -1 : 1));
}

async function readable(what: string, read: () => Promise<Anchor>): Promise<Anchor> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AnchorUnreadable)) throw error;
    throw new AnchorsWrong(`${what} is no anchor: ${error.message}.`, [], { cause: error });
  }
}

/** Throws `AnchorsWrong` when anchors are not those of a log, one after the other. */
export function assertChain({ anchors, kind }: GivenAnchors, logId: string): void {
  let from = 0;
  for (let at = 1; at <= anchors.length; at += 1) {
    const isNext = anchors[at] !== undefined && anchors[at]?.after === anchors[at - 1]?.to;
    // In a file there may be some of them only.
    if (at < anchors.length && (isNext || kind === 'FOLDER')) continue;
    const fault = anchorChainFault(anchors.slice(from, at), logId, kind === 'FILE' ? 'middle' : 'beginning');
    if (fault !== null) throw new AnchorsWrong(`The anchor up to position ${fault.to} ${fault.fault}.`);
    from = at;
  }
}

/** An anchor as the database remembers it. */
export interface RememberedAnchor {
  position: string;
  body: string;
  /** The folder of the projector has it. */
  kept: boolean;
}

/** What the database remembers of anchors. To be asked before the folder is read, which may get more meanwhile. */
export async function rememberedAnchors(database: Queries): Promise<RememberedAnchor[]> {
  const { rows } = await database.query<RememberedAnchor>(
    `select position::text, body, 'FOLDER' = any (kept_by) as kept from ${APP_SCHEMA}.anchors order by anchors.position`,
  );
  return rows;
}

/**
 * Compares the anchors of the folder that the projector writes to with what the database remembers of them. It may have been changed:
 * what it says only tells which anchors the folder should have. Throws `AnchorsWrong`.
 */
export function compareRemembered(remembered: readonly RememberedAnchor[], { anchors, place }: GivenAnchors): void {
  const there = new Map(anchors.map((anchor) => [anchor.to, writeAnchor(anchor)]));
  for (const { position, body, kept } of remembered) {
    const text = there.get(position);
    if (text === undefined && kept) {
      throw new AnchorsWrong(
        `The anchor up to position ${position}, which the database remembers, is missing in ${place}. If the folder is another one, set ANCHOR_DIR.`,
      );
    }
    if (text !== undefined && text !== body) {
      throw new AnchorsWrong(
        `The anchor up to position ${position} in ${place} is another one than the database remembers: one of the two was changed.`,
      );
    }
  }
}
