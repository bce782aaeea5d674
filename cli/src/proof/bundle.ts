import { createHash } from 'node:crypto';
import { canonicalJson, type RecordedEvent } from '@fairmark/events';
import { z } from 'zod';
import { NUMERAL } from '../backup/manifest.js';
import { Failed } from '../shell/failure.js';

/** Raised when a bundle is written in another way. */
export const BUNDLE_FORMAT = 1;
export const BUNDLE_MANIFEST = 'manifest.json';
/** What a bundle consists of beside its manifest. */
export const BUNDLE_FILES = ['events.jsonl', 'anchors.jsonl', 'card.json', 'card.html'] as const;
export type BundleFile = (typeof BUNDLE_FILES)[number];

const FILE = z.object({
  bytes: z.int(),
  /** Hex: `sha256sum` says the same. */
  sha256: z.string(),
});

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
  files: z.record(z.enum(BUNDLE_FILES), FILE),
  /** Of everything above, as canonical JSON, hex. */
  sha256: z.string(),
});

/** A file of a bundle. */
export type BundleEntry = z.infer<typeof FILE>;
/** What a bundle says of itself. */
export type BundleManifest = z.infer<typeof MANIFEST>;

/** SHA-256, hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
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
  const { format, sha256: own, ...rest } = (read ?? {}) as Partial<BundleManifest>;
  if (format !== BUNDLE_FORMAT) {
    throw new Failed(
      `${BUNDLE_MANIFEST} was changed, or written by another release: its format is not ${BUNDLE_FORMAT}.`,
    );
  }
  const manifest = read as BundleManifest;
  const fits = sha256(canonicalJson({ format, ...rest })) === own && manifestText(manifest) === text;
  if (!fits || !MANIFEST.safeParse(read).success) {
    throw new Failed(`${BUNDLE_MANIFEST} was changed: its hash does not fit it.`);
  }
  return manifest;
}

/** An event as a line of a bundle: as it was recorded, in canonical JSON. */
export function eventLine({ position, stream, revision, id, type, data, metadata }: RecordedEvent): string {
  return canonicalJson({ position: `${position}`, stream, revision: `${revision}`, id, type, data, metadata });
}
