import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson, matchStream, type RecordedEvent } from '@fairmark/events';
import { storyMoments } from '@fairmark/read-models';
import type { Anchor } from '@fairmark/event-store';
import { codeOf, Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';
import { buildVersion } from '../shell/shell.js';
import { compareKept, coverage, readOpened } from './bundle-anchors.js';
import {
  BUNDLE_FILES,
  BUNDLE_MANIFEST,
  bundleFiles,
  entryOf,
  readManifest,
  type BundleFile,
  type BundleManifest,
} from './bundle.js';
import { ChainScan } from './chain-scan.js';
import { eventOn } from './event-line.js';
import { faultWords } from './proof-words.js';

/** What a bundle proves. */
type BundleProof = Awaited<ReturnType<typeof verifyBundle>>;

/** Size limit of a file; a round has about 130 events. */
const FILE_BYTES_MAX = 512 * 1_048_576;

/**
 * Checks everything in a bundle, without a database: its files, the hash of every event, the chain of the round, that
 * every signature has the hash of the card it signs, the root of every anchor, and that the card follows from the
 * events. `kept`: anchors kept elsewhere, which must include those of the bundle. Throws `Failed` at the first fault.
 */
export async function verifyBundle(folder: string, kept: readonly Anchor[] | null) {
  const manifest = readManifest((await bytesOf(folder, BUNDLE_MANIFEST)).toString());
  const known: readonly string[] = [BUNDLE_MANIFEST, ...BUNDLE_FILES];
  const strange = (await readdir(folder)).find((name) => !known.includes(name));
  if (strange !== undefined) throw new Failed(`${strange} does not belong to the bundle.`);
  const files = {} as Record<BundleFile, string>;
  for (const name of BUNDLE_FILES) {
    const bytes = await bytesOf(folder, name);
    if (canonicalJson(entryOf(bytes)) !== canonicalJson(manifest.files[name])) {
      throw new Failed(`${name} was changed: its hash is not the one in ${BUNDLE_MANIFEST}.`);
    }
    files[name] = bytes.toString();
  }
  const events = eventsOf(linesOf(files['events.jsonl']), manifest);
  const hashedCards = checkCards(events);
  const anchors = readOpened(linesOf(files['anchors.jsonl']));
  const anchored = coverage(events, anchors, manifest);
  const sameBuild = manifest.version === buildVersion();
  checkWritten(
    files,
    bundleFiles({ ...manifest, events, anchors, names: namesIn(JSON.parse(files['card.json'])) }),
    sameBuild,
  );
  const { matchId, logId, createdAt, names } = manifest;
  return {
    matchId,
    logId,
    createdAt,
    names,
    events: events.length,
    lastRevision: Number(events.at(-1)?.revision ?? 0n),
    /** Signatures, verified cards and corrections whose hash is that of the card at their revision. */
    hashedCards,
    /** Events that its anchors cover. */
    anchored,
    // Its anchors that are among the given copies, and events that those know; null without copies.
    ...(kept === null ? { compared: null, confirmed: null } : compareKept(events, anchors, { kept, logId })),
    /** Another build may word pages and stories differently. */
    sameBuild,
  };
}

const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);

async function bytesOf(folder: string, name: string): Promise<Buffer> {
  const file = path.join(folder, name);
  try {
    if ((await stat(file)).size > FILE_BYTES_MAX) throw new Failed(`${name} is too large for a bundle.`);
    return await readFile(file);
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT' && codeOf(cause) !== 'ENOTDIR') throw cause;
    const what = name === BUNDLE_MANIFEST ? `${folder} is not a bundle: it has no ${name}` : `${name} is missing`;
    throw new Failed(`${what}.`, [], { cause });
  }
}

function eventsOf(lines: readonly string[], { events: count, lastHash, matchId }: BundleManifest): RecordedEvent[] {
  const events = lines.map((line, at) => {
    const event = eventOn(line);
    if (event === null) throw new Failed(`Line ${at + 1} of events.jsonl is not an event.`);
    if (event.stream !== matchStream(matchId)) throw new Failed('events.jsonl holds another round.');
    return event;
  });
  const chain = new ChainScan(null);
  for (const event of events) chain.event(event);
  if (chain.first !== null) throw new Failed(faultWords(chain.first));
  if (events.length !== count || events.at(-1)?.metadata.hash !== lastHash) {
    throw new Failed('events.jsonl does not hold as many events as the manifest says.');
  }
  return events;
}

function checkCards(events: readonly RecordedEvent[]): number {
  const { moments } = storyMoments(events);
  for (const { line, problem, hashed } of moments) {
    if (problem !== null) {
      throw new Failed(`Event ${line.eventId} at revision ${line.revision} cannot be read: ${problem}.`);
    }
    if (hashed !== null && !hashed.fits) {
      throw new Failed(
        `${line.type} at revision ${line.revision} (${line.eventId}) has the hash of another card than the one at that revision.`,
      );
    }
  }
  return moments.filter(({ hashed }) => hashed !== null).length;
}

/**
 * Compares a bundle with the files that its events and anchors produce. Names in the card are not proven. Of another
 * build's story only the cards are compared.
 */
function checkWritten(files: Record<BundleFile, string>, expected: Record<BundleFile, string>, isSame: boolean): void {
  for (const name of ['events.jsonl', 'anchors.jsonl'] as const) {
    if (files[name] !== expected[name]) throw new Failed(`${name} was rewritten.`);
  }
  const comparable = (text: string): string => {
    const round = JSON.parse(text) as { cards?: unknown } | null;
    return canonicalJson({ content: isSame ? round : round?.cards });
  };
  if (comparable(files['card.json']) !== comparable(expected['card.json'])) {
    throw new Failed('card.json does not match the events.');
  }
  if (isSame && files['card.html'] !== expected['card.html']) {
    throw new Failed('card.html does not match the events.');
  }
}

/** What a bundle proves, in words. */
export function bundleWords(proof: BundleProof): string {
  const { matchId, events, lastRevision, hashedCards, anchored, compared, confirmed, names, sameBuild } = proof;
  const behind = events - anchored;
  const sentences = [
    `Round ${matchId}: ${counted(events, 'event')} as recorded; ${counted(hashedCards, 'signature and verification', 'signatures, verifications and corrections')} match the cards at that time.`,
    behind === 0
      ? 'Anchors in the bundle cover all of them.'
      : `Anchors in the bundle cover ${anchored} of them; for the other ${behind} a complete recomputation cannot be detected.`,
    anchored > 0 &&
      (compared === null
        ? 'Only copies kept elsewhere (--anchors) show whether these anchors are the original ones.'
        : `Each of its anchors (${compared}) is among the copies that were kept elsewhere.`),
    confirmed !== null &&
      confirmed < events &&
      `The copies that were kept elsewhere cover ${confirmed} of the ${counted(events, 'event')}.`,
    !sameBuild &&
      'Another build wrote the bundle: only the cards in card.json were compared, and nothing in card.html. "audit round" on the log prints it again.',
    names && 'Its names are not proven: events hold ids.',
    `Only the log shows whether the round continued after revision ${lastRevision}.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

/** The names in a round's audit, by id. */
function namesIn(value: unknown, names = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null) return names;
  const { id, fullName }: { id?: unknown; fullName?: unknown } = value;
  if (typeof id === 'string' && typeof fullName === 'string') names.set(id, fullName);
  for (const part of Object.values(value)) namesIn(part, names);
  return names;
}
