import { readFileSync } from 'node:fs';

type Rule = readonly [must: string, fits: (value: string) => boolean];

const INT32_MAX = 2_147_483_647;

/** The client reads `tlsCaFile`, `tls_ca_file` and `tlsCAFile` alike. */
const flat = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');
const oneOf = (...words: string[]): Rule => [`be ${words.join(' or ')}`, (value) => words.includes(value)];
const whole = (least: number): Rule => [
  `be a whole number from ${least} to ${INT32_MAX}`,
  (value) => /^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= INT32_MAX,
];
// The client reads it at once, and its error names neither option nor file.
const FILE: Rule = ['be the path of a readable file, percent-encoded', (value) => isReadable(decoded(value))];

/**
 * Every option that the client knows, with the values that it accepts silently. For any other option or value, it
 * prints the whole address, password included, in an error or a warning: such an address must not reach it.
 */
const OPTIONS: Readonly<Record<string, Rule>> = {
  tls: oneOf('true', 'false'),
  tlsVerifyCert: oneOf('true'),
  tlsCAFile: FILE,
  userCertFile: FILE,
  userKeyFile: FILE,
  // The client sends it in a header.
  connectionName: [
    'be a name of printable ASCII, percent-encoded',
    (value) => /^[\x20-\x7e]+$/.test(decoded(value) ?? ''),
  ],
  // The leader alone answers our calls.
  nodePreference: oneOf('leader'),
  keepAliveInterval: whole(10_000),
  keepAliveTimeout: whole(1),
  defaultDeadline: whole(1),
  maxDiscoverAttempts: whole(1),
  discoveryInterval: whole(0),
  gossipTimeout: whole(1),
  // Has no effect, as it concerns a method of the client that we do not call.
  throwOnAppendFailure: oneOf('true', 'false'),
};
const NAMES = Object.keys(OPTIONS);

/** The credentials end at the last @, so that no part of a password is taken for a host or an option. */
const ADDRESS = /^esdb(?:\+discover)?:\/\/(?:(?<credentials>.*)@)?(?<hosts>[^@?]*)(?:\?(?<options>[^@]*))?$/s;
const CREDENTIALS = /^([^\s:@/?]+):([^\s:@/?]+)$/;

/**
 * What is wrong with the address of an EventStoreDB, as the end of a sentence ("must …"), or null. Never repeats any
 * part of the address. The client parses every accepted address as this function does, and prints nothing.
 */
export function eventStoreAddressProblem(address: string): string | null {
  const parts = ADDRESS.exec(address)?.groups;
  if (parts === undefined) return 'must be an address that begins with esdb:// or esdb+discover://';
  const { credentials, hosts = '', options } = parts;
  const pairs = options?.split('&') ?? [];
  const problem = credentialsProblem(credentials) ?? hostsProblem(hosts) ?? optionsProblem(pairs);
  const anonymous = credentials === undefined && !pairs.some((pair) => flat(pair) === 'tls=false');
  return problem ?? (anonymous ? 'must name user and password, unless tls=false' : null);
}

/** After `esdb+discover://` the client asks only the first host for the leader, after `esdb://` every one of several. */
export function askingEveryHost(address: string): string {
  const { hosts = '' } = ADDRESS.exec(address)?.groups ?? {};
  return hosts.includes(',') ? address.replace('esdb+discover:', 'esdb:') : address;
}

function credentialsProblem(credentials: string | undefined): string | null {
  if (credentials === undefined) return null;
  const [user, password] = (CREDENTIALS.exec(credentials)?.slice(1) ?? []).map(decoded);
  if (!user || !password) {
    return 'must have user:password before its @, with : / ? @ % and spaces in them percent-encoded';
  }
  // They are sent to the server joined by a colon.
  return user.includes(':') ? 'must name a user without a colon' : null;
}

function hostsProblem(hosts: string): string | null {
  // Only after a port: after a bare host, the client takes the slash for part of the host's name.
  const ports = hosts
    .replace(/(:\d+)\/$/, '$1')
    .split(',')
    .map((host) => /^[\w.-]+(?::(\d{1,5}))?$/.exec(host))
    .map((found) => (found === null ? 0 : Number(found[1] ?? 2113)));
  const sound = ports.every((port) => port >= 1 && port <= 65_535);
  return sound ? null : 'must name its hosts as host or host:port, with commas between them';
}

function optionsProblem(pairs: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const pair of pairs) {
    const [, key = '', value = ''] = /^([\w-]+)=([^\s?=]+)$/.exec(pair) ?? [];
    const name = NAMES.find((known) => flat(known) === flat(key)) ?? '';
    const rule = OPTIONS[name];
    if (rule === undefined) return `must have no options but name=value, with a name of ${NAMES.join(', ')}`;
    const [must, fits] = rule;
    if (seen.has(name)) return `must have the option ${name} once`;
    if (!fits(value)) return `has an option ${name} that must ${must}`;
    seen.add(name);
  }
  const halves = seen.has('userCertFile') !== seen.has('userKeyFile');
  return halves ? 'must have the options userCertFile and userKeyFile both or neither' : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function isReadable(file: string | null): boolean {
  try {
    return file !== null && readFileSync(file).length > 0;
  } catch {
    return false;
  }
}
