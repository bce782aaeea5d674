/**
 * `node tools/run.mjs SCRIPT [arguments]`: makes the clone ready, then runs one of its programs or a script of one of
 * its packages. Settings missing in the environment come from a running `npm start`: the script works on its database,
 * unless DATABASE_URL names another one. Log, anchors and accounts of the one would not fit the other.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, PRODUCT, ROOT } from './prepare.mjs';

const [script, ...args] = process.argv.slice(2);
if (script === undefined || !/(^|\/)dist\//.test(script)) {
  console.error('Usage: node tools/run.mjs [<package>/]dist/<script>.js [arguments]');
  process.exit(2);
}
try {
  // A package's script may start the programs.
  const room = script.startsWith('dist/') ? [] : [script.slice(0, script.indexOf('/dist/'))];
  await prepare([...new Set([...PRODUCT, ...room])], { programs: true });
  await takeSecrets();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { isRunning } = await import('./dist/start/run-record.js');
const dataDir = path.resolve(process.env.DATA_DIR || path.join(ROOT, '.data'));
const shared = path.join(dataDir, 'environment.json');
if (existsSync(shared) && isRunning(dataDir)) {
  const settings = JSON.parse(readFileSync(shared, 'utf8'));
  const isItsOwn = (process.env.DATABASE_URL || settings.DATABASE_URL) === settings.DATABASE_URL;
  for (const [name, value] of Object.entries(isItsOwn ? settings : {})) process.env[name] ||= value;
}
const file = path.join(ROOT, script);
process.argv.splice(1, process.argv.length, file, ...args);
await import(pathToFileURL(file).href).catch((error) => {
  if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(error.message);
  process.exit(2);
});

/** Reads secrets from files: the scripts know DATABASE_URL, not DATABASE_URL_FILE. */
async function takeSecrets() {
  const { withSecretFiles } = await import('@fairmark/server/config/config');
  for (const [name, value] of Object.entries(withSecretFiles(process.env))) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
