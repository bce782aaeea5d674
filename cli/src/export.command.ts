import type { Anchor } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { Option } from 'commander';
import { matchIdOf, readRound } from './audit/audited-round.js';
import { operatorOf, recordRead } from './audit/operator.js';
import { anchoredLog, cutFault } from './proof/anchored-log.js';
import { covers } from './proof/bundle-anchors.js';
import { faultAt, hashed } from './proof/chain-scan.js';
import { faultWords } from './proof/proof-words.js';
import type { ProvableLog } from './proof/provable-log.js';
import { writeBundle, type BundleContent, type OpenedAnchor } from './proof/bundle.js';
import { verifyBundle } from './proof/verify-bundle.js';
import type { CommandSpec } from './shell/command.js';
import { Failed } from './shell/failure.js';
import type { Job } from './shell/job.js';
import { writeFolder } from './shell/new-folder.js';
import { openAll } from './shell/open.js';
import { counted } from './shell/output.js';
import { resolvePath } from './shell/shell.js';

export const exportCommand: CommandSpec = {
  name: 'export',
  summary: 'export a round as evidence that can be verified on its own',
  about: `
Writes a round into a new folder: every event as it was recorded, the cards and the story (card.json, and card.html to print), the
anchors that cover the events with all hashes that they were made from, and a manifest with the hash of each file. "audit verify FOLDER"
checks all of it on another machine, without a database; only the log shows whether the round has later events.
A round that was altered is not exported, nor is any round of a log that ends before its anchors or tables do.

Golfers appear with numbers and ids. With --names it also holds their names: treat it as personal data. Notes of committees are left
out.`,
  args: [['<id>', 'id of the round']],
  options: [
    new Option('--to <folder>', 'a folder that does not exist yet').makeOptionMandatory(),
    ['--anchors <place>', 'a folder of anchors, or a file with one per line'],
    ['--names', 'include the names of golfers'],
  ],
  examples: [
    ['Evidence for a committee', 'audit export 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01 --to evidence --names'],
    ['Check it', 'audit verify evidence'],
  ],
  interrupted: 'The incomplete bundle was removed.',
  run: exportRound,
};

async function exportRound(
  job: Job,
  given: { to: string; anchors?: string; names?: boolean },
  id: string,
): Promise<void> {
  const { shell, signal } = job;
  const matchId = matchIdOf(id);
  const folder = resolvePath(shell, given.to);
  const of = await openAll(job);
  await recordRead(shell, of.database, { what: 'export', subject: matchId });
  const { events, names } = await readRound(of, matchId);
  const { log, kept, anchors, problem, cut } = await anchoredLog(job, of, given.anchors);
  if (problem !== null) throw new Failed(problem);
  // The end that is missing may hold events of this round.
  const lastAnchor = anchors.at(-1)?.to ?? null;
  const fault = cut ?? cutFault(log.head, BigInt(lastAnchor ?? 0), 'the anchors cover');
  if (fault !== null) throw new Failed(faultWords(fault), [], {}, { fault });
  const covering = anchors.filter((anchor) => events.some(({ position }) => covers(anchor, position)));
  const content: BundleContent = {
    logId: log.id,
    matchId,
    events,
    names: given.names === true ? names : null,
    anchors: await opened(log, { placed: covering, made: kept.anchors }, signal),
    lastAnchor,
    createdBy: operatorOf(shell),
    createdAt: new Date().toISOString(),
  };
  const manifest = await writeFolder(folder, async (part) => {
    const written = await writeBundle(part, content);
    await verifyBundle(part, null);
    return written;
  });
  const personal = manifest.names ? ' It holds names of golfers: treat it as personal data.' : '';
  job.result(
    { ok: true, folder, matchId, events: manifest.events, names: manifest.names, lastHash: manifest.lastHash },
    `Wrote round ${matchId}, ${counted(manifest.events, 'event')}, to ${folder}.${personal}`,
  );
}

/** The anchors as they were made, each with the hashes of the events that it covers in this log. */
async function opened(
  log: ProvableLog,
  { placed, made }: Readonly<Record<'placed' | 'made', readonly Anchor[]>>,
  signal: AbortSignal,
): Promise<OpenedAnchor[]> {
  const all: OpenedAnchor[] = [];
  for (const { after, to, root, previous } of placed) {
    const hashes: string[] = [];
    for await (const page of log.pages(BigInt(after ?? 0), BigInt(to), signal)) {
      hashes.push(...page.map(hashOf));
    }
    const anchor = made.find((one) => one.root === root && one.previous === previous);
    if (anchor !== undefined) all.push({ anchor, hashes });
  }
  return all;
}

function hashOf(recorded: RecordedEvent): string {
  const event = hashed(recorded);
  if (!event.isWrong) return event.hash;
  const fault = faultAt(event, 'ALTERED', 'its hash does not match');
  throw new Failed(faultWords(fault), [], {}, { fault });
}
