/** What the value of an option has to be, for the operator, and whether it is that. */
type Rule = readonly [must: string, fits: (value: string) => boolean];

const MOST = 2_147_483_647;
const PREFERENCES = ['leader', 'follower', 'random', 'readOnlyReplica'];

/** The client reads `tlsCaFile`, `tls_ca_file` and `tlsCAFile` alike. */
const flat = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');
const oneOf = (...words: string[]): Rule => [`be ${words.join(' or ')}`, (value) => words.includes(value)];
const whole = (least: number): Rule => [
  `be a whole number from ${least} to ${MOST}`,
  (value) => /^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= MOST,
];
const FILE: Rule = ['be the path of a file, percent-encoded', (value) => Boolean(decoded(value))];

/**
 * Every option that the client knows, with the values that it takes silently. Of what it does not
 * know, and of what it only warns of, it prints the whole address, password included: such an
 * address must not reach it.
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
  nodePreference: [
    `be ${PREFERENCES.join(' or ')}`,
    (value) => PREFERENCES.some((preference) => flat(preference) === flat(value)),
  ],
  keepAliveInterval: whole(10_000),
  keepAliveTimeout: whole(1),
  defaultDeadline: whole(1),
  maxDiscoverAttempts: whole(1),
  discoveryInterval: whole(0),
  gossipTimeout: whole(1),
  // Without effect: it is about a call of the client's that is not made.
  throwOnAppendFailure: oneOf('true', 'false'),
};
const NAMES = Object.keys(OPTIONS);

/** The user ends at the last @, so that no piece of a password is taken for a host or an option. */
const ADDRESS = /^esdb(?:\+discover)?:\/\/(?:(?<who>.*)@)?(?<hosts>[^@?]*)(?:\?(?<options>[^@]*))?$/s;
const WHO = /^([^\s:@/?]+):([^\s:@/?]+)$/;

/**
 * What is wrong with the address of an EventStoreDB, as the end of a sentence that begins with what
 * names it ("must …"), or null. It never repeats any of the address. The client reads what passes
 * as it is read here, and silently.
 */
export function eventStoreAddressProblem(address: string): string | null {
  const parts = ADDRESS.exec(address)?.groups;
  if (parts === undefined) return 'must be an address that begins with esdb:// or esdb+discover://';
  const { who, hosts = '', options } = parts;
  const pairs = options?.split('&') ?? [];
  const problem = whoProblem(who) ?? hostsProblem(hosts) ?? optionsProblem(pairs);
  const anonymous = who === undefined && !pairs.some((pair) => flat(pair) === 'tls=false');
  return problem ?? (anonymous ? 'must name user and password; only tls=false does without them' : null);
}

function whoProblem(who: string | undefined): string | null {
  if (who === undefined) return null;
  const [user, password] = (WHO.exec(who)?.slice(1) ?? []).map(decoded);
  if (!user || !password) {
    return 'must have user:password before its @, with : / ? @ % and spaces in them percent-encoded';
  }
  // They go to the server with a colon between them.
  return user.includes(':') ? 'must name a user without a colon' : null;
}

function hostsProblem(hosts: string): string | null {
  // The client takes the slash after a host without a port for a piece of the host.
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
