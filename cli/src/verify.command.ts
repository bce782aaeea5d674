import { matchStream, type RecordedEvent } from '@fairmark/events';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { matchIdOf } from './audit/audited-round.js';
import { recordRead } from './audit/operator.js';
import { wholeStream } from './shell/events-of.js';
import { Failed, Misused } from './shell/failure.js';
import { examples, prose, type Job, type Register } from './shell/job.js';
import { resolvePath, setting } from './shell/shell.js';
import { withLog, type LogAndDatabase } from './shell/with-log.js';
import { followedTo, shortFault } from './proof/followers.js';
import {
  AnchorsWrong,
  checkedAnchors,
  givenAnchors,
  rememberedAnchors,
  rememberedProblem,
  type CheckedAnchors,
  type GivenAnchors,
} from './proof/given-anchors.js';
import { faultWords, noneAtHandWords, proofWords } from './proof/proof-words.js';
import { postgresLog, storeLog, type ProvableLog } from './proof/provable-log.js';
import { verifyBundle } from './proof/verify-bundle.js';
import { verifyLog, verifyRound, type LogProof } from './proof/verify-log.js';

interface Given {
  round?: string;
  from?: bigint;
  to?: bigint;
  anchors?: string;
}

/** `audit verify`: that nothing in the log was altered. */
export const verifyCommand: Register = (parent, run) => {
  parent
    .command('verify')
    .summary('prove that nothing was altered, removed, inserted or moved')
    .description(
      prose(`
Computes the hash of every event again, follows the chain of every round and competition, looks whether any event is missing,
and compares the order of all events with the anchors that were kept outside of the database. The first event that is not as it
was recorded is named, and the exit code is 1.

Anchors are taken from ANCHOR_DIR, or from the data folder of npm start. Better are copies that the operator of the database never
had a hand on: the mails of ANCHOR_MAIL_TO, or what ANCHOR_COMMAND kept. Events after the last anchor are covered by their chains
alone, and it is said how many these are: whoever computes every hash after a change again goes unnoticed there, and so does who
cuts off the end of the log or changes the order of events of different rounds.

With a bundle (audit export) no database is needed.`),
    )
    .argument('[bundle]', 'a folder that audit export wrote')
    .option('--round <id>', 'only this round, and the anchors that cover it')
    .addOption(new Option('--from <position>', 'only from this position of the log on').argParser(positionOf))
    .addOption(new Option('--to <position>', 'only up to this position').argParser(positionOf))
    .option('--anchors <place>', 'a folder of anchors, or a file with some, a line each')
    .addHelpText(
      'after',
      examples(
        ['The whole log', 'audit verify'],
        ['Against anchors that came by mail', 'audit verify --anchors anchors.jsonl'],
        ['One round', 'audit verify --round 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01'],
        ['A part of the log', 'audit verify --from 120000 --to 130000'],
        ['A bundle, on another machine', 'audit verify evidence/'],
      ),
    )
    .action((bundle: string | undefined, given: Given, command: Command) =>
      run(command, (job) => (bundle === undefined ? showProof(job, given) : showBundle(job, bundle, given))),
    );
};

async function showProof(job: Job, given: Given): Promise<void> {
  const { shell } = job;
  const matchId = given.round === undefined ? null : matchIdOf(given.round);
  if (matchId !== null && (given.from !== undefined || given.to !== undefined)) {
    throw new Misused('--round goes without --from and --to.');
  }
  if ((given.from ?? 1n) > (given.to ?? given.from ?? 1n)) throw new Misused('--from is behind --to.');
  await withLog(shell, async (of) => {
    await recordRead(shell, of.client, { what: 'verify', subject: matchId ?? 'log' });
    const remembered = await rememberedAnchors(of.client);
    // Before the log's end is asked for: whatever is anchored then, the log has.
    const kept = await givenAnchors(shell, given.anchors);
    const logId = await of.store.logId();
    const followed = await followedTo(of.client, logId);
    const log = await provableLog(job, of);
    const { signal } = shell;
    const checked = await checkedAnchors(kept, log, signal);
    const problem = checked.problem ?? (kept.isOwn ? rememberedProblem(remembered, kept) : null);
    const common = { log, anchors: checked.anchors, progress: job.progress, signal };
    const proof =
      matchId === null
        ? await verifyLog({ ...common, after: given.from === undefined ? 0n : given.from - 1n, to: given.to })
        : await verifyRound(matchId, (await roundEvents(of, matchId)).map(found), common);
    const fault = proof.fault ?? (proof.partial ? null : shortFault(log.head, followed));
    show(job, { ...proof, fault }, { logId, matchId, kept, problem, remembered: remembered.length });
  });
}

/** What a proof is about. */
interface About extends Pick<CheckedAnchors, 'problem'> {
  logId: string;
  matchId: string | null;
  kept: GivenAnchors;
  /** How many anchors the database remembers. */
  remembered: number;
}

function show({ output, progress }: Job, proof: LogProof, about: About): void {
  progress.stop();
  const { logId, matchId, problem, kept, remembered } = about;
  const { fault } = proof;
  if (problem !== null) {
    const words = fault === null ? problem : `${problem} ${faultWords(fault)}`;
    throw new AnchorsWrong(words, [], {}, { logId, fault, anchorsProblem: problem });
  }
  if (fault !== null) throw new Failed(faultWords(fault), [], {}, { logId, fault });
  const anchors = { place: kept.place, count: kept.anchors.length, remembered };
  if (kept.anchors.length === 0 && remembered > 0) {
    throw new Failed(noneAtHandWords(proof, remembered), [], {}, { logId, anchors });
  }
  const result = { ok: true, logId, matchId, anchors, ...proof };
  output.result(result, `${matchId === null ? '' : `Round ${matchId}: `}${proofWords(proof)}`);
}

async function showBundle(job: Job, given: string, { round, from, to, anchors }: Given): Promise<void> {
  if (round !== undefined || from !== undefined || to !== undefined) {
    throw new Misused('A bundle is one round: it goes without --round, --from and --to.');
  }
  const { shell, output } = job;
  const folder = resolvePath(shell, given);
  const kept = anchors === undefined ? null : await givenAnchors(shell, anchors);
  if (typeof kept?.problem === 'string') throw new AnchorsWrong(kept.problem);
  const { words, ...found } = await verifyBundle(folder, kept?.anchors ?? null);
  output.result({ ok: true, folder, ...found }, words);
}

/** The log that hashes are computed of: in Postgres with threads, elsewhere through its store. */
export async function provableLog({ shell }: Pick<Job, 'shell'>, { store, url }: LogAndDatabase): Promise<ProvableLog> {
  return setting(shell, 'EVENT_STORE_URL') === undefined ? postgresLog(url, store) : storeLog(store);
}

/** Every event of a round, as stored. Throws `Failed` where there is none. */
async function roundEvents({ store }: LogAndDatabase, matchId: string): Promise<RecordedEvent[]> {
  const events = await wholeStream(store, matchStream(matchId));
  if (events.length === 0) throw new Failed(`There is no round ${matchId} in the log.`);
  return events;
}

/** An event of the store as proofs take it. */
export function found(event: RecordedEvent) {
  return { ...event, position: `${event.position}`, revision: `${event.revision}` };
}

function positionOf(given: string): bigint {
  if (/^[1-9]\d{0,17}$/.test(given)) return BigInt(given);
  throw new InvalidArgumentError('It is a position of the log: a whole number from 1.');
}
