import { hostname, networkInterfaces } from 'node:os';
import { BlockList, isIPv6 } from 'node:net';

/** What browsers may call this machine by. */
export interface MachineNames {
  /** Host names, in small letters. */
  hosts: string[];
  /** The addresses that phones in the same network reach it at, then its own. */
  addresses: string[];
}

type Interfaces = ReturnType<typeof networkInterfaces>;

/** Networks that exist in many places: an address in one of them is never that of a site on the internet. */
export const PRIVATE_NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  // Shared by a provider's customers, and by private networks over the internet.
  '100.64.0.0/10',
  'fc00::/7',
] as const;

/** The machine itself. */
export const LOOPBACK = ['127.0.0.1', '::1'] as const;

const DNS_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const networks = networkList(PRIVATE_NETWORKS);

/** Names and addresses of this machine, as they are now. */
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

/** Whether an address is one of those that phones in the same network use, which all but public ones of version 6 are. */
function isPhoneAddress(address: string): boolean {
  // Public addresses of version 6 change daily, and come beside others; those of one link cannot be typed into a browser.
  return !isIPv6(address) || networks.check(address, 'ipv6');
}

/** Networks as they are written, `10.0.0.0/8`, to look an address up in. */
export function networkList(written: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of written) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}
