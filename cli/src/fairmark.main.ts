/** `fairmark …`, which is `npm run ops -- …` in a clone: the command line of operators (docs/operations.md). */
import { endProcess } from '@fairmark/server';
import { fairmark } from './program.js';
import { processShell } from './shell/shell.js';

await endProcess(await fairmark(process.argv.slice(2), processShell()));
