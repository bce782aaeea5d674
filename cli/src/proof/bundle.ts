import { createHash } from 'node:crypto';
import path from 'node:path';
import { canonicalJson, roundStory, type RecordedEvent } from '@fairmark/events';
import type { Anchor } from '@fairmark/event-store';
import type { NamesById } from '@fairmark/read-models';
import { z } from 'zod';
import { auditRound } from '../audit/audited-round.js';
import { roundHtml } from '../audit/round-html.js';
import { Failed } from '../shell/failure.js';
import { writeFolder, writeNewFile } from '../shell/new-folder.js';
import { productVersion } from '../shell/shell.js';
import { NUMERAL, plainEvent } from './event-line.js';

/** Raised when a bundle is written in another way. */
export const BUNDLE_FORMAT = 1;
export const BUNDLE_MANIFEST = 'manifest.json';
/** What a bundle consists of beside its manifest. */
export const BUNDLE_FILES = ['events.jsonl', 'anchors.jsonl', 'card.json', 'card.html'] as const;
export type BundleFile = (typeof BUNDLE_FILES)[number];

const MANIFEST = z.object({
  format: z.literal(BUNDLE_FORMAT),
  /** Release of the product that wrote it. */
  version: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Whose terminal it was. */
  createdBy: z.string(),
  logId: z.string(),
  matchId: z.string(),
  events: z.int(),
  /** Of the last event of the round: it stands for all of them. */
  lastHash: z.string(),
  /** Where the last anchor of the log ended then, decimal; null: there was none. */
  lastAnchor: NUMERAL.nullable(),
  /** Whether it holds names of golfers. */
  names: z.boolean(),
  /** `sha256`: hex, as `sha256sum` says it. */
  files: z.record(z.enum(BUNDLE_FILES), z.object({ bytes: z.int(), sha256: z.string() })),
  /** Of everything above, as canonical JSON, hex. */
  sha256: z.string(),
});

/** What a bundle says of itself. */
export type BundleManifest = z.infer<typeof MANIFEST>;

/** An anchor with the hash of every event that it covers, so that its root can be computed again without the log. */
export interface OpenedAnchor {
  anchor: Anchor;
  hashes: string[];
}

/** What is put into a bundle. */
export interface BundleContent extends Pick<
  BundleManifest,
  'logId' | 'matchId' | 'lastAnchor' | 'createdBy' | 'createdAt'
> {
  /** The whole stream, as recorded. */
  events: readonly RecordedEvent[];
  /** Names of golfers; null: they get numbers. */
  names: NamesById | null;
  /** Those that cover the events. */
  anchors: readonly OpenedAnchor[];
}

/** The files of a bundle. */
export function bundleFiles({
  events,
  anchors,
  names,
  createdBy,
  createdAt,
}: BundleContent): Record<BundleFile, string> {
  const stored = { events: [...events], names: names ?? numberedNames(events), notes: null };
  const { audited } = auditRound(stored, {});
  const lines = (values: readonly object[]): string => values.map((value) => `${canonicalJson(value)}\n`).join('');
  return {
    'events.jsonl': lines(events.map(plainEvent)),
    'anchors.jsonl': lines(anchors),
    'card.json': `${JSON.stringify(audited, null, 2)}\n`,
    'card.html': roundHtml(audited, { by: createdBy, at: createdAt }),
  };
}

/** Writes a bundle into a folder that is not there yet (`writeFolder`). */
export async function writeBundle(folder: string, content: BundleContent): Promise<BundleManifest> {
  const { events, names, anchors: _, ...about } = content;
  const files = bundleFiles(content);
  const manifest = sealManifest({
    ...about,
    format: BUNDLE_FORMAT,
    version: productVersion(),
    events: events.length,
    lastHash: events.at(-1)?.metadata.hash ?? '',
    names: names !== null,
    files: {
      'events.jsonl': entryOf(files['events.jsonl']),
      'anchors.jsonl': entryOf(files['anchors.jsonl']),
      'card.json': entryOf(files['card.json']),
      'card.html': entryOf(files['card.html']),
    },
  });
  await writeFolder(folder, async (part) => {
    for (const name of BUNDLE_FILES) await writeNewFile(path.join(part, name), files[name]);
    await writeNewFile(path.join(part, BUNDLE_MANIFEST), manifestText(manifest));
  });
  return manifest;
}

/** What the manifest says of a file. */
export function entryOf(content: string | Buffer): BundleManifest['files'][BundleFile] {
  return { bytes: Buffer.byteLength(content), sha256: sha256(content) };
}

/** A manifest with its own hash. */
export function sealManifest(manifest: Omit<BundleManifest, 'sha256'>): BundleManifest {
  return { ...manifest, sha256: sha256(canonicalJson(manifest)) };
}

/** A manifest as it is written: there is one text for each. */
export function manifestText(manifest: BundleManifest): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(manifest)), null, 2)}\n`;
}

/** Reads what a bundle says of itself. Throws `Failed` when it is none, or was changed. */
export function readManifest(text: string): BundleManifest {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw new Failed(`${BUNDLE_MANIFEST} was changed: it is not JSON.`, [], { cause });
  }
  const { format, sha256: _, ...rest } = (read ?? {}) as Partial<BundleManifest>;
  if (format !== BUNDLE_FORMAT) {
    throw new Failed(
      `${BUNDLE_MANIFEST} was changed, or written by another release: its format is not ${BUNDLE_FORMAT}.`,
    );
  }
  // As it was read: another release may have written more into it.
  const manifest = { format, ...rest } as BundleManifest;
  if (!MANIFEST.safeParse(read).success || manifestText(sealManifest(manifest)) !== text) {
    throw new Failed(`${BUNDLE_MANIFEST} was changed: its hash does not fit it.`);
  }
  return sealManifest(manifest);
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
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
