import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A command with long output that leaves a timer open for a minute. */
const COMMAND = `
  import { endProcess } from ${JSON.stringify(fileURLToPath(new URL('../../dist/process/process.js', import.meta.url)))};
  setTimeout(() => process.exit(1), 60_000);
  process.stdout.write('x'.repeat(5_000_000));
  await endProcess(7);
`;

it('the end of a command does not wait for open handles, and loses no output', () => {
  const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', COMMAND], {
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  });
  expect([ended.status, ended.stdout.length, ended.stderr]).toEqual([7, 5_000_000, '']);
});
