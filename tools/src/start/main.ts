/** The product on this machine, from `npm start` until Ctrl-C. */
import { ConfigError, withSecretFiles } from '@fairmark/server/config/config';
import { StartProblem } from '../system/problem.js';
import { qrLines } from './qr.js';
import { readSettings, Stopped } from './settings.js';
import { Supervisor } from './supervisor.js';

/** npm forwards Ctrl-C to a process that the terminal has already signalled; that is not a second one. */
const SECOND_AFTER_MS = 500;

// A closed terminal must not end the supervisor before it has stopped the rest.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  // Names all bad settings, also files of secrets that cannot be read.
  readSettings(process.env);
  const env = withSecretFiles(process.env);
  const supervisor = new Supervisor(readSettings(env), env, (line) => console.log(line));
  stopOnSignals(supervisor);
  show(await supervisor.start());
} catch (error) {
  // A requested stop is reported elsewhere.
  if (!(error instanceof Stopped)) {
    const known = [StartProblem, ConfigError].some((kind) => error instanceof kind);
    // Node's own message names the file or folder that cannot be used.
    console.error(error instanceof Error && (known || 'path' in error) ? error.message : error);
    process.exit(1);
  }
}

function stopOnSignals(supervisor: Supervisor): void {
  let first = 0;
  const onSignal = (): void => {
    if (first === 0) {
      first = performance.now();
      console.log('\nStopping … (Ctrl-C again to hurry)');
      void supervisor.stop().then(() => {
        console.log('Stopped.');
        process.exit();
      });
    } else if (performance.now() - first > SECOND_AFTER_MS) {
      supervisor.hurry();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

function show({ rows, trust }: Awaited<ReturnType<Supervisor['start']>>): void {
  const lines = Object.entries(rows).flatMap(([name, value]) =>
    value === null ? [] : [`  ${name.padEnd(12)} ${value}`],
  );
  console.log(`\n${lines.join('\n')}\n`);
  if (trust !== null) {
    console.log(`To use the secure address, a phone has to trust it once: scan this, or open ${trust.page}\n`);
    console.log(qrLines(trust.page, process.stdout.isTTY).join('\n'));
    console.log(`\nThe fingerprint that the phone has to show:\n  ${trust.fingerprint.replaceAll(':', ' ')}\n`);
  }
  console.log('Running. Ctrl-C stops everything.');
}
