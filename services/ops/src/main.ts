/** `npm run ops -- …`: the command line of operators (docs/operations.md). */
import { runOps } from './cli/program.js';
import { processShell } from './cli/shell.js';

process.exitCode = await runOps(process.argv.slice(2), processShell());
