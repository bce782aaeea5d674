import path from 'node:path';
import { canonicalJson, roundStory, type RecordedEvent } from '@fairmark/events';
import type { Anchor } from '@fairmark/event-store';
import type { NamesById } from '@fairmark/read-models';
import { auditedRound } from '../audit/audited-round.js';
import { roundHtml } from '../audit/round-html.js';
import { writeFolder, writeNewFile } from '../shell/new-folder.js';
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

/** Writes a bundle into a folder that is not there yet (`writeFolder`). */
export async function writeBundle(folder: string, content: BundleContent): Promise<BundleManifest> {
  const { files, manifest } = bundleOf(content);
  await writeFolder(folder, async (part) => {
    for (const name of BUNDLE_FILES) await writeNewFile(path.join(part, name), files[name]);
    await writeNewFile(path.join(part, BUNDLE_MANIFEST), manifestText(manifest));
  });
  return manifest;
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
