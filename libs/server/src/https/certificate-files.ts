import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../config/config.js';

/** Paths of a certificate with its chain and of its key, in PEM; both may be the same file. */
export interface CertificateFiles {
  certificate: string;
  key: string;
}

/** A certificate that a server can use, and its key. */
export interface ServerCertificate {
  cert: string;
  key: string;
  ends: Date;
  /** The certificate's first host name that is not a wildcard; null if there is none. */
  host: string | null;
}

/** Reads a certificate and its key. @throws ConfigError naming the setting whose file is unusable */
export function readServerCertificate(files: CertificateFiles): ServerCertificate {
  const cert = read('HTTPS_CERTIFICATE', files.certificate);
  const key = read('HTTPS_KEY', files.key);
  const parsed = orRefuse('HTTPS_CERTIFICATE holds no certificate in PEM', () => new X509Certificate(cert));
  const secret = orRefuse('HTTPS_KEY holds no private key in PEM that opens without a password', () =>
    createPrivateKey(key),
  );
  if (!parsed.checkPrivateKey(secret)) {
    throw new ConfigError(['HTTPS_KEY is not the key of the certificate in HTTPS_CERTIFICATE']);
  }
  orRefuse('HTTPS_CERTIFICATE or HTTPS_KEY is of a kind that no server can use', () =>
    createSecureContext({ cert, key }),
  );
  const host = /DNS:([\w.-]+)/.exec(parsed.subjectAltName ?? '')?.[1] ?? null;
  return { cert, key, ends: new Date(parsed.validTo), host };
}

/** Reads the authority's certificate that phones have to trust. @throws ConfigError if the file holds none */
export function readAuthority(file: string): X509Certificate {
  const pem = read('HTTPS_AUTHORITY', file);
  return orRefuse('HTTPS_AUTHORITY holds no certificate in PEM', () => new X509Certificate(pem));
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
}

function orRefuse<Value>(problem: string, make: () => Value): Value {
  try {
    return make();
  } catch {
    throw new ConfigError([problem]);
  }
}
