/** `npm run ops -- …`: the command line of operators (docs/operations.md). */
import { endProcess } from '@fairmark/platform';
import { runOps } from './cli/program.js';
import { processShell } from './cli/shell.js';

await endProcess(await runOps(process.argv.slice(2), processShell()));
