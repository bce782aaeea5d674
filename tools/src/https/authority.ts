import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
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

/** The names that an authority may certify: domains with their subdomains, and networks. */
interface Permitted {
  domains: string[];
  networks: string[];
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
const FOR_SERVERS = new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]);

/** Makes an authority that may certify only servers with this machine's names. */
export async function makeAuthority(names: MachineNames, now: Date): Promise<Certified> {
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    // With its date, to distinguish it from an older one in a phone's settings.
    name: [{ CN: [`Fairmark on ${shortNameOf(names)} ${now.toISOString().slice(0, 10)}`] }],
    ...lifeOf(now, AUTHORITY_DAYS),
    keys,
    signingAlgorithm: KEYS,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      FOR_SERVERS,
      new x509.Extension(id_ce_nameConstraints, true, encoded(permittedFor(names))),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: await pemOf(keys.privateKey) };
}

/** Makes a certificate for these names, with its own key, signed by the authority. */
export async function certify(authority: Certified, names: MachineNames, now: Date): Promise<Certified> {
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: ['Fairmark'] }],
    issuer: issuer.subjectName,
    ...lifeOf(now, CERTIFICATE_DAYS),
    publicKey: keys.publicKey,
    signingKey: await keyOf(authority.key),
    signingAlgorithm: KEYS,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      FOR_SERVERS,
      namesExtension(names),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: await pemOf(keys.privateKey) };
}

/** The names of a machine that an authority may certify. */
export function coveredBy(authority: string, { hosts, addresses }: MachineNames): MachineNames {
  const { domains, networks } = permittedBy(authority);
  const list = networkList(networks);
  const isBelow = (host: string) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return { hosts: hosts.filter(isBelow), addresses: addresses.filter((one) => list.check(one, familyOf(one))) };
}

function permittedBy(certificate: string): Permitted {
  const extension = new x509.X509Certificate(certificate).getExtension(id_ce_nameConstraints);
  const { permittedSubtrees = [] } = extension === null ? {} : AsnConvert.parse(extension.value, NameConstraints);
  const bases = [...permittedSubtrees].map(({ base }) => base);
  return {
    domains: bases.flatMap(({ dNSName }) => dNSName ?? []),
    networks: bases.flatMap(({ iPAddress }) => iPAddress ?? []),
  };
}

/**
 * The names that a machine's authority may certify: the machine, every name that ends in `.local`, and private
 * networks. It thus stays valid when the machine's address changes, and phones have to trust it only once.
 */
function permittedFor({ hosts, addresses }: MachineNames): Permitted {
  const inPrivate = networkList(PRIVATE_NETWORKS);
  const others = addresses.filter((address) => !inPrivate.check(address, familyOf(address)));
  return {
    domains: ['local', ...hosts.filter((host) => !host.endsWith('.local'))],
    networks: [...PRIVATE_NETWORKS, ...others.map((address) => `${address}/${isIPv6(address) ? 128 : 32}`)],
  };
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

function lifeOf(now: Date, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - BEFORE_MS), notAfter: new Date(now.getTime() + days * DAY_MS) };
}

function shortNameOf({ hosts }: MachineNames): string {
  return hosts.at(-1)?.split('.', 1)[0]?.slice(0, NAME_MAX) ?? '';
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
}

function keyOf(pem: string): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), KEYS, false, ['sign']);
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  return `${x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;
}

function encoded({ domains, networks }: Permitted): ArrayBuffer {
  const names = [
    ...domains.map((dNSName) => new GeneralName({ dNSName })),
    ...networks.map((iPAddress) => new GeneralName({ iPAddress })),
  ];
  const permittedSubtrees = new GeneralSubtrees(names.map((base) => new GeneralSubtree({ base })));
  return AsnConvert.serialize(new NameConstraints({ permittedSubtrees }));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
