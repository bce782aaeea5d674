import { listActs, type RecordedAct } from '@fairmark/server';
import type { Command } from 'commander';
import { examples, prose, type Register } from '../shell/job.js';
import { textTable } from '../shell/text-table.js';
import { withLog } from '../shell/with-log.js';
import { countOf } from './reads.command.js';

/** `audit acts`: what operators did to accounts and competitions. */
export const actsCommand: Register = (parent, run) => {
  parent
    .command('acts')
    .summary('what operators did to accounts and competitions')
    .description(
      prose(`
Lists what was done by accounts and competitions commands, the latest first: when, by which operator, to which account or competition
(by id), and why. The record can only be added to. The words of a reason go with the account that they are about.`),
    )
    .option('--limit <count>', 'at most so many', countOf, 100)
    .addHelpText('after', examples(['The last hundred', 'audit acts']))
    .action(({ limit }: { limit: number }, command: Command) =>
      run(command, ({ shell, output }) =>
        withLog(shell, async ({ client }) => {
          const acts = await listActs(client, limit);
          output.result({ ok: true, acts }, inWords(acts));
        }),
      ),
    );
};

function inWords(acts: readonly RecordedAct[]): string {
  const rows = acts.map(({ doneAt, act, subject, operator, reason }) => [
    doneAt,
    act,
    subject,
    operator,
    reason ?? '–',
  ]);
  return textTable(['TIME', 'ACT', 'ON', 'BY', 'WHY'], rows);
}
