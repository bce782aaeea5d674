import { listAuditReads, type Queries, type RecordedRead } from '@fairmark/server';
import { InvalidArgumentError, type Command } from 'commander';
import { Misused } from '../shell/failure.js';
import { examples, prose, type Register } from '../shell/job.js';
import { textTable } from '../shell/text-table.js';
import { withLog } from '../shell/with-log.js';
import { idIn } from './audited-round.js';
import { findCourse } from './find-course.js';
import { isDay } from './moments.js';
import { recordRead } from './operator.js';

interface Given {
  subject?: string;
  limit: number;
}

const LIMIT_MAX = 10_000;
/** A course with a day, as boards and lists are recorded. */
const COURSE_DAY = /^(.+)\s(\S+)$/s;
/** What is recorded of reads of everything. */
const EVERYTHING = ['log', 'all'];

/** `audit reads`: who read what for an audit. */
export const readsCommand: Register = (parent, run) => {
  parent
    .command('reads')
    .summary('who read what for an audit')
    .description(
      prose(`
Lists what was read for audits, the latest first: by whom (an account of this machine, or the id of a golfer who has the role),
on which way, and what. The record can only be added to. Looking at it is recorded too.

Reads of a round are recorded under the round. Leaderboards, and the lists of rounds in the web, show names too: they are recorded
under their course and day, which are asked for apart.`),
    )
    .option(
      '--subject <what>',
      "only reads of this: a round's id or link, a course with a day ('20101 2026-11-21'), or log",
    )
    .option('--limit <count>', 'at most so many', countOf, 100)
    .addHelpText(
      'after',
      examples(
        ['The last hundred', 'audit reads'],
        ['Who looked at a round', 'audit reads --subject 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01'],
        ['Who looked at a day of a course', "audit reads --subject 'Banksia Park 2026-11-21'"],
      ),
    )
    .action((given: Given, command: Command) =>
      run(command, ({ shell, output }) =>
        withLog(shell, async ({ client }) => {
          const subject = given.subject === undefined ? undefined : await subjectOf(client, given.subject.trim());
          await recordRead(shell, client, { what: 'reads', subject: subject ?? 'all' });
          const reads = await listAuditReads(client, { subject, limit: given.limit });
          output.result({ ok: true, reads }, inWords(reads));
        }),
      ),
    );
};

/** What somebody names, as it is recorded. Throws `Misused` for what nothing is recorded under: an empty list would say "nobody". */
async function subjectOf(database: Queries, given: string): Promise<string> {
  const [, course = '', day = ''] = COURSE_DAY.exec(given) ?? [];
  if (isDay(day)) return `${(await findCourse(database, course)).id} ${day}`;
  const matchId = idIn(given);
  if (matchId !== null) return matchId;
  if (EVERYTHING.includes(given.toLowerCase())) return given.toLowerCase();
  throw new Misused(
    `Nothing is recorded under '${given}': name a round by its id or link, a course with a day ('20101 2026-11-21'), or log.`,
  );
}

function inWords(reads: readonly RecordedRead[]): string {
  const rows = reads.map(({ readAt, reader, way, what, subject }) => [readAt, what, subject, way, reader]);
  return textTable(['TIME', 'READ', 'OF', 'WAY', 'BY'], rows);
}

/** A number of entries of a list. */
export function countOf(given: string): number {
  const count = Number(given);
  if (Number.isInteger(count) && count >= 1 && count <= LIMIT_MAX) return count;
  throw new InvalidArgumentError(`It is a whole number from 1 to ${LIMIT_MAX}.`);
}
