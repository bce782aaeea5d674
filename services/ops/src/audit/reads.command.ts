import { listAuditReads, type RecordedRead } from '@fairmark/platform';
import { InvalidArgumentError, type Command } from 'commander';
import { examples, jsonOption, prose, type Register } from '../cli/job.js';
import { textTable } from '../cli/text-table.js';
import { withLog } from '../cli/with-log.js';
import { recordRead } from './operator.js';

interface Given {
  subject?: string;
  limit: number;
}

const LIMIT_MAX = 10_000;

/** `audit reads`: who read what for an audit. */
export const readsCommand: Register = (parent, run) => {
  parent
    .command('reads')
    .summary('who read what for an audit')
    .description(
      prose(`
Lists what was read for audits, the latest first: by whom (an account of this machine, or the id of a golfer who has the role),
on which way, and what. The record can only be added to. Looking at it is recorded too.`),
    )
    .option('--subject <id>', "only reads of this: a round's id, a course's id with a day, or log")
    .option('--limit <count>', 'at most so many', countOf, 100)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['The last hundred', 'audit reads'],
        ['Who looked at a round', 'audit reads --subject 3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01'],
      ),
    )
    .action((given: Given, command: Command) =>
      run(command, ({ shell, output }) =>
        withLog(shell, async ({ client }) => {
          await recordRead(shell, client, { what: 'reads', subject: given.subject ?? 'all' });
          const reads = await listAuditReads(client, given);
          output.result({ ok: true, reads }, inWords(reads));
        }),
      ),
    );
};

function inWords(reads: readonly RecordedRead[]): string {
  const rows = reads.map(({ readAt, reader, way, what, subject }) => [readAt, what, subject, way, reader]);
  return textTable(
    ['TIME', 'READ', 'OF', 'WAY', 'BY'].map((title) => ({ title })),
    rows,
  );
}

function countOf(given: string): number {
  const count = Number(given);
  if (Number.isInteger(count) && count >= 1 && count <= LIMIT_MAX) return count;
  throw new InvalidArgumentError(`It is a whole number from 1 to ${LIMIT_MAX}.`);
}
