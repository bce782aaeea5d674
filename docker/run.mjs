/** What a container runs: `node docker/run.mjs COMMAND [arguments]`. The commands stand in image.json. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withSecretFiles } from '@fairmark/platform/config';

/** They read their settings themselves, and name everything that is wrong with them at once. */
const SERVICES = ['api', 'projector'];

const { commands } = JSON.parse(readFileSync(new URL('image.json', import.meta.url), 'utf8'));
const [command = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, command)) {
  process.stderr.write(`Usage: ${Object.keys(commands).join(' | ')}\n`);
  process.exit(2);
}
if (!SERVICES.includes(command)) takeSecrets();
const script = new URL(`../${commands[command]}`, import.meta.url);
process.argv.splice(1, process.argv.length, fileURLToPath(script), ...args);
await import(script.href);

/** The other commands know DATABASE_URL, not DATABASE_URL_FILE. */
function takeSecrets() {
  try {
    const env = withSecretFiles(process.env);
    for (const [name, value] of Object.entries(env)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
