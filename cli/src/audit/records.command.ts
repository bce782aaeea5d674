import { listActs, listAuditReads, type Queries } from '@fairmark/server';
import { cutWords, limitOption, type CommandSpec } from '../shell/command.js';
import { Misused } from '../shell/failure.js';
import { openMigrated, openPool } from '../shell/open.js';
import { textTable } from '../shell/output.js';
import { idIn } from './audited-round.js';
import { findCourse } from './find-course.js';
import { isDay } from './points-in-time.js';
import { recordRead } from './operator.js';

/** A course and a day, under which reads of leaderboards and lists are recorded. */
const COURSE_DAY = /^(.+)\s(\S+)$/s;
/** The subjects of reads that cover everything. */
const EVERYTHING = ['log', 'all'];

export const readsCommand: CommandSpec = {
  name: 'reads',
  summary: 'list who read what for an audit',
  about: `
Lists audit reads, latest first: by whom (an account on this machine, or the id of a golfer with the role), in which way, and what was
read. Entries are never changed or removed. Listing them is recorded too.

Reads of a round are recorded under the round. Leaderboards, and the lists of rounds on the web, show names too: they are recorded
under their course and day, so ask for these as well.`,
  options: [
    ['--subject <what>', "only reads of this: a round's id or link, a course with a day ('20101 2026-11-21'), or log"],
    limitOption(),
  ],
  examples: [
    ['The last hundred', 'audit reads'],
    ['Who looked at a round', 'audit reads --subject 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01'],
    ['Who looked at a day of a course', "audit reads --subject 'Banksia Park 2026-11-21'"],
  ],
  run: async (job, given: { subject?: string; limit: number }) => {
    const client = openPool(job, await openMigrated(job));
    const subject = given.subject === undefined ? undefined : await subjectOf(client, given.subject.trim());
    await recordRead(job.shell, client, { what: 'reads', subject: subject ?? 'all' });
    const reads = await listAuditReads(client, { subject, limit: given.limit });
    const rows = reads.map(({ readAt, reader, way, what, subject: of }) => [readAt, what, of, way, reader]);
    const words = textTable(['TIME', 'READ', 'OF', 'WAY', 'BY'], rows);
    job.result({ reads }, `${words}${cutWords(reads.length, given.limit)}`);
  },
};

/** `audit acts`: what operators did to accounts and competitions, and committees to board links. */
export const actsCommand: CommandSpec = {
  name: 'acts',
  summary: 'list what operators and committees did',
  about: `
Lists what was done with the commands accounts and competitions, latest first: when, by which operator, to which account or competition
(by id), and why. Also which board links a committee made and revoked: by whom (a golfer's id), for which course, and their labels.
Entries are never changed or removed, but a reason is deleted with the account that it is about, a label with the account of its author.
Listing them is recorded too.`,
  options: [limitOption()],
  examples: [['The last hundred', 'audit acts']],
  run: async (job, { limit }: { limit: number }) => {
    const client = openPool(job, await openMigrated(job));
    await recordRead(job.shell, client, { what: 'acts', subject: 'all' });
    const acts = await listActs(client, limit);
    const rows = acts.map((one) => [one.doneAt, one.act, one.subject, one.operator, one.reason ?? '–']);
    const words = textTable(['TIME', 'ACT', 'ON', 'BY', 'WHY'], rows);
    job.result({ acts }, `${words}${cutWords(acts.length, limit)}`);
  },
};

/** A subject as it is recorded. Throws `Misused` if nothing can be recorded under it: an empty list would mislead. */
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
