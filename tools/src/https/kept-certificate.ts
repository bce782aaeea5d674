import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Account } from '../system/account.js';
import { replaceFile } from '../system/replace-file.js';
import { CERTIFICATE_DAYS, certify, coveredBy, isFor, makeAuthority, type Certified } from './authority.js';
import { isLoopback, type MachineNames } from './names.js';

/** The result of checking the kept certificate. */
export type Kept = Awaited<ReturnType<KeptCertificate['lookAfter']>>;

const DAY_MS = 86_400_000;
/** So that the certificate of a machine that was off for weeks is still valid. */
const RENEW_DAYS_BEFORE = 30;

/** The authority of this machine and the certificate it signed, kept in a separate folder. */
export class KeptCertificate {
  /** The certificate with its key, in one file, so that they are replaced together. */
  readonly server: string;
  readonly authority: string;
  private readonly authorityKey: string;

  /** Under root, `reader` is the account that serves https. It may read the certificate, not the authority's key. */
  constructor(
    private readonly folder: string,
    private readonly reader: Account | null = null,
  ) {
    this.server = path.join(folder, 'server.pem');
    this.authority = path.join(folder, 'authority.pem');
    this.authorityKey = path.join(folder, 'authority-key.pem');
  }

  /**
   * Makes whatever is missing, expires soon or no longer fits these names. The authority is kept as long as it covers
   * any address by which others reach this machine, because every phone has to trust a new one. `made`: what was
   * replaced; null if nothing was.
   */
  async lookAfter(names: MachineNames, now: Date) {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    // The reader has to open files in the folder, which stays root's.
    if (this.reader !== null) chmodSync(this.folder, 0o711);
    const kept = this.keptAuthority(names, now);
    const authority = kept ?? (await makeAuthority(names, now));
    if (kept === null) {
      // The key first: a certificate without its key would count as damaged and be made again.
      replaceFile(this.authorityKey, authority.key, { mode: 0o600 });
      replaceFile(this.authority, authority.certificate, { mode: 0o644 });
    }
    const covered = coveredBy(authority.certificate, names);
    const fits = kept !== null && this.fits(authority.certificate, covered, now);
    if (!fits) {
      const { certificate, key } = await certify(authority, covered, now);
      replaceFile(this.server, certificate + key, { mode: 0o600, owner: this.reader });
    } else if (this.reader !== null && statSync(this.server).uid !== this.reader.uid) {
      chownSync(this.server, this.reader.uid, this.reader.gid);
    }
    const made = kept === null ? ('authority' as const) : fits ? null : ('certificate' as const);
    return { made, authority: new X509Certificate(authority.certificate), names: covered };
  }

  /** The authority, unless it is missing, damaged, about to expire, or useless to every phone. */
  private keptAuthority(names: MachineNames, now: Date): Certified | null {
    const [certificate, key] = [read(this.authority), read(this.authorityKey)];
    if (!matches(certificate, key) || daysLeft(certificate, now) < CERTIFICATE_DAYS) return null;
    const covered = coveredBy(certificate, names);
    return reachable(names) && !reachable(covered) ? null : { certificate, key };
  }

  private fits(authority: string, names: MachineNames, now: Date): boolean {
    const pem = read(this.server);
    if (!matches(pem, pem) || !new X509Certificate(pem).verify(new X509Certificate(authority).publicKey)) return false;
    const left = daysLeft(pem, now);
    // More days left than at its start: the clock was set back, and the certificate may not be valid yet.
    return left > RENEW_DAYS_BEFORE && left <= CERTIFICATE_DAYS && isFor(pem, names);
  }
}

/** The text of a file; empty if there is none. */
function read(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Whether others reach the machine by one of its names. */
function reachable({ addresses }: MachineNames): boolean {
  return addresses.some((address) => !isLoopback(address));
}

function daysLeft(certificate: string, now: Date): number {
  return (Date.parse(new X509Certificate(certificate).validTo) - now.getTime()) / DAY_MS;
}

function matches(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    // Missing, or truncated by a full disk or a power cut: it is made again.
    return false;
  }
}
