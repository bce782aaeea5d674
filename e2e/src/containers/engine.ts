import { readFileSync } from 'node:fs';
import path from 'node:path';
import { execute } from './execute.js';
import { ROOT } from '../support/stack.js';

const ANSWERS_WITHIN_MS = 20_000;
const PULLED_WITHIN_MS = 300_000;
const MADE_WITHIN_MS = 600_000;

/** Images of the containers, by their content. */
export interface Images {
  node: string;
  postgres: string;
  redis: string;
  caddy: string;
  /** Whether docker/debian/make-images.sh made them, instead of the images named in compose.yaml. */
  ownMade: boolean;
}

/** Why no container can be run here; null if an engine answers. Finds it like the Docker client does. */
export async function whyNoEngine(): Promise<string | null> {
  return whyNot(['version', '--format', '{{.Server.Version}}'], 'No Docker engine answers');
}

/** Why Compose cannot be used; null if it can. */
export async function whyNoCompose(): Promise<string | null> {
  return whyNot(['compose', 'version', '--short'], 'The client of Docker has no Compose');
}

async function whyNot(args: string[], what: string): Promise<string | null> {
  try {
    const { code, stderr } = await execute('docker', args, { timeoutMs: ANSWERS_WITHIN_MS });
    return code === 0 ? null : `${what}: ${stderr.trim()}`;
  } catch (error) {
    return `${what}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Whether the engine has an image or could pull it. */
export async function haveImage(name: string): Promise<boolean> {
  const { code } = await execute('docker', ['image', 'inspect', name], { timeoutMs: ANSWERS_WITHIN_MS });
  if (code === 0) return true;
  return (await execute('docker', ['pull', '--quiet', name], { timeoutMs: PULLED_WITHIN_MS })).code === 0;
}

/**
 * The images named in compose.yaml and the Dockerfile if they can be pulled; otherwise images made of Debian's
 * packages, which are made if necessary. A string says why neither is available.
 */
export async function findImages(): Promise<Images | string> {
  const named = namedImages();
  const all = [named.postgres, named.redis, named.caddy, named.node];
  let missing: string | undefined;
  for (const image of all) if (missing === undefined && !(await haveImage(image))) missing = image;
  if (missing === undefined) return { ...named, ownMade: false };
  const script = path.join(ROOT, 'docker/debian/make-images.sh');
  const { code, stderr } = await execute('sh', [script], { timeoutMs: MADE_WITHIN_MS });
  if (code !== 0) return `${missing} could not be pulled, and docker/debian/make-images.sh failed: ${stderr.trim()}`;
  return {
    node: 'fairmark-base/node',
    postgres: 'fairmark-base/postgres',
    redis: 'fairmark-base/redis',
    caddy: 'fairmark-base/caddy',
    ownMade: true,
  };
}

/** The images named in compose.yaml and the Dockerfile, with exact versions. */
export function namedImages(): Omit<Images, 'ownMade'> & { kurrentdb: string } {
  const compose = readFileSync(path.join(ROOT, 'docker/compose.yaml'), 'utf8');
  const dockerfile = readFileSync(path.join(ROOT, 'docker/Dockerfile'), 'utf8');
  const find = (text: string, pattern: RegExp): string => {
    const image = pattern.exec(text)?.[1];
    if (image === undefined) throw new Error(`No image is named as ${pattern.source}`);
    return image;
  };
  return {
    node: find(dockerfile, /^ARG NODE=(\S+)$/m),
    postgres: find(compose, /image: (postgres:\S+)/),
    redis: find(compose, /image: (redis:\S+)/),
    caddy: find(compose, /image: (caddy:\S+)/),
    kurrentdb: find(compose, /image: (\S+\/kurrentdb:\S+)/),
  };
}
