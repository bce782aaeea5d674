import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, isAlive } from '@fairmark/tools';
import type { Images } from './engine.js';
import { succeed, type Ended } from './execute.js';
import { ROOT } from '../support/stack.js';

/** The sources of the image, and the documents whose commands are run. */
const COPIED =
  '.dockerignore .npmrc package.json package-lock.json tsconfig.json ' +
  'docker docs libs services cli tools web bench/package.json e2e/package.json';
const NOT_COPIED = /[\\/](node_modules|dist|dist-types|secrets|\.env|[^\\/]+\.tsbuildinfo)$/;
/** Enough for a build without caches. */
const COMMAND_WITHIN_MS = 600_000;
const PROJECT = /^fairmark-test-(\d+)$/;

/** A container as Compose sees it. */
export interface Part {
  name: string;
  service: string;
  state: string;
  health: string;
}

/** Where the log is: in Postgres, or in an EventStoreDB of this image. */
export type Log = { eventStore: string } | 'postgres';

/**
 * compose.yaml started from a copy of this clone, as a separate project: it shares no container, volume, secret or port
 * with a deployment on the same host.
 */
export class Deployment {
  private constructor(
    /** The folder of the copy. */
    readonly folder: string,
    readonly log: Log,
    readonly httpPort: number,
    readonly httpsPort: number,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Makes the copy without starting anything. */
  static async make(images: Images, log: Log): Promise<Deployment> {
    const folder = mkdtempSync(path.join(tmpdir(), 'fairmark-containers-'));
    for (const place of COPIED.split(' ')) {
      const filter = (source: string): boolean => !NOT_COPIED.test(source);
      cpSync(path.join(ROOT, place), path.join(folder, place), { recursive: true, filter });
    }
    mkdirSync(path.join(folder, 'home'));
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    const eventStore = log === 'postgres' ? '' : overrideOf(log.eventStore);
    writeFileSync(
      path.join(folder, 'docker/compose.test.yaml'),
      `services:\n  proxy:\n    ports: !override ['127.0.0.1:${httpPort}:80', '127.0.0.1:${httpsPort}:443']\n${eventStore}`,
    );
    const files = [
      'compose.yaml',
      ...(log === 'postgres' ? ['compose.postgres-log.yaml'] : []),
      ...(images.ownMade ? ['debian/compose.yaml'] : []),
      'compose.test.yaml',
    ];
    return new Deployment(folder, log, httpPort, httpsPort, {
      ...process.env,
      // Commands in the documentation put backups here. The Docker client keeps its own configuration.
      HOME: path.join(folder, 'home'),
      DOCKER_CONFIG: process.env.DOCKER_CONFIG ?? path.join(homedir(), '.docker'),
      COMPOSE_PROJECT_NAME: `fairmark-test-${process.pid}`,
      COMPOSE_FILE: files.join(path.delimiter),
      COMPOSE_PROFILES: '',
      FAIRMARK_VERSION: `test-${process.pid}`,
      SITE_ADDRESS: 'localhost',
      RATE_LIMIT_SCALE: '1000',
    });
  }

  get url(): string {
    return `https://localhost:${this.httpsPort}`;
  }

  get image(): string {
    return `fairmark:${this.env.FAIRMARK_VERSION}`;
  }

  /** The certificate of Caddy's own authority. */
  async authority(): Promise<string> {
    const file = path.join(this.folder, 'authority.crt');
    await this.compose(['cp', 'proxy:/data/caddy/pki/authorities/local/root.crt', file]);
    return readFileSync(file, 'utf8');
  }

  compose(args: string[], timeoutMs = COMMAND_WITHIN_MS): Promise<Ended> {
    return this.run('docker', ['compose', ...args], timeoutMs);
  }

  /** Runs one of our commands in a projector's container. */
  fairmark(args: string[]): Promise<Ended> {
    return this.compose(['exec', '--no-TTY', 'projector', 'fairmark', ...args], 120_000);
  }

  /** Runs the commands of a chapter of docs/operations.md exactly as written, or only its first `blocks`. */
  async runChapter(title: string, { blocks }: { blocks?: number } = {}): Promise<void> {
    for (const block of commandsOf(title).slice(0, blocks)) await this.run('sh', ['-eu', '-c', block]);
  }

  async parts(): Promise<Part[]> {
    const { stdout } = await this.compose(['ps', '--all', '--format', 'json'], 60_000);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<'Name' | 'Service' | 'State' | 'Health', string>)
      .map(({ Name: name, Service: service, State: state, Health: health }) => ({ name, service, state, health }));
  }

  /** Status and logs of the containers, to find the cause of a failure. */
  async story(): Promise<string> {
    const parts = await this.compose(['ps', '--all'], 60_000);
    const logs = await this.compose(['logs', '--tail', '20', '--no-color'], 60_000);
    return `${parts.stdout}\n${logs.stdout}`;
  }

  /** Kills the first process of a container, like a crash: the engine has to restart it. */
  async crash(name: string): Promise<void> {
    const { stdout } = await this.run('docker', ['inspect', '--format', '{{.State.Pid}}', name]);
    const script = 'process.kill(Number(process.argv[1]), "SIGKILL")';
    const helper = ['run', '--rm', '--pid', 'host', '--user', '0', '--network', 'none', '--entrypoint', 'node'];
    await this.run('docker', [...helper, this.image, '-e', script, stdout.trim()]);
  }

  /** Removes all of it, including volumes, image and copy. */
  async remove(): Promise<void> {
    try {
      await this.compose(['--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '5'], 120_000);
      // An upgrade keeps the image it replaced.
      await this.run('docker', ['image', 'rm', '--force', this.image, `${this.image}-before`]);
    } finally {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  run(command: string, args: string[], timeoutMs = COMMAND_WITHIN_MS): Promise<Ended> {
    return succeed(command, args, { cwd: path.join(this.folder, 'docker'), env: this.env, timeoutMs });
  }
}

/** Overrides the image of the service `eventstore`, which may predate the name KurrentDB. */
function overrideOf(image: string): string {
  const settings = {
    CLUSTER_SIZE: '1',
    INSECURE: 'true',
    RUN_PROJECTIONS: 'None',
    MAX_APPEND_SIZE: '8388608',
    DB: '/var/lib/kurrentdb',
    LOG: '/var/log/kurrentdb',
  };
  const lines = Object.entries(settings).map(([name, value]) => `      EVENTSTORE_${name}: '${value}'\n`);
  const environment = image.includes('kurrentdb') ? '' : `    environment:\n${lines.join('')}`;
  return `  eventstore:\n    image: ${image}\n${environment}`;
}

/** Removes what killed runs have left behind. */
export async function removeLeftovers(): Promise<void> {
  const options = { timeoutMs: 120_000 };
  const { stdout } = await succeed('docker', ['compose', 'ls', '--all', '--format', 'json'], options);
  for (const { Name: name } of JSON.parse(stdout) as { Name: string }[]) {
    const pid = PROJECT.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await succeed('docker', ['compose', '--project-name', name, 'down', '--volumes', '--timeout', '5'], options);
  }
}

/** The command blocks in a chapter of docs/operations.md about containers. */
function commandsOf(title: string): string[] {
  const text = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const [, chapter = ''] = text.split(`\n### ${title}\n`);
  const [whole = ''] = chapter.split(/\n##+ /);
  const blocks = [...whole.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
  if (blocks.length === 0) throw new Error(`docs/operations.md has no commands under "${title}"`);
  return blocks;
}
