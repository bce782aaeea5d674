import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { readAuthority, readServerCertificate, type CertificateFiles } from '@fairmark/server/https/certificate-files';
import type { Kept, KeptCertificate } from '../https/kept-certificate.js';
import { isLoopback, machineNames, type MachineNames } from '../https/names.js';
import { portProblem } from '../system/free-port.js';
import { anotherPort } from './ports.js';
import type { StartSettings } from './settings.js';

/** How https is served: its port, and the files of a certificate. */
export type Https = NonNullable<Awaited<ReturnType<typeof prepareHttps>>>;

type Say = (line: string) => void;

const LOOK_EVERY_MS = 20_000;

/**
 * Prepares https with the operator's certificate, whose problems end the start, or with one that this machine makes. If
 * the port is taken or no certificate can be made, it says so, and only http is served.
 */
export async function prepareHttps({ https, host }: StartSettings, kept: KeptCertificate, say: Say) {
  if (https === null) return null;
  const given = https.files === null ? null : givenHttps(https, https.files, say);
  const { port } = https;
  const problem = await portProblem(port, host);
  if (problem !== null) {
    const why = problem.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${problem.message})`;
    say(`Only http, no https: port ${port} ${why}. To use another one: HTTPS_PORT=${anotherPort(port)} npm start`);
    return null;
  }
  if (given !== null) return given;
  try {
    const { authority } = await kept.lookAfter(machineNames(), new Date());
    return {
      port,
      files: { certificate: kept.server, key: kept.server },
      /** The certificate that phones have to trust first, with its SHA-256; null if they need not. */
      authority: { file: kept.authority, fingerprint: authority.fingerprint256 },
      /** The host name in the operator's certificate, if any. */
      host: null,
      /** Whether this machine made the certificate and has to renew it. */
      own: true,
    };
  } catch (error) {
    say(`Only http, no https: its certificate could not be made (${(error as Error).message}).`);
    return null;
  }
}

function givenHttps({ port, authority: file }: NonNullable<StartSettings['https']>, files: CertificateFiles, say: Say) {
  const { ends, host } = readServerCertificate(files);
  if (ends.getTime() < Date.now()) say(`HTTPS_CERTIFICATE expired on ${ends.toISOString().slice(0, 10)}.`);
  const authority = file === undefined ? null : { file, fingerprint: readAuthority(file).fingerprint256 };
  return { port, files, authority, host, own: false };
}

/** The settings of the services, which are empty without https. */
export function httpsEnv(https: Https | null): NodeJS.ProcessEnv {
  return {
    HTTPS_PORT: https === null ? '' : String(https.port),
    HTTPS_CERTIFICATE: https?.files.certificate ?? '',
    HTTPS_KEY: https?.files.key ?? '',
    HTTPS_AUTHORITY: https?.authority?.file ?? '',
  };
}

/** Renews the certificate before it expires or when this machine's names change, until the timer is cleared. */
export function keepRenewing(kept: KeptCertificate, say: Say): NodeJS.Timeout {
  let said = '';
  const look = async (): Promise<void> => {
    const line = await kept
      .lookAfter(machineNames(), new Date())
      .then(renewalWords, (error: Error) => `The certificate of https could not be renewed: ${error.message}`);
    // Report a persistent problem only once.
    if (line !== '' && line !== said) say(line);
    said = line;
  };
  return setInterval(() => void look(), LOOK_EVERY_MS).unref();
}

function renewalWords({ made, names, authority }: Kept): string {
  if (made === null) return '';
  const addresses = `https has a new certificate, for ${[...names.hosts, ...names.addresses].join(', ')}.`;
  if (made === 'certificate') return addresses;
  return `${addresses} Its authority is new, and phones have to trust it again (/trust): ${authority.fingerprint256}`;
}

/** Where phones in the same network reach the product, and what they have to trust; null where they cannot. */
export async function phoneAddresses({ host, port }: StartSettings, https: Https | null) {
  const address = phoneAddress(host, machineNames(), await outwardAddress());
  if (address === null) return { http: null, https: null, trust: null };
  const spelled = address.includes(':') ? `[${address}]` : address;
  const http = `http://${spelled}:${port}`;
  return {
    http,
    https: https === null ? null : `https://${https.host ?? spelled}:${https.port}`,
    trust: https?.authority ? { page: `${http}/trust`, fingerprint: https.authority.fingerprint } : null,
  };
}

/** Reserved for documentation, so no machine has it. Nothing is sent there. */
const ELSEWHERE = '192.0.2.1';

/** The address to print for phones, of those it listens on, preferably the one it uses itself; null if there is none. */
export function phoneAddress(host: string, { addresses }: MachineNames, outward: string | null): string | null {
  const reached = addresses
    .filter((address) => !isLoopback(address))
    .filter((address) => host === '::' || (host === '0.0.0.0' ? !isIPv6(address) : host === address));
  return reached.find((address) => address === outward) ?? reached[0] ?? null;
}

/** The address from which this machine would send to other networks; null without a network. */
async function outwardAddress(): Promise<string | null> {
  const socket = createSocket('udp4');
  try {
    socket.connect(9, ELSEWHERE);
    await once(socket, 'connect');
    return socket.address().address;
  } catch {
    return null;
  } finally {
    socket.close();
  }
}
