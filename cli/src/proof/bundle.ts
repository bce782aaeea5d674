import { hash } from 'node:crypto';
import path from 'node:path';
import { canonicalJson, type RecordedEvent } from '@fairmark/events';
import type { Anchor } from '@fairmark/event-store';
import { golfersIn, type NamesById } from '@fairmark/read-models';
import { z } from 'zod';
import { auditRound } from '../audit/audited-round.js';
import { roundHtml } from '../audit/round-html.js';
import { Failed } from '../shell/failure.js';
import { writeNewFile } from '../shell/new-folder.js';
import { buildVersion } from '../shell/shell.js';
import { jsonOf, NUMERAL, plainEvent } from './event-line.js';

/** Raised when the format of bundles changes. */
const BUNDLE_FORMAT = 1;
export const BUNDLE_MANIFEST = 'manifest.json';
/** The files of a bundle besides its manifest. */
export const BUNDLE_FILES = ['events.jsonl', 'anchors.jsonl', 'card.json', 'card.html'] as const;
export type BundleFile = (typeof BUNDLE_FILES)[number];

const MANIFEST = z.object({
  format: z.literal(BUNDLE_FORMAT),
  /** Release and build that wrote it; earlier builds wrote the release alone. */
  version: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Name of the operator. */
  createdBy: z.string(),
  logId: z.string(),
  matchId: z.string(),
  events: z.int(),
  /** Hash of the last event of the round, which covers all of them. */
  lastHash: z.string(),
  /** Position at which the log's last anchor ended then, decimal; null if there was none. */
  lastAnchor: NUMERAL.nullable(),
  /** Whether it holds names of golfers. */
  names: z.boolean(),
  /** `sha256`: in hex, as `sha256sum` prints it. */
  files: z.record(z.enum(BUNDLE_FILES), z.object({ bytes: z.int(), sha256: z.string() })),
  /** Hash of everything above as canonical JSON, in hex. */
  sha256: z.string(),
});

/** The manifest of a bundle. */
export type BundleManifest = z.infer<typeof MANIFEST>;

/** An anchor with the hash of every event that it covers, so that its root can be recomputed without the log. */
export interface OpenedAnchor {
  anchor: Anchor;
  hashes: string[];
}

/** The content of a bundle. */
export interface BundleContent extends Pick<
  BundleManifest,
  'logId' | 'matchId' | 'lastAnchor' | 'createdBy' | 'createdAt'
> {
  /** The whole stream, as recorded. */
  events: readonly RecordedEvent[];
  /** Names of golfers; null replaces them with numbers. */
  names: NamesById | null;
  /** The anchors that cover the events. */
  anchors: readonly OpenedAnchor[];
}

/** The text of each file of a bundle. */
export function bundleFiles(content: BundleContent): Record<BundleFile, string> {
  const { anchors, names, createdBy: by, createdAt: at } = content;
  // The story follows the order of an event's fields, in which stores differ. A bundle has one order.
  const inOrder = (data: unknown): unknown => JSON.parse(canonicalJson(data as object));
  const events = content.events.map((event) => ({ ...event, data: inOrder(event.data) }));
  const stored = { events, names: names ?? numberedNames(events), notes: null };
  const { audited } = auditRound(stored);
  const lines = (values: readonly object[]): string => values.map((value) => `${canonicalJson(value)}\n`).join('');
  return {
    'events.jsonl': lines(events.map(plainEvent)),
    'anchors.jsonl': lines(anchors),
    'card.json': `${JSON.stringify(audited, null, 2)}\n`,
    'card.html': roundHtml(audited, { by, at }),
  };
}

/** Writes a bundle into an empty folder. */
export async function writeBundle(folder: string, content: BundleContent): Promise<BundleManifest> {
  const { events, names, anchors: _, ...about } = content;
  const files = bundleFiles(content);
  const entries = {} as BundleManifest['files'];
  for (const name of BUNDLE_FILES) entries[name] = entryOf(files[name]);
  const manifest = sealManifest({
    ...about,
    format: BUNDLE_FORMAT,
    version: buildVersion(),
    events: events.length,
    lastHash: events.at(-1)?.metadata.hash ?? '',
    names: names !== null,
    files: entries,
  });
  for (const name of BUNDLE_FILES) await writeNewFile(path.join(folder, name), files[name]);
  await writeNewFile(path.join(folder, BUNDLE_MANIFEST), manifestText(manifest));
  return manifest;
}

/** The entry of a file in the manifest. */
export function entryOf(content: string | Buffer): BundleManifest['files'][BundleFile] {
  return { bytes: Buffer.byteLength(content), sha256: hash('sha256', content, 'hex') };
}

/** Adds its own hash to a manifest. */
export function sealManifest(manifest: Omit<BundleManifest, 'sha256'>): BundleManifest {
  return { ...manifest, sha256: hash('sha256', canonicalJson(manifest), 'hex') };
}

/** The canonical text of a manifest, which is unique. */
export function manifestText(manifest: BundleManifest): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(manifest)), null, 2)}\n`;
}

/** Reads the manifest of a bundle. Throws `Failed` if it is invalid or was changed. */
export function readManifest(text: string): BundleManifest {
  const read = jsonOf(text);
  const { format, sha256: _, ...rest } = (read ?? {}) as Partial<BundleManifest>;
  if ('tables' in rest) throw new Failed('This is a backup: check it with npm run ops -- backup verify.');
  if (format !== BUNDLE_FORMAT) {
    throw new Failed(
      `${BUNDLE_MANIFEST} was changed, or written by another release: its format is not ${BUNDLE_FORMAT}.`,
    );
  }
  // Keep unknown fields: another release may have written more.
  const manifest = { format, ...rest } as BundleManifest;
  if (!MANIFEST.safeParse(read).success || manifestText(sealManifest(manifest)) !== text) {
    throw new Failed(`${BUNDLE_MANIFEST} was changed: its hash does not match.`);
  }
  return sealManifest(manifest);
}

/** Anonymous names: the golfers of a round are numbered in the order in which they joined. */
function numberedNames(events: readonly RecordedEvent[]): NamesById {
  return new Map(golfersIn(events).map((id, at) => [id, `Golfer ${at + 1}`]));
}
