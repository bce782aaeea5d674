import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson, roundStory, type RecordedEvent } from '@fairmark/events';
import type { Anchor } from '@fairmark/event-store';
import type { NamesById } from '@fairmark/read-models';
import { auditedRound } from '../audit/audited-round.js';
import { roundHtml } from '../audit/round-html.js';
import { settleFolder } from '../backup/streams.js';
import { codeOf, Failed } from '../shell/failure.js';
import { productVersion } from '../shell/shell.js';
import {
  BUNDLE_FILES,
  BUNDLE_FORMAT,
  BUNDLE_MANIFEST,
  eventLine,
  manifestText,
  sealManifest,
  sha256,
  type BundleEntry,
  type BundleFile,
  type BundleManifest,
} from './bundle.js';

/** An anchor with the hash of every event that it covers, so that its root can be computed again without the log. */
export interface OpenedAnchor {
  anchor: Anchor;
  hashes: string[];
}

/** What is put into a bundle. */
export interface BundleContent {
  logId: string;
  matchId: string;
  /** The whole stream, as recorded. */
  events: readonly RecordedEvent[];
  /** Names of golfers; null: they get numbers. */
  names: NamesById | null;
  /** Those that cover the events. */
  anchors: readonly OpenedAnchor[];
  lastAnchor: string | null;
  createdBy: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** The files of a bundle, and its manifest. */
export function bundleOf(content: BundleContent): { files: Record<BundleFile, string>; manifest: BundleManifest } {
  const { logId, matchId, events, anchors, lastAnchor, createdBy, createdAt } = content;
  const audited = auditedRound({ events: [...events], names: content.names ?? numberedNames(events), notes: null }, {});
  const files: Record<BundleFile, string> = {
    'events.jsonl': events.map((event) => `${eventLine(event)}\n`).join(''),
    'anchors.jsonl': anchors.map((opened) => `${canonicalJson(opened)}\n`).join(''),
    'card.json': `${JSON.stringify(audited, null, 2)}\n`,
    'card.html': roundHtml(audited, { by: createdBy, at: createdAt }),
  };
  const manifest = sealManifest({
    format: BUNDLE_FORMAT,
    version: productVersion(),
    createdAt,
    createdBy,
    logId,
    matchId,
    events: events.length,
    lastHash: events.at(-1)?.metadata.hash ?? '',
    lastAnchor,
    names: content.names !== null,
    files: {
      'events.jsonl': entryOf(files['events.jsonl']),
      'anchors.jsonl': entryOf(files['anchors.jsonl']),
      'card.json': entryOf(files['card.json']),
      'card.html': entryOf(files['card.html']),
    },
  });
  return { files, manifest };
}

const entryOf = (text: string): BundleEntry => ({ bytes: Buffer.byteLength(text), sha256: sha256(text) });

/** Writes a bundle into a folder that is not there yet, for its owner alone. The folder has its name once all of it is on the disk. */
export async function writeBundle(folder: string, content: BundleContent): Promise<BundleManifest> {
  const { files, manifest } = bundleOf(content);
  await refuseExisting(folder);
  const part = `${folder}.part`;
  await makePart(part);
  try {
    for (const name of BUNDLE_FILES) await writeNew(path.join(part, name), files[name]);
    await writeNew(path.join(part, BUNDLE_MANIFEST), manifestText(manifest));
    await settleFolder(part);
    await refuseExisting(folder);
    await rename(part, folder);
    await settleFolder(path.dirname(folder));
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
  return manifest;
}

async function refuseExisting(folder: string): Promise<void> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new Failed(`${folder} is there already. A bundle is written into a folder of its own: name another.`);
}

async function makePart(part: string): Promise<void> {
  try {
    await mkdir(part, { mode: 0o700 });
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT') throw new Failed(`There is no folder ${path.dirname(part)}: make it first.`, [], { cause });
    if (code === 'EEXIST') {
      throw new Failed(`${part} is there: another export runs, or was killed. If none runs, delete it.`, [], { cause });
    }
    throw cause;
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Names that say nothing: each golfer of a round gets a number, in the order of coming. */
function numberedNames(events: readonly RecordedEvent[]): NamesById {
  const { state } = roundStory(events);
  const inMatch =
    state === null ? [] : [...state.members.keys(), ...[...state.invites.values()].map(({ userId }) => userId)];
  const everybody = new Set([...inMatch, ...events.map(({ metadata }) => metadata.actorId)]);
  everybody.delete('system');
  return new Map([...everybody].map((id, at) => [id, `Golfer ${at + 1}`]));
}
