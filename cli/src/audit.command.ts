import type { Anchor } from '@fairmark/event-store';
import { committeesOf, type RecordedEvent } from '@fairmark/events';
import { listRoleChanges, type Queries } from '@fairmark/server';
import { Option } from 'commander';
import { matchIdOf, readRound } from './audit/audited-round.js';
import { boardCommand } from './audit/board.command.js';
import { operatorOf, recordRead } from './audit/operator.js';
import { actsCommand, readsCommand } from './audit/records.command.js';
import { roundCommand } from './audit/round.command.js';
import { anchoredLog, cutFault } from './proof/anchored-log.js';
import { writeBundle, type BundleContent, type OpenedAnchor } from './proof/bundle.js';
import { covers } from './proof/bundle-anchors.js';
import { faultAt, hashed } from './proof/chain-scan.js';
import { givenAnchors } from './proof/given-anchors.js';
import { faultWords, noneAtHandWords, proofWords, replayWords } from './proof/proof-words.js';
import type { ProvableLog } from './proof/provable-log.js';
import { bundleWords, verifyBundle } from './proof/verify-bundle.js';
import { replayLog, verifyLog } from './proof/verify-log.js';
import type { CommandSpec } from './shell/command.js';
import { Failed } from './shell/failure.js';
import type { Job } from './shell/job.js';
import { writeFolder } from './shell/new-folder.js';
import { openAll } from './shell/open.js';
import { counted } from './shell/output.js';
import { resolvePath } from './shell/shell.js';

type Given = { anchors?: string; chainOnly?: boolean };

/** `audit verify`: proves that nothing in the log was altered. */
const verifyCommand: CommandSpec = {
  name: 'verify',
  summary: 'prove that nothing was altered, removed, inserted or moved',
  about: `
Recomputes the hash of every event, follows the chain of every round and competition, checks that no event is missing, and
compares the order of all events with the anchors that were kept outside the database. The first event that is not as it
was recorded is named, and the exit code is 1.

Anchors are taken from ANCHOR_DIR, or from the data folder of npm start. Copies to which the operator of the database
never had access are better: the mails of ANCHOR_MAIL_TO, or what ANCHOR_COMMAND kept. Events after the last anchor are covered only by
their chains, and the result says how many there are: a change after which every hash was recomputed goes unnoticed there,
and so does cutting off the end of the log or changing the order of events of different rounds.

Then every command of every round and competition is decided again, on the state before it and at its time. An event that the
rules did not allow its actor to cause is named with their answer, whatever its hash; so is a correction by a golfer who was not on
the course's committee at that time (roles history).

With a bundle (audit export) no database is needed.`,
  args: [['[bundle]', 'a folder that audit export wrote']],
  options: [
    ['--anchors <place>', 'a folder of anchors, or a file with one per line'],
    ['--chain-only', 'check only hashes and anchors: do not decide commands again'],
  ],
  examples: [
    ['The whole log', 'audit verify'],
    ['Against anchors that came by mail', 'audit verify --anchors anchors.jsonl'],
    ['A bundle, on another machine', 'audit verify evidence/'],
  ],
  run: (job, given: Given, bundle: string | undefined) =>
    bundle === undefined ? showProof(job, given) : showBundle(job, bundle, given),
};

async function showProof(job: Job, given: Given): Promise<void> {
  const opened = await openAll(job);
  await recordRead(job.shell, opened.database, { what: 'verify', subject: 'log' });
  const { log, kept, anchors: placed, problem, remembered, cut } = await anchoredLog(job, opened, given.anchors);
  const logId = log.id;
  const { tails, ...proof } = await verifyLog(job, log, placed);
  const altered = proof.fault ?? cut;
  const isReplayed = given.chainOnly !== true && altered === null;
  const replay = isReplayed ? await replayLog(opened.store, tails, await committees(opened.database), job) : null;
  const fault = altered ?? replay?.fault ?? null;
  if (problem !== null) {
    const words = fault === null ? problem : `${problem} ${faultWords(fault)}`;
    throw new Failed(words, [], {}, { logId, fault, anchorsProblem: problem });
  }
  if (fault !== null) throw new Failed(faultWords(fault), [], {}, { logId, fault });
  const anchors = { place: kept.place, count: kept.anchors.length, remembered };
  if (kept.anchors.length === 0 && remembered > 0) {
    throw new Failed(noneAtHandWords(proof, remembered), [], {}, { logId, anchors });
  }
  const replayed = replay?.replayed ?? null;
  job.result({ logId, anchors, ...proof, replayed }, `${proofWords(proof)} ${replayWords(replayed)}`);
}

/** More role changes than a club ever makes. If there are more, the earliest are unknown. */
const CHANGES_MAX = 100_000;

async function committees(database: Queries) {
  const changes = await listRoleChanges(database, CHANGES_MAX);
  return committeesOf(changes.filter(({ role }) => role === 'COMMITTEE'));
}

async function showBundle(job: Job, given: string, { anchors }: Given): Promise<void> {
  const folder = resolvePath(job.shell, given);
  const kept = anchors === undefined ? null : await givenAnchors(job.shell, anchors);
  if (typeof kept?.problem === 'string') throw new Failed(kept.problem);
  const proof = await verifyBundle(folder, kept?.anchors ?? null);
  job.result({ folder, ...proof }, bundleWords(proof));
}

/** `audit export`: writes a round as evidence. */
const exportCommand: CommandSpec = {
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
    { folder, matchId, events: manifest.events, names: manifest.names, lastHash: manifest.lastHash },
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

/** `audit …`: the commands of auditors and committees. */
export const auditCommand: CommandSpec = {
  name: 'audit',
  summary: 'show what happened in a round or on a board, and prove that nothing was altered',
  about: 'Answers questions of auditors and committees from the log. Every read is recorded before anything is shown.',
  commands: [roundCommand, boardCommand, verifyCommand, exportCommand, readsCommand, actsCommand],
};
