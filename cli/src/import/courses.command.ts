import { importFile } from '@fairmark/server/courses/import/import-file';
import type { CommandSpec } from '../shell/command.js';
import { onDatabase } from '../shell/open.js';
import { resolvePath } from '../shell/shell.js';
import { refused } from './refused.js';

/** `courses import FILE` (docs/courses.md). */
export const coursesCommand: CommandSpec = {
  name: 'courses',
  summary: "bring a club's courses in (docs/courses.md)",
  commands: [
    {
      name: 'import',
      summary: 'add the courses of a file, or change them',
      args: [['<file>', 'ends in .json or .csv; docs/courses.md describes both']],
      examples: [['Bring in the courses of a club', 'courses import courses.csv']],
      run: async (job, _options, file: string) => {
        const imported = await onDatabase(job, (url) => importFile(resolvePath(job.shell, file), url));
        if (!imported.ok) throw refused(file, imported.problems);
        const { added, changed, unchanged } = imported.saved;
        const words = `${file}: ${added} added, ${changed} changed, ${unchanged} unchanged`;
        job.result({ ok: true, added, changed, unchanged }, words);
      },
    },
  ],
};
