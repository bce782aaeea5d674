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
import { APP_SCHEMA, type Queries } from '@fairmark/server';
import { anchorAt, anchorsIn, placeKey, type AnchorPlace } from '@fairmark/projector';
import { codeOf, Failed } from '../shell/failure.js';
import { dataFolder, resolvePath, type Shell } from '../shell/shell.js';
import { placedAnchors } from './placed-anchors.js';
import type { ProvableLog } from './provable-log.js';

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

/** Anchors were changed, are missing or contradict each other, so they prove nothing. */
export class AnchorsWrong extends Failed {
  override readonly name = 'AnchorsWrong';
}

/**
 * Reads the anchors at the named place, or else those of ANCHOR_DIR or of the data folder of `npm start`. Throws
 * `AnchorsWrong` for a file with invalid or contradictory anchors, and `Failed` if a named place does not exist.
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
      const what = `The anchor up to position ${place.to} in ${folder}`;
      anchors.push(await readable(what, () => anchorAt(folder, place)));
      places.push(placeKey(place));
    } catch (error) {
      if (!(error instanceof AnchorsWrong)) throw error;
      // The log is still compared with the other anchors.
      problem ??= error.message;
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
    const anchor = await readable(`Line ${at + 1} of ${file}`, async () => readAnchor(line));
    // Events may be anchored again after a restore: then only `previous` and `madeAt` differ.
    const covered = writeAnchor({ ...anchor, previous: null, madeAt: '' });
    const place = `${anchor.logId} ${anchor.to}`;
    if ((byPlace.get(place) ?? covered) !== covered) {
      throw new AnchorsWrong(`${file} holds two different anchors up to position ${anchor.to}.`);
    }
    byPlace.set(place, covered);
    anchors.set(writeAnchor(anchor), anchor);
  }
  if (anchors.size === 0) throw new Failed(`${file} holds no anchors.`);
  return [...anchors.values()].sort(
    (one, other) => one.logId.localeCompare(other.logId) || Number(BigInt(one.to) - BigInt(other.to)),
  );
}

async function readable(what: string, read: () => Promise<Anchor>): Promise<Anchor> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AnchorUnreadable)) throw error;
    throw new AnchorsWrong(`${what} is not an anchor: ${error.message}.`, [], { cause: error });
  }
}

/**
 * Anchors in order, at most one per position, and why they are no chain of this log or of logs that were copied into
 * it, as a sentence; null if they are. A log can be compared even with those that are not.
 */
export async function checkedAnchors(given: GivenAnchors, log: ProvableLog, signal: AbortSignal) {
  const { placed, strange } = await placedAnchors(given.anchors, log, signal);
  const anchors = placed.filter(({ to }, at) => to !== placed[at - 1]?.to);
  const isStrange =
    strange === null ? null : `The anchor up to position ${strange.to} belongs to another log, ${strange.logId}.`;
  return { anchors, problem: given.problem ?? isStrange ?? chainProblem(given) };
}

/** A file may lack some anchors, and hold some from before and after a restore: check each against the one it names. */
function chainProblem({ anchors, kind }: GivenAnchors): string | null {
  const links = anchors.map((anchor) => {
    const before = anchors.filter(({ logId, to }) => logId === anchor.logId && to === anchor.after);
    const named = before.find((one) => anchorHash(one) === anchor.previous) ?? before[0];
    return anchorChainFault(named === undefined ? [anchor] : [named, anchor], 'middle');
  });
  const fault = kind === 'FOLDER' ? anchorChainFault(anchors) : links.find((link) => link !== null);
  return fault ? `The anchor up to position ${fault.to} ${fault.fault}.` : null;
}

/** An anchor in the database. */
export interface RememberedAnchor extends AnchorPlace {
  body: string;
  /** Whether the projector has written it to its folder. */
  kept: boolean;
}

/** The anchors in the database. Read these before the folder, which may gain some in the meantime. */
export async function rememberedAnchors(database: Queries): Promise<RememberedAnchor[]> {
  const { rows } = await database.query<RememberedAnchor>(
    `select part, position::text as to, body, 'FOLDER' = any (kept_by) as kept
     from ${APP_SCHEMA}.anchors order by part, position`,
  );
  return rows;
}

/**
 * Compares the anchors of the projector's folder with those in the database. As the database may have been
 * changed, it only shows which anchors the folder should have. Returns the problem as a sentence, or null.
 */
export function rememberedProblem(
  remembered: readonly RememberedAnchor[],
  { anchors, places, place }: GivenAnchors,
): string | null {
  const there = new Map(anchors.map((anchor, at) => [places[at], writeAnchor(anchor)]));
  for (const { part, to, body, kept } of remembered) {
    const text = there.get(placeKey({ part, to }));
    if (text === undefined && kept) {
      return `The anchor up to position ${to}, which is in the database, is missing in ${place}. If the anchors are in another folder, set ANCHOR_DIR.`;
    }
    if (text !== undefined && text !== body) {
      return `The anchor up to position ${to} in ${place} differs from the copy in the database: one of the two was changed.`;
    }
  }
  return null;
}
