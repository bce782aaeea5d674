import { networkInterfaces } from 'node:os';
import { onThisMachine } from '@fairmark/events/testing/eventually';
import { attack, type Attack } from './ground.js';

const WITHIN_MS = 2_000;
const PATHS = [
  '/health/live',
  '/api/auth/user',
  '/api/none',
  '/api/match/%00',
  '/none',
  '/api/docs',
  '/api/docs-json',
  '/socket.io/?EIO=4&transport=polling',
  '/socket.io/?EIO=4&transport=polling&sid=bogus',
  '/socket.io/?EIO=9',
];
/** Files in the folder of the API page. */
const BESIDE = ['/api/docs/package.json', '/api/docs/index.css.map', '/api/docs/../../package.json', '/metrics'];

const get = (url: string): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(onThisMachine(WITHIN_MS)) });

/** F17: what the product reveals to curious visitors. */
export const SURFACE: Attack[] = [
  attack('F17', 'a visitor looks for headers that are missing, and files beside pages', async ({ base, check }) => {
    const bare: string[] = [];
    for (const path of PATHS) {
      const { headers } = await get(base + path);
      const type = headers.get('content-type') ?? '';
      const safe =
        headers.get('x-content-type-options') === 'nosniff' &&
        headers.get('content-security-policy')?.includes("default-src 'none'") === true &&
        (!type.startsWith('text/') || /charset=utf-8/i.test(type));
      if (!safe) bare.push(`${path} (${type})`);
    }
    check(`answers without headers, of ${PATHS.length}: ${bare.join(', ') || 'none'}`, bare.length === 0);
    const served: string[] = [];
    for (const path of BESIDE) if ((await get(base + path)).ok) served.push(path);
    check(`files beside pages, of ${BESIDE.length}: ${served.join(', ') || 'none'}`, served.length === 0);
  }),
  attack('F17', 'a visitor of the network looks for metrics', async ({ stack, check }) => {
    const [local = ''] = stack.projectorMetrics;
    const { port } = new URL(local);
    const { status } = await get(`${local}/metrics`);
    check(`metrics on this machine: ${status}`, status === 200);
    const addresses = Object.values(networkInterfaces()).flatMap((all = []) =>
      all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
    );
    for (const address of addresses) {
      const answer = await get(`http://${address}:${port}/metrics`).catch(() => null);
      check(`metrics at an address of the network: ${answer?.status ?? 'no answer'}`, answer === null);
    }
  }),
];
