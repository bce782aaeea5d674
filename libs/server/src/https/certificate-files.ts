import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../config/config.js';

/** Paths of a certificate with its chain, and of its key, both in PEM; they may be one file. */
export interface CertificateFiles {
  certificate: string;
  key: string;
}

/** A certificate that a server can use, and its key. */
export interface ServerCertificate {
  cert: string;
  key: string;
  ends: Date;
  /** The first host name that it is for, unless that stands for many. */
  host: string | null;
}

/** Reads a certificate and its key. Throws a ConfigError that names the setting of the file that is no good. */
export function readServerCertificate(files: CertificateFiles): ServerCertificate {
  const cert = read('HTTPS_CERTIFICATE', files.certificate);
  const key = read('HTTPS_KEY', files.key);
  const parsed = tried('HTTPS_CERTIFICATE holds no certificate in PEM', () => new X509Certificate(cert));
  const secret = tried('HTTPS_KEY holds no private key in PEM that opens without a password', () =>
    createPrivateKey(key),
  );
  if (!parsed.checkPrivateKey(secret)) refuse('HTTPS_KEY is not the key of the certificate in HTTPS_CERTIFICATE');
  tried('HTTPS_CERTIFICATE or HTTPS_KEY is of a kind that no server can use', () => createSecureContext({ cert, key }));
  const host = /DNS:([\w.-]+)/.exec(parsed.subjectAltName ?? '')?.[1] ?? null;
  return { cert, key, ends: new Date(parsed.validTo), host };
}

/** Reads the certificate that phones are to trust. Throws a ConfigError when there is none. */
export function readAuthority(file: string): X509Certificate {
  const pem = read('HTTPS_AUTHORITY', file);
  return tried('HTTPS_AUTHORITY holds no certificate in PEM', () => new X509Certificate(pem));
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return refuse(`${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function tried<Value>(problem: string, make: () => Value): Value {
  try {
    return make();
  } catch {
    return refuse(problem);
  }
}

function refuse(problem: string): never {
  throw new ConfigError([problem]);
}
