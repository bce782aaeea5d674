import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';
import { networkList, PRIVATE_NETWORKS, type MachineNames } from './names.js';

/** A certificate and its key, in PEM. */
export interface Certified {
  certificate: string;
  key: string;
}

const DAY_MS = 86_400_000;
/** Ten years, so that phones have to trust it only once. */
const AUTHORITY_DAYS = 3_650;
/** Phones refuse certificates valid for more than 397 days; a shorter life costs nothing, as renewal is automatic. */
export const CERTIFICATE_DAYS = 90;
/** Maximum length of the host, as a common name has at most 64 characters. */
const NAME_MAX = 40;
/** Certificates are valid from a day ago, as clocks of phones differ. */
const BEFORE_MS = DAY_MS;

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Makes an authority that may certify only servers with this machine's names. */
export async function makeAuthority(names: MachineNames, now: Date): Promise<Certified> {
  const host = names.hosts.at(-1)?.split('.', 1)[0]?.slice(0, NAME_MAX) ?? '';
  // With its date, to distinguish it from an older one in a phone's settings.
  const subject = [{ CN: [`Fairmark on ${host} ${now.toISOString().slice(0, 10)}`] }];
  return issue({ subject, days: AUTHORITY_DAYS, now }, [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    new x509.Extension(id_ce_nameConstraints, true, permittedFor(names)),
  ]);
}

/** Makes a certificate for these names, with its own key, signed by the authority. */
export async function certify(authority: Certified, names: MachineNames, now: Date): Promise<Certified> {
  const { subjectName, publicKey } = new x509.X509Certificate(authority.certificate);
  const pem = x509.PemConverter.decodeFirst(authority.key);
  const key = await webcrypto.subtle.importKey('pkcs8', pem, KEYS, false, ['sign']);
  return issue({ subject: [{ CN: ['Fairmark'] }], days: CERTIFICATE_DAYS, now, by: { subjectName, key } }, [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    namesExtension(names),
    await x509.AuthorityKeyIdentifierExtension.create(publicKey),
  ]);
}

interface Issued {
  subject: x509.JsonName;
  days: number;
  now: Date;
  /** The authority that signs it; without one, it signs itself. */
  by?: { subjectName: x509.Name; key: webcrypto.CryptoKey };
}

/** Makes a key and its certificate for servers. */
async function issue({ subject, days, now, by }: Issued, extensions: x509.Extension[]): Promise<Certified> {
  const { publicKey, privateKey } = await webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: by?.subjectName ?? subject,
    notBefore: new Date(now.getTime() - BEFORE_MS),
    notAfter: new Date(now.getTime() + days * DAY_MS),
    publicKey,
    signingKey: by?.key ?? privateKey,
    signingAlgorithm: KEYS,
    extensions: [
      ...extensions,
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  const key = KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { certificate: `${certificate.toString('pem')}\n`, key };
}

/** The names of a machine that an authority may certify. */
export function coveredBy(authority: string, { hosts, addresses }: MachineNames): MachineNames {
  const extension = new x509.X509Certificate(authority).getExtension(id_ce_nameConstraints);
  const { permittedSubtrees = [] } = extension === null ? {} : AsnConvert.parse(extension.value, NameConstraints);
  const permitted = [...permittedSubtrees].map(({ base }) => base);
  const domains = permitted.flatMap(({ dNSName }) => dNSName ?? []);
  const networks = networkList(permitted.flatMap(({ iPAddress }) => iPAddress ?? []));
  const isBelow = (host: string) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return { hosts: hosts.filter(isBelow), addresses: addresses.filter((one) => networks.check(one, familyOf(one))) };
}

/**
 * The constraint to the names that a machine's authority may certify: the machine, every name that ends in `.local`,
 * and private networks. It thus stays valid when the machine's address changes, and phones have to trust it only once.
 */
function permittedFor({ hosts, addresses }: MachineNames): ArrayBuffer {
  const inPrivate = networkList(PRIVATE_NETWORKS);
  const others = addresses.filter((address) => !inPrivate.check(address, familyOf(address)));
  const networks = [...PRIVATE_NETWORKS, ...others.map((address) => `${address}/${isIPv6(address) ? 128 : 32}`)];
  const names = [
    ...['local', ...hosts.filter((host) => !host.endsWith('.local'))].map((dNSName) => ({ dNSName })),
    ...networks.map((iPAddress) => ({ iPAddress })),
  ];
  const subtrees = names.map((name) => new GeneralSubtree({ base: new GeneralName(name) }));
  return AsnConvert.serialize(new NameConstraints({ permittedSubtrees: new GeneralSubtrees(subtrees) }));
}

export function isFor(certificate: string, names: MachineNames): boolean {
  const extension = new x509.X509Certificate(certificate).getExtension(x509.SubjectAlternativeNameExtension);
  return extension !== null && Buffer.from(extension.value).equals(Buffer.from(namesExtension(names).value));
}

function namesExtension({ hosts, addresses }: MachineNames): x509.SubjectAlternativeNameExtension {
  return new x509.SubjectAlternativeNameExtension([
    ...hosts.map((value) => ({ type: 'dns' as const, value })),
    // Sorted, as the order in which the system lists networks varies.
    ...[...addresses].sort().map((value) => ({ type: 'ip' as const, value })),
  ]);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
