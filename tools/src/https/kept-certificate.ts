import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Account } from '../system/account.js';
import { CERTIFICATE_DAYS, certify, coveredBy, isFor, makeAuthority, type Certified } from './authority.js';
import { LOOPBACK, type MachineNames } from './names.js';

/** The result of checking the kept certificate. */
export type Kept = Awaited<ReturnType<KeptCertificate['lookAfter']>>;

const DAY_MS = 86_400_000;
/** So that the certificate of a machine that was off for weeks is still valid. */
const RENEW_DAYS_BEFORE = 30;

/** The authority of this machine and the certificate it signed, kept in a separate folder. */
export class KeptCertificate {
  /** Under root, `reader` is the account that serves https. It may read the certificate, not the authority's key. */
  constructor(
    private readonly folder: string,
    private readonly reader: Account | null = null,
  ) {}

  /** The certificate with its key, in one file, so that they are replaced together. */
  get server(): string {
    return path.join(this.folder, 'server.pem');
  }

  get authority(): string {
    return path.join(this.folder, 'authority.pem');
  }

  private get authorityKey(): string {
    return path.join(this.folder, 'authority-key.pem');
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
      write(this.authorityKey, authority.key, 0o600);
      write(this.authority, authority.certificate, 0o644);
    }
    const covered = coveredBy(authority.certificate, names);
    const fits = kept !== null && this.fits(authority.certificate, covered, now);
    if (!fits) {
      const { certificate, key } = await certify(authority, covered, now);
      write(this.server, certificate + key, 0o600, this.reader);
    } else if (this.reader !== null && statSync(this.server).uid !== this.reader.uid) {
      chownSync(this.server, this.reader.uid, this.reader.gid);
    }
    const made = kept === null ? ('authority' as const) : fits ? null : ('certificate' as const);
    return { made, authority: new X509Certificate(authority.certificate), names: covered };
  }

  /** The authority, unless it is missing, damaged, about to expire, or useless to every phone. */
  private keptAuthority(names: MachineNames, now: Date): Certified | null {
    if (!existsSync(this.authority) || !existsSync(this.authorityKey)) return null;
    const certificate = readFileSync(this.authority, 'utf8');
    const key = readFileSync(this.authorityKey, 'utf8');
    if (!matches(certificate, key) || daysLeft(certificate, now) < CERTIFICATE_DAYS) return null;
    const covered = coveredBy(certificate, names);
    return reachable(names) && !reachable(covered) ? null : { certificate, key };
  }

  private fits(authority: string, names: MachineNames, now: Date): boolean {
    if (!existsSync(this.server)) return false;
    const pem = readFileSync(this.server, 'utf8');
    if (!matches(pem, pem) || !new X509Certificate(pem).verify(new X509Certificate(authority).publicKey)) return false;
    const left = daysLeft(pem, now);
    // More days left than at its start: the clock was set back, and the certificate may not be valid yet.
    return left > RENEW_DAYS_BEFORE && left <= CERTIFICATE_DAYS && isFor(pem, names);
  }
}

/** Whether others reach the machine by one of its names. */
function reachable({ addresses }: MachineNames): boolean {
  return addresses.some((address) => !LOOPBACK.some((own) => own === address));
}

function daysLeft(certificate: string, now: Date): number {
  return (Date.parse(new X509Certificate(certificate).validTo) - now.getTime()) / DAY_MS;
}

function matches(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    // Truncated by a full disk or a power cut: it is made again.
    return false;
  }
}

/** Writes a file atomically, with its mode and owner set from the start. */
function write(file: string, content: string, mode: number, owner: Account | null = null): void {
  writeFileSync(`${file}.part`, content, { mode });
  if (owner !== null) chownSync(`${file}.part`, owner.uid, owner.gid);
  renameSync(`${file}.part`, file);
}
