import { fairmark } from '../program.js';
import type { Shell } from '../shell/shell.js';

export interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command line in this process, on a database. */
export async function ops(
  databaseUrl: string | null,
  args: readonly string[],
  more: Partial<Shell> = {},
): Promise<Answer> {
  const answer: Answer = { code: -1, stdout: '', stderr: '' };
  answer.code = await fairmark(args, {
    env: databaseUrl === null ? { DATA_DIR: '/nowhere' } : { DATABASE_URL: databaseUrl },
    stdout: { write: (text) => (answer.stdout += text) },
    stderr: { write: (text) => (answer.stderr += text) },
    cwd: '/',
    signal: new AbortController().signal,
    ...more,
  });
  return answer;
}

/** What a command printed with `--json`. */
export const printed = ({ stdout }: Answer) => JSON.parse(stdout) as Record<string, unknown>;

/** Runs commands as the operator Pat on a database. `json` parses the output of a command that has to succeed. */
export function patOn(databaseUrl: string) {
  const env = { DATABASE_URL: databaseUrl, FAIRMARK_OPERATOR: 'pat' };
  const run = (args: readonly string[], more: Partial<Shell> = {}): Promise<Answer> =>
    ops(databaseUrl, args, { env, ...more });
  const json = async <Json = unknown>(args: readonly string[], more: Partial<Shell> = {}): Promise<Json> => {
    const { code, stdout, stderr } = await run([...args, '--json'], more);
    if (code !== 0 || stderr !== '') throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Json;
  };
  return { run, json };
}

/** The answer of a command that failed (1) or was called wrongly (2): these words, and nothing on standard output. */
export const refusal = (words: string | RegExp, code = 1): Answer => {
  const stderr = typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
  return { code, stdout: '', stderr };
};
