import { hostname, networkInterfaces } from 'node:os';
import { BlockList, isIPv6 } from 'node:net';

/** The names by which browsers may reach this machine. */
export interface MachineNames {
  /** Host names, in lower case. */
  hosts: string[];
  /** The addresses at which phones in the same network reach it, then loopback. */
  addresses: string[];
}

type Interfaces = ReturnType<typeof networkInterfaces>;

/** Networks that exist in many places: an address in them is never that of a public site. */
export const PRIVATE_NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  // Carrier-grade NAT, also used by VPNs.
  '100.64.0.0/10',
  'fc00::/7',
] as const;

const LOOPBACK = ['127.0.0.1', '::1'];

const DNS_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const networks = networkList(PRIVATE_NETWORKS);

/** The current names and addresses of this machine. */
export function machineNames(host = hostname(), interfaces: Interfaces = networkInterfaces()): MachineNames {
  const full = host.toLowerCase().replace(/\.$/, '');
  const [short = ''] = full.split('.', 1);
  const hosts = ['localhost', full, short, `${short}.local`].filter((name) => DNS_NAME.test(name));
  const found = Object.values(interfaces)
    .flatMap((of) => of ?? [])
    .filter(({ internal, address }) => !internal && isPhoneAddress(address))
    .map(({ address }) => address);
  return { hosts: [...new Set(hosts)], addresses: [...new Set(found), ...LOOPBACK] };
}

export function isLoopback(address: string): boolean {
  return LOOPBACK.includes(address);
}

/** Whether phones in the same network can use an address: any IPv4 address, and private IPv6 ones. */
function isPhoneAddress(address: string): boolean {
  // Public IPv6 addresses change daily and come with others; link-local ones cannot be entered in a browser.
  return !isIPv6(address) || networks.check(address, 'ipv6');
}

/** A list of networks, written like `10.0.0.0/8`, in which to look up an address. */
export function networkList(written: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of written) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}
