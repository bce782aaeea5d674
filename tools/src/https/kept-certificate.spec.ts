import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { connect, createServer } from 'node:tls';
import { testFolder } from '@fairmark/events/testing/folder';
import * as x509 from '@peculiar/x509';
import { certify } from './authority.js';
import { KeptCertificate } from './kept-certificate.js';
import { machineNames, type MachineNames } from './names.js';

const DAY_MS = 86_400_000;
const START = new Date('2026-11-23T08:00:00Z');
const inDays = (days: number): Date => new Date(START.getTime() + days * DAY_MS);
const named = (hostname: string, ...addresses: string[]): MachineNames =>
  machineNames(hostname, { en0: addresses.map((address) => ({ address, internal: false }) as never) });
const CLUBHOUSE = named('Clubhouse', '192.168.1.20');

describe('the certificate that a machine keeps', () => {
  const place = testFolder();
  let kept: KeptCertificate;
  beforeEach(() => {
    kept = new KeptCertificate(place('https'));
  });

  const authority = (): string => readFileSync(kept.authority, 'utf8');
  const server = (): string => readFileSync(kept.server, 'utf8');
  const authorityKey = (): string => place('https', 'authority-key.pem');

  /** Why a client that connects by this name refuses the certificate; null when it accepts it. */
  const refusal = async (pem: string, host: string, ca?: string): Promise<string | null> => {
    const listening = createServer({ cert: pem, key: pem }, (socket) => socket.end());
    listening.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const client = connect({ port, host: '127.0.0.1', servername: /[a-z]/.test(host) ? host : '', ca });
    const why = await once(client, 'secureConnect').then(
      () => null,
      (error: Error) => error.message,
    );
    client.destroy();
    listening.close();
    return why;
  };

  it('is accepted for the names of the machine, and only by a client that trusts its authority', async () => {
    await kept.lookAfter(CLUBHOUSE, new Date());
    for (const host of ['localhost', 'clubhouse', 'clubhouse.local']) {
      expect([host, await refusal(server(), host, authority())]).toEqual([host, null]);
    }
    expect(await refusal(server(), 'clubhouse')).toBe('unable to verify the first certificate');
    expect(await refusal(server(), 'example.com', authority())).toContain('does not match certificate');
    expect(new X509Certificate(server()).checkIP('192.168.1.20')).toBe('192.168.1.20');
  });

  it('is issued by an authority that cannot certify other sites, even if its key is stolen', async () => {
    await kept.lookAfter(CLUBHOUSE, new Date());
    const stolen = { certificate: authority(), key: readFileSync(authorityKey(), 'utf8') };
    for (const hosts of [['example.com'], ['clubhouse', 'example.com']]) {
      const { certificate, key } = await certify(stolen, { hosts, addresses: ['192.168.1.20'] }, new Date());
      expect(await refusal(certificate + key, hosts[0] ?? '', authority())).toBe('permitted subtree violation');
    }
    const elsewhere = await certify(stolen, { hosts: ['clubhouse'], addresses: ['203.0.113.7'] }, new Date());
    expect(await refusal(elsewhere.certificate + elsewhere.key, 'clubhouse', authority())).toBe(
      'permitted subtree violation',
    );

    const { extensions } = new x509.X509Certificate(authority());
    const critical = extensions.filter((one) => one.critical).map(({ type }) => type);
    expect(critical).toEqual(expect.arrayContaining(['2.5.29.30', '2.5.29.19', '2.5.29.15']));
    expect(extensions.find((one) => one instanceof x509.BasicConstraintsExtension)).toMatchObject({
      ca: true,
      pathLength: 0,
    });
  });

  it('is valid for at most 397 days, and only the owner can read its keys', async () => {
    await kept.lookAfter(CLUBHOUSE, START);
    const { notBefore, notAfter } = new x509.X509Certificate(server());
    expect((notAfter.getTime() - notBefore.getTime()) / DAY_MS).toBeLessThanOrEqual(397);
    for (const file of [kept.server, authorityKey()]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(kept.server)).mode & 0o777).toBe(0o700);
  });

  it('is renewed by the same authority shortly before it expires, and not earlier', async () => {
    expect((await kept.lookAfter(CLUBHOUSE, START)).made).toBe('authority');
    const [first, trusted] = [server(), authority()];
    expect((await kept.lookAfter(CLUBHOUSE, inDays(59))).made).toBeNull();
    expect(server()).toBe(first);
    expect((await kept.lookAfter(CLUBHOUSE, inDays(61))).made).toBe('certificate');
    expect(new x509.X509Certificate(server()).notAfter).toEqual(inDays(151));
    // The machine was off for a year; then its clock was wrong.
    expect((await kept.lookAfter(CLUBHOUSE, inDays(400))).made).toBe('certificate');
    expect((await kept.lookAfter(CLUBHOUSE, inDays(1))).made).toBe('certificate');
    expect(authority()).toBe(trusted);
    // After ten years the authority itself has expired.
    expect((await kept.lookAfter(CLUBHOUSE, inDays(3_600))).made).toBe('authority');
  });

  it('is reissued by the same authority when names or addresses change', async () => {
    await kept.lookAfter(CLUBHOUSE, START);
    const trusted = authority();
    for (const names of [
      named('clubhouse', '192.168.1.77'),
      named('clubhouse', '10.1.2.3', 'fd12::5'),
      named('clubhouse'),
      named('pro-shop', '172.16.0.9'),
    ]) {
      expect((await kept.lookAfter(names, START)).made).toBe('certificate');
      expect((await kept.lookAfter({ ...names, addresses: [...names.addresses].reverse() }, START)).made).toBeNull();
      expect(new X509Certificate(server()).verify(new X509Certificate(trusted).publicKey)).toBe(true);
    }
    // A name that the authority may not certify is left out.
    expect((await kept.lookAfter(named('pro-shop', '172.16.0.9'), START)).names.hosts).toEqual([
      'localhost',
      'pro-shop.local',
    ]);
    expect(authority()).toBe(trusted);
  });

  it('is of a new authority only when the old one covers no address of the machine', async () => {
    await kept.lookAfter(CLUBHOUSE, START);
    const both = await kept.lookAfter(named('clubhouse', '192.168.1.20', '203.0.113.7'), START);
    expect([both.made, both.names.addresses]).toEqual([null, ['192.168.1.20', '127.0.0.1', '::1']]);
    const moved = await kept.lookAfter(named('clubhouse', '203.0.113.7'), START);
    expect([moved.made, moved.names.addresses]).toEqual(['authority', ['203.0.113.7', '127.0.0.1', '::1']]);
    // Back at the club, that authority still covers the address.
    expect((await kept.lookAfter(CLUBHOUSE, START)).made).toBe('certificate');
  });

  it('is reissued when a file is missing, truncated or from another certificate', async () => {
    await kept.lookAfter(CLUBHOUSE, START);
    rmSync(kept.server);
    expect((await kept.lookAfter(CLUBHOUSE, START)).made).toBe('certificate');
    writeFileSync(kept.server, server().slice(0, 400));
    expect((await kept.lookAfter(CLUBHOUSE, START)).made).toBe('certificate');
    const other = new KeptCertificate(place('other'));
    await other.lookAfter(CLUBHOUSE, START);
    copyFileSync(other.server, kept.server);
    expect((await kept.lookAfter(CLUBHOUSE, START)).made).toBe('certificate');
    writeFileSync(authorityKey(), '');
    expect((await kept.lookAfter(CLUBHOUSE, START)).made).toBe('authority');
    expect((await kept.lookAfter(CLUBHOUSE, START)).made).toBeNull();
  });
});

it('the names of a machine are its host names and its private addresses, which phones connect to', () => {
  const names = machineNames('Clubhouse-PC.fritz.box.', {
    lo: [{ address: '127.0.0.1', internal: true } as never],
    en0: ['192.168.1.20', 'fe80::1', '2001:db8::7', 'fd12::7'].map(
      (address) => ({ address, internal: false }) as never,
    ),
  });
  expect(names.hosts).toEqual(['localhost', 'clubhouse-pc.fritz.box', 'clubhouse-pc', 'clubhouse-pc.local']);
  expect(names.addresses).toEqual(['192.168.1.20', 'fd12::7', '127.0.0.1', '::1']);
  expect(machineNames('Kim’s Laptop', {}).hosts).toEqual(['localhost']);
});
