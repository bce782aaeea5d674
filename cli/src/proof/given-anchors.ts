import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  anchorChainFault,
  anchorHash,
  AnchorUnreadable,
  readAnchor,
  writeAnchor,
  type Anchor,
} from '@fairmark/event-store';
import { anchorAt, anchorsIn, placeKey } from '@fairmark/projector';
import { codeOf, Failed } from '../shell/failure.js';
import { dataFolder, resolvePath, type Shell } from '../shell/shell.js';

/** Anchors as they were kept. */
export interface GivenAnchors {
  /** Their folder or file; null if none was named and none is expected. */
  place: string | null;
  /** A FOLDER has all of them from the start of the log; a FILE may have only some. */
  kind: 'FOLDER' | 'FILE';
  /** In order; those of a file ordered within each log. */
  anchors: Anchor[];
  /** The `placeKey` of each anchor of a folder. */
  places: string[];
  /** Whether this is the folder that the projector writes to, whose anchors are also in the database. */
  isOwn: boolean;
  /** The first anchor of a folder that could not be read, as a sentence; null if all could. */
  problem: string | null;
}

/**
 * Reads the anchors at the named place, or else those of ANCHOR_DIR or of the data folder of `npm start`. Throws
 * `Failed` for a file with invalid or contradictory anchors, and if a named place does not exist.
 */
export async function givenAnchors(shell: Shell, named: string | undefined): Promise<GivenAnchors> {
  const own = ownFolder(shell);
  const place = named === undefined ? own : resolvePath(shell, named);
  const none: GivenAnchors = { place, isOwn: place === own, kind: 'FOLDER', anchors: [], places: [], problem: null };
  if (place === null) return { ...none, isOwn: false };
  const isNamed = named !== undefined || Boolean(shell.env.ANCHOR_DIR);
  const found = await stat(place).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    if (!isNamed) return null;
    const by = named === undefined ? ', the folder that ANCHOR_DIR names,' : '';
    throw new Failed(`${place}${by} does not exist.`, [], { cause: error });
  });
  if (found === null) return none;
  if (found.isDirectory()) return { ...none, ...(await fromFolder(place)) };
  return { ...none, kind: 'FILE', anchors: await fromFile(place) };
}

function ownFolder(shell: Shell): string | null {
  const { env } = shell;
  if (env.ANCHOR_DIR) return path.resolve(env.ANCHOR_DIR);
  // A database that was named may belong to no data folder.
  if ((env.DATABASE_URL || env.DATABASE_URL_FILE) && !env.DATA_DIR) return null;
  return path.join(dataFolder(shell), 'anchors');
}

async function fromFolder(folder: string): Promise<Pick<GivenAnchors, 'anchors' | 'places' | 'problem'>> {
  const anchors: Anchor[] = [];
  const places: string[] = [];
  let problem: string | null = null;
  for (const place of await anchorsIn(folder)) {
    try {
      anchors.push(await anchorAt(folder, place));
      places.push(placeKey(place));
    } catch (error) {
      const { message } = unreadable(`The anchor up to position ${place.to} in ${folder}`, error);
      // The log is still compared with the other anchors.
      problem ??= message;
    }
  }
  return { anchors, places, problem };
}

async function fromFile(file: string): Promise<Anchor[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const anchors = new Map<string, Anchor>();
  const byPlace = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const anchor = anchorOn(line, `Line ${at + 1} of ${file}`);
    // Events may be anchored again after a restore: then only `previous` and `madeAt` differ.
    const covered = writeAnchor({ ...anchor, previous: null, madeAt: '' });
    const place = `${anchor.logId} ${anchor.to}`;
    if ((byPlace.get(place) ?? covered) !== covered) {
      throw new Failed(`${file} holds two different anchors up to position ${anchor.to}.`);
    }
    byPlace.set(place, covered);
    anchors.set(writeAnchor(anchor), anchor);
  }
  if (anchors.size === 0) throw new Failed(`${file} holds no anchors.`);
  return [...anchors.values()].sort(
    (one, other) => one.logId.localeCompare(other.logId) || Number(BigInt(one.to) - BigInt(other.to)),
  );
}

function anchorOn(line: string, what: string): Anchor {
  try {
    return readAnchor(line);
  } catch (error) {
    throw unreadable(what, error);
  }
}

/** The failure to read an anchor. Throws other errors. */
function unreadable(what: string, error: unknown): Failed {
  if (!(error instanceof AnchorUnreadable)) throw error;
  return new Failed(`${what} is not an anchor: ${error.message}.`, [], { cause: error });
}

/**
 * Why anchors are no chain, as a sentence, or null. A file may lack some, and hold some from before and after a restore:
 * each is checked against the one it names.
 */
export function chainProblem({ anchors, kind }: GivenAnchors): string | null {
  const links = anchors.map((anchor) => {
    const before = anchors.filter(({ logId, to }) => logId === anchor.logId && to === anchor.after);
    const named = before.find((one) => anchorHash(one) === anchor.previous) ?? before[0];
    return anchorChainFault(named === undefined ? [anchor] : [named, anchor], 'middle');
  });
  const fault = kind === 'FOLDER' ? anchorChainFault(anchors) : links.find((link) => link !== null);
  return fault ? `The anchor up to position ${fault.to} ${fault.fault}.` : null;
}
