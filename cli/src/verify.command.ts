import { committeesOf } from '@fairmark/events';
import { listRoleChanges, type Queries } from '@fairmark/server';
import { recordRead } from './audit/operator.js';
import { anchoredLog } from './proof/anchored-log.js';
import { givenAnchors } from './proof/given-anchors.js';
import { faultWords, noneAtHandWords, proofWords, replayWords } from './proof/proof-words.js';
import { verifyBundle } from './proof/verify-bundle.js';
import { replayLog, verifyLog } from './proof/verify-log.js';
import type { CommandSpec } from './shell/command.js';
import { Failed } from './shell/failure.js';
import type { Job } from './shell/job.js';
import { openAll } from './shell/open.js';
import { resolvePath } from './shell/shell.js';

interface Given {
  anchors?: string;
  chainOnly?: boolean;
}

/** `audit verify`: proves that nothing in the log was altered. */
export const verifyCommand: CommandSpec = {
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
  job.result({ ok: true, logId, anchors, ...proof, replayed }, `${proofWords(proof)} ${replayWords(replayed)}`);
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
  const { words, ...found } = await verifyBundle(folder, kept?.anchors ?? null);
  job.result({ ok: true, folder, ...found }, words);
}
