/** What a command says when there is no database to work on: `npm run` takes `DATABASE_URL` from a running `npm start`. */
export const NO_DATABASE = 'No database: start Fairmark first (npm start), or set DATABASE_URL.';

/** Runs the command of a process: `main` gets its arguments and answers the exit code; what it throws is said, and is 1. */
export async function runCommand(main: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    process.exitCode = failed(reasonOf(error), 1);
  }
}

/** Says why a command failed, and answers its exit code. */
export function failed(text: string, code: number): number {
  process.stderr.write(`${text}\n`);
  return code;
}

/** Why it failed. A failed connection holds its reasons in a list, one for each address that was tried. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('\n');
  return error instanceof Error ? error.message : String(error);
}
