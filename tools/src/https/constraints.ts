import { isIP, isIPv6 } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import { networkList, PRIVATE_NETWORKS, type MachineNames } from './names.js';

/** The extension of an authority with the names it may certify. */
export const NAME_CONSTRAINTS = id_ce_nameConstraints;

/** The names that an authority may certify: domains with their subdomains, and networks. */
export interface Permitted {
  domains: string[];
  networks: string[];
}

/**
 * The names that a machine's authority may certify: the machine, every name that ends in `.local`, and private
 * networks. It thus stays valid when the machine's address changes, and phones have to trust it only once.
 */
export function permittedFor({ hosts, addresses }: MachineNames): Permitted {
  const inPrivate = networkList(PRIVATE_NETWORKS);
  const others = addresses.filter((address) => !inPrivate.check(address, familyOf(address)));
  return {
    domains: ['local', ...hosts.filter((host) => !host.endsWith('.local'))],
    networks: [...PRIVATE_NETWORKS, ...others.map((address) => `${address}/${isIPv6(address) ? 128 : 32}`)],
  };
}

/** The names of a machine that an authority may certify. */
export function coveredBy(permitted: Permitted, { hosts, addresses }: MachineNames): MachineNames {
  const list = networkList(permitted.networks);
  const isBelow = (host: string) => permitted.domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return { hosts: hosts.filter(isBelow), addresses: addresses.filter((one) => list.check(one, familyOf(one))) };
}

/** Encodes the value of the extension. */
export function encodePermitted({ domains, networks }: Permitted): ArrayBuffer {
  const names = [
    ...domains.map((dNSName) => new GeneralName({ dNSName })),
    ...networks.map((iPAddress) => new GeneralName({ iPAddress })),
  ];
  const permittedSubtrees = new GeneralSubtrees(names.map((base) => new GeneralSubtree({ base })));
  return AsnConvert.serialize(new NameConstraints({ permittedSubtrees }));
}

/** Decodes the value of the extension. */
export function decodePermitted(value: ArrayBuffer): Permitted {
  const bases = [...(AsnConvert.parse(value, NameConstraints).permittedSubtrees ?? [])].map(({ base }) => base);
  return {
    domains: bases.flatMap(({ dNSName }) => dNSName ?? []),
    networks: bases.flatMap(({ iPAddress }) => iPAddress ?? []),
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
