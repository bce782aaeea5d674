import { isAlive } from '@fairmark/tools';
import { withDatabase } from '@fairmark/server';
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { findImages, whyNoEngine } from './engine.js';
import { succeed } from './execute.js';

/** Label of containers started by tests, with the id of the process that started them. */
const LABEL = 'fairmark-test';
const PASSWORD = 'only-for-this-test';
const STARTED_WITHIN_MS = 120_000;
const COMMAND_WITHIN_MS = 60_000;

/** Servers in separate containers for one suite. */
export interface Servers {
  /** Creates an empty database and returns its address. */
  newDatabase(): Promise<string>;
  redisUrl: string;
  stop(): Promise<void>;
}

/** Starts the servers named in compose.yaml, or those made of Debian's packages. A string says why it cannot. */
export async function startServers(): Promise<Servers | string> {
  const why = await whyNoEngine();
  if (why !== null) return why;
  const images = await findImages();
  if (typeof images === 'string') return images;
  // Its reaper is another image to pull, with access to the engine. Leftovers of killed runs are removed below.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  await removeLeftovers();
  // Loaded on demand: it includes a whole Docker client.
  const { GenericContainer, Wait } = await import('testcontainers');
  const started: StartedTestContainer[] = [];
  const start = async (
    image: string,
    port: number,
    set: (one: GenericContainer) => GenericContainer = (one) => one,
  ) => {
    const container = new GenericContainer(image)
      .withLabels({ [LABEL]: String(process.pid) })
      .withExposedPorts(port)
      .withWaitStrategy(Wait.forListeningPorts())
      .withStartupTimeout(STARTED_WITHIN_MS);
    const running = await set(container).start();
    started.push(running);
    return `${running.getHost()}:${running.getMappedPort(port)}`;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((container) => container.stop({ timeout: 1_000 })));
  };
  try {
    const postgres = await start(images.postgres, 5432, (container) =>
      container
        .withEnvironment({
          POSTGRES_USER: 'fairmark',
          POSTGRES_PASSWORD: PASSWORD,
          POSTGRES_DB: 'fairmark',
          POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8',
        })
        .withCommand(['postgres', '--max_connections=200']),
    );
    const redis = await start(images.redis, 6379);
    let databases = 0;
    return {
      redisUrl: `redis://${redis}`,
      stop,
      newDatabase: async () => {
        const url = (name: string): string => `postgres://fairmark:${PASSWORD}@${postgres}/${name}`;
        const name = `test_${(databases += 1)}`;
        await withDatabase(url('fairmark'), (admin) => admin.query(`create database ${name}`));
        return url(name);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes the containers of killed runs. */
async function removeLeftovers(): Promise<void> {
  const docker = (...args: string[]) => succeed('docker', args, { timeoutMs: COMMAND_WITHIN_MS });
  const format = `{{.ID}} {{.Label "${LABEL}"}}`;
  const { stdout } = await docker('ps', '--all', '--filter', `label=${LABEL}`, '--format', format);
  for (const [id = '', pid] of stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '))) {
    if (!isAlive(Number(pid))) await docker('rm', '--force', '--volumes', id);
  }
}
