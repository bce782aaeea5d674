import { Client } from 'pg';
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

/** Runs command lines of Pat, an operator, on a database. `json`: takes the answer of one that went well as a program does. */
export function patOn(databaseUrl: string) {
  const env = { DATABASE_URL: databaseUrl, FAIRMARK_OPERATOR: 'pat' };
  const run = (args: readonly string[], more: Partial<Shell> = {}): Promise<Answer> =>
    ops(databaseUrl, args, { env, ...more });
  const json = async <Said = unknown>(args: readonly string[], more: Partial<Shell> = {}): Promise<Said> => {
    const { code, stdout, stderr } = await run([...args, '--json'], more);
    if (code !== 0 || stderr !== '') throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Said;
  };
  return { run, json };
}

export async function withClient<Result>(
  connectionString: string,
  name: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
