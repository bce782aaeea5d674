#!/usr/bin/env node
/**
 * What a container runs, and its command line: `fairmark COMMAND [arguments]`. Some commands stand
 * in image.json; any other is one of the operators' (`fairmark help`).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withSecretFiles } from '@fairmark/server/config/config';

/** They read their settings themselves, and name everything that is wrong with them at once. */
const SERVICES = ['api', 'projector'];

const { commands } = JSON.parse(readFileSync(new URL('image.json', import.meta.url), 'utf8'));
const [command = 'help', ...args] = process.argv.slice(2);
const own = Object.hasOwn(commands, command);
if (!SERVICES.includes(command)) takeSecrets();
const script = new URL(`../${own ? commands[command] : commands.ops}`, import.meta.url);
process.argv.splice(1, process.argv.length, fileURLToPath(script), ...(own ? [] : [command]), ...args);
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
