import { within } from '../../port/retry.js';

/** A real server for the tests, or the reason why there is none. */
export type RealServer = { url: string; stop(): Promise<void> } | { missing: string };

/** The one of docker/compose.yaml, unless another is asked for. */
const IMAGE = process.env['EVENTSTORE_TEST_IMAGE'] || 'docker.kurrent.io/kurrent-lts/kurrentdb:26.0.3';
/** Prefixes of its settings, before and since its name KurrentDB. */
const PREFIX = IMAGE.includes('kurrentdb') ? 'KURRENTDB' : 'EVENTSTORE';
/** Settings of the server; docs/operations.md asks for the same append size. */
const ENVIRONMENT = {
  [`${PREFIX}_INSECURE`]: 'true',
  [`${PREFIX}_MEM_DB`]: 'true',
  [`${PREFIX}_CLUSTER_SIZE`]: '1',
  [`${PREFIX}_RUN_PROJECTIONS`]: 'None',
  [`${PREFIX}_MAX_APPEND_SIZE`]: '8388608',
};
const PORT = 2113;
/** Pulling the image included. */
const START_MS = 180_000;

/** The server that `EVENTSTORE_TEST_URL` names, else a container if a Docker engine starts one. */
export async function realServer(): Promise<RealServer> {
  const url = process.env['EVENTSTORE_TEST_URL'];
  if (url !== undefined && url !== '') return { url, stop: async () => undefined };
  try {
    return await within(START_MS, startContainer());
  } catch (error) {
    return { missing: `EVENTSTORE_TEST_URL is not set and Docker did not start ${IMAGE}: ${String(error)}` };
  }
}

/** Loaded only when needed: it includes a whole Docker client. */
async function startContainer(): Promise<RealServer> {
  // The reaper is one more image to pull; e2e/src/containers/servers.ts removes containers of killed runs.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withEnvironment(ENVIRONMENT)
    .withLabels({ 'fairmark-test': String(process.pid) })
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
    .withStartupTimeout(START_MS)
    .start();
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`,
    stop: async () => void (await container.stop()),
  };
}
