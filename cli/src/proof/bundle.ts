import { createHash } from 'node:crypto';
import { canonicalJson, type RecordedEvent } from '@fairmark/events';
import { Failed } from '../shell/failure.js';

/** Raised when a bundle is written in another way. */
export const BUNDLE_FORMAT = 1;
export const BUNDLE_MANIFEST = 'manifest.json';
/** What a bundle consists of beside its manifest. */
export const BUNDLE_FILES = ['events.jsonl', 'anchors.jsonl', 'card.json', 'card.html'] as const;
export type BundleFile = (typeof BUNDLE_FILES)[number];

/** A file of a bundle. */
export interface BundleEntry {
  bytes: number;
  /** Hex: `sha256sum` says the same. */
  sha256: string;
}

/** What a bundle says of itself. */
export interface BundleManifest {
  format: number;
  /** Release of the product that wrote it. */
  version: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Whose terminal it was. */
  createdBy: string;
  logId: string;
  matchId: string;
  events: number;
  /** Of the last event of the round: it stands for all of them. */
  lastHash: string;
  /** Where the last anchor of the log ended then, decimal; null: there was none. */
  lastAnchor: string | null;
  /** Whether it holds names of golfers. */
  names: boolean;
  files: Record<BundleFile, BundleEntry>;
  /** Of everything above, as canonical JSON, hex. */
  sha256: string;
}

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
  if (!isObject(read) || read.format !== BUNDLE_FORMAT) {
    throw new Failed(
      `${BUNDLE_MANIFEST} was changed, or written by another release: its format is not ${BUNDLE_FORMAT}.`,
    );
  }
  const { sha256: own, ...rest } = read;
  if (sha256(canonicalJson(rest)) !== own || !isManifest(read) || manifestText(read) !== text) {
    throw new Failed(`${BUNDLE_MANIFEST} was changed: its hash does not fit it.`);
  }
  return read;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEntry = (value: unknown): boolean =>
  isObject(value) && Number.isSafeInteger(value.bytes) && typeof value.sha256 === 'string';

const isPositionOrNull = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^\d{1,19}$/.test(value));

function isManifest(value: Record<string, unknown>): value is Record<string, unknown> & BundleManifest {
  const { files, events, lastAnchor, names } = value;
  const texts = [value.version, value.createdAt, value.createdBy, value.logId, value.matchId, value.lastHash];
  if (!texts.every((text) => typeof text === 'string') || !Number.isSafeInteger(events)) return false;
  if (typeof names !== 'boolean' || !isPositionOrNull(lastAnchor)) return false;
  return (
    isObject(files) &&
    Object.keys(files).length === BUNDLE_FILES.length &&
    BUNDLE_FILES.every((name) => isEntry(files[name]))
  );
}

/** An event as a line of a bundle: as it was recorded, in canonical JSON. */
export function eventLine({ position, stream, revision, id, type, data, metadata }: RecordedEvent): string {
  return canonicalJson({ position: `${position}`, stream, revision: `${revision}`, id, type, data, metadata });
}
