import { LIMITS } from '@fairmark/contract';
import { parkedEvents } from '@fairmark/read-models';
import type { Command } from 'commander';
import { examples, prose, type Register } from '../shell/job.js';
import { withTables } from './with-tables.js';
import { parkedWords } from './words.js';

/** `projections parked`. */
export const parkedCommand: Register = (parent, run) => {
  parent
    .command('parked')
    .summary('events that could not be applied, with their errors')
    .description(
      prose(`
Lists events that the projector could not apply, and those behind them in their streams, in the log's order: at most
${LIMITS.parkedShownMax}. Their rounds stand still in leaderboards and lists; scoring them goes on. When the cause is mended, usually by a
new build, "projections retry" applies them.`),
    )
    .addHelpText('after', examples(['What is parked', 'projections parked']))
    .action((_options: object, command: Command) =>
      run(command, ({ shell, output }) =>
        withTables(shell, async ({ pool }) => {
          const { parked, more } = await parkedEvents(pool);
          const words = parked.length === 0 ? ['Nothing is parked.'] : parked.map(parkedWords);
          output.result({ ok: true, parked, more }, [...words, ...(more ? ['… and more.'] : [])].join('\n'));
        }),
      ),
    );
};
