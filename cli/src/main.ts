/** `npm run ops -- …`: the command line of operators (docs/operations.md). */
import { endProcess } from '@fairmark/server';
import { runOps } from './program.js';
import { processShell } from './shell/shell.js';

await endProcess(await runOps(process.argv.slice(2), processShell()));
