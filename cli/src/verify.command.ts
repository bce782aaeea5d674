import { committeesOf } from '@fairmark/events';
import { listRoleChanges, type Queries } from '@fairmark/server';
import { InvalidArgumentError, Option } from 'commander';
import { matchIdOf, readRound } from './audit/audited-round.js';
import { recordRead } from './audit/operator.js';
import { followedTo, shortFault } from './proof/followers.js';
import {
  AnchorsWrong,
  checkedAnchors,
  givenAnchors,
  rememberedAnchors,
  rememberedProblem,
} from './proof/given-anchors.js';
import { faultWords, noneAtHandWords, proofWords, replayWords } from './proof/proof-words.js';
import { postgresLog, storeLog } from './proof/provable-log.js';
import { forbiddenFault, replayLog, type ReplayProof } from './proof/replay-log.js';
import { verifyBundle } from './proof/verify-bundle.js';
import { verifyLog, verifyRound, type LogProof } from './proof/verify-log.js';
import type { CommandSpec } from './shell/command.js';
import { Failed, Misused } from './shell/failure.js';
import type { Job } from './shell/job.js';
import { openAll, type LogAndDatabase } from './shell/open.js';
import { resolvePath, setting } from './shell/shell.js';

interface Given {
  round?: string;
  from?: bigint;
  to?: bigint;
  anchors?: string;
  chainOnly?: boolean;
}

/** `audit verify`: proves that nothing in the log was altered. */
export const verifyCommand: CommandSpec = {
  name: 'verify',
  summary: 'prove that nothing was altered, removed, inserted or moved',
  about: `
Computes the hash of every event again, follows the chain of every round and competition, looks whether any event is missing,
and compares the order of all events with the anchors that were kept outside of the database. The first event that is not as it
was recorded is named, and the exit code is 1.

Anchors are taken from ANCHOR_DIR, or from the data folder of npm start. Better are copies that the operator of the database never
had access to: the mails of ANCHOR_MAIL_TO, or what ANCHOR_COMMAND kept. Events after the last anchor are covered by their chains
alone, and the answer says how many these are: computing every hash after a change again goes unnoticed there, and so does
cutting off the end of the log or changing the order of events of different rounds.

Then every command of every round and competition is decided again, on the state before it and at its time. An event that the
rules did not let its actor write is named with what they answer, whatever its hash; so is a correction by a golfer who was not of
the course's committee at that time (roles history). A part of the log (--from, --to) is not decided again.

With a bundle (audit export) no database is needed.`,
  args: [['[bundle]', 'a folder that audit export wrote']],
  options: [
    ['--round <id>', 'only this round, and the anchors that cover it'],
    new Option('--from <position>', 'only from this position of the log on').argParser(positionOf),
    new Option('--to <position>', 'only up to this position').argParser(positionOf),
    ['--anchors <place>', 'a folder of anchors, or a file with some, a line each'],
    ['--chain-only', 'hashes and anchors alone: commands are not decided again'],
  ],
  examples: [
    ['The whole log', 'audit verify'],
    ['Against anchors that came by mail', 'audit verify --anchors anchors.jsonl'],
    ['One round', 'audit verify --round 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01'],
    ['A part of the log', 'audit verify --from 120000 --to 130000'],
    ['A bundle, on another machine', 'audit verify evidence/'],
  ],
  run: (job, given: Given, bundle: string | undefined) =>
    bundle === undefined ? showProof(job, given) : showBundle(job, bundle, given),
};

async function showProof(job: Job, given: Given): Promise<void> {
  const matchId = given.round === undefined ? null : matchIdOf(given.round);
  if (matchId !== null && (given.from !== undefined || given.to !== undefined)) {
    throw new Misused('--round goes without --from and --to.');
  }
  const { from = 1n, to } = given;
  if (to !== undefined && from > to) throw new Misused('--from is behind --to.');
  const opened = await openAll(job);
  await recordRead(job.shell, opened.database, { what: 'verify', subject: matchId ?? 'log' });
  const anchored = await anchoredLog(job, opened, given.anchors);
  const { log, anchors } = anchored;
  const common = { log, anchors, progress: job.progress, signal: job.signal };
  const isReplayed = given.chainOnly !== true;
  if (matchId !== null) {
    const { events } = await readRound(opened, matchId);
    const proof = await verifyRound(events, common);
    const replay = isReplayed
      ? { replayed: 1, fault: forbiddenFault(events, await committees(opened.database)) }
      : null;
    show(job, proof, { ...anchored, matchId, replay });
  } else {
    const { tails, ...proof } = await verifyLog({ ...common, after: from - 1n, to });
    const whole = proof.partial ? proof : { ...proof, fault: proof.fault ?? shortFault(log.head, anchored.followed) };
    const replay = isReplayed ? await replayWhole(job, opened, whole, tails) : null;
    show(job, whole, { ...anchored, matchId, replay });
  }
}

/** Decides the log's commands again, unless only a part of it was read or there is a fault already. */
async function replayWhole(
  job: Job,
  { store, database }: LogAndDatabase,
  { partial, fault }: LogProof,
  tails: Parameters<typeof replayLog>[1],
): Promise<ReplayProof | null> {
  return partial || fault !== null ? null : replayLog(store, tails, await committees(database), job);
}

/** More role changes than a club ever makes. If there are more, the earliest are unknown. */
const CHANGES_MAX = 100_000;

async function committees(database: Queries) {
  const changes = await listRoleChanges(database, CHANGES_MAX);
  return committeesOf(changes.filter(({ role }) => role === 'COMMITTEE'));
}

interface Proved extends AnchoredLog {
  matchId: string | null;
  /** null: commands were not decided again. */
  replay: ReplayProof | null;
}

function show(job: Job, proof: LogProof, about: Proved): void {
  const { log, matchId, problem, kept, remembered, replay } = about;
  const logId = log.id;
  const fault = proof.fault ?? replay?.fault ?? null;
  if (problem !== null) {
    const words = fault === null ? problem : `${problem} ${faultWords(fault)}`;
    throw new AnchorsWrong(words, [], {}, { logId, fault, anchorsProblem: problem });
  }
  if (fault !== null) throw new Failed(faultWords(fault), [], {}, { logId, fault });
  const anchors = { place: kept.place, count: kept.anchors.length, remembered };
  if (kept.anchors.length === 0 && remembered > 0) {
    throw new Failed(noneAtHandWords(proof, remembered), [], {}, { logId, anchors });
  }
  const replayed = replay?.replayed ?? null;
  const words = `${proofWords(proof)} ${replayWords(replayed)}`;
  const result = { ok: true, logId, matchId, anchors, ...proof, replayed };
  job.result(result, `${matchId === null ? '' : `Round ${matchId}: `}${words}`);
}

async function showBundle(job: Job, given: string, { round, from, to, anchors }: Given): Promise<void> {
  if (round !== undefined || from !== undefined || to !== undefined) {
    throw new Misused('A bundle is one round: it goes without --round, --from and --to.');
  }
  const folder = resolvePath(job.shell, given);
  const kept = anchors === undefined ? null : await givenAnchors(job.shell, anchors);
  if (typeof kept?.problem === 'string') throw new AnchorsWrong(kept.problem);
  const { words, ...found } = await verifyBundle(folder, kept?.anchors ?? null);
  job.result({ ok: true, folder, ...found }, words);
}

/** The log and its anchors, how many anchors the database remembers, and up to where the log was processed. */
type AnchoredLog = Awaited<ReturnType<typeof anchoredLog>>;

/** Opens the log with its anchors. */
export async function anchoredLog(
  { shell, signal }: Job,
  { store, database, url }: LogAndDatabase,
  place: string | undefined,
) {
  const remembered = await rememberedAnchors(database);
  // Read before the log's head: by then the log has everything that is anchored.
  const kept = await givenAnchors(shell, place);
  const followed = await followedTo(database, await store.logId());
  const isInPostgres = setting(shell, 'EVENT_STORE_URL') === undefined;
  const log = isInPostgres ? await postgresLog(url, store) : await storeLog(store);
  const { anchors, problem } = await checkedAnchors(kept, log, signal);
  const contradiction = problem ?? (kept.isOwn ? rememberedProblem(remembered, kept) : null);
  return { log, kept, anchors, problem: contradiction, remembered: remembered.length, followed };
}

function positionOf(given: string): bigint {
  if (/^[1-9]\d{0,17}$/.test(given)) return BigInt(given);
  throw new InvalidArgumentError('It is a position of the log: a whole number from 1.');
}
