import { importFile } from '@fairmark/server/courses/import/import-file';
import type { Command } from 'commander';
import { onDatabase } from '../shell/database.js';
import { examples, type Register } from '../shell/job.js';
import { resolvePath } from '../shell/shell.js';
import { refused } from './refused.js';

/** `courses import FILE` (docs/courses.md). */
export const coursesCommand: Register = (parent, run) => {
  const courses = parent.command('courses').summary("bring a club's courses in (docs/courses.md)");
  courses
    .command('import')
    .summary('add the courses of a file, or change them')
    .argument('<file>', 'ends in .json or .csv; docs/courses.md describes both')
    .addHelpText('after', examples(['Bring in the courses of a club', 'courses import courses.csv']))
    .action((file: string, _options: object, command: Command) =>
      run(command, async ({ shell, output }) => {
        const imported = await onDatabase(shell, (url) => importFile(resolvePath(shell, file), url));
        if (!imported.ok) throw refused(file, imported.problems);
        const { added, changed, unchanged } = imported.saved;
        output.result(
          { ok: true, added, changed, unchanged },
          `${file}: ${added} added, ${changed} changed, ${unchanged} unchanged`,
        );
      }),
    );
};
