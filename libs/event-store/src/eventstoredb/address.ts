/** Who writes, as the address names him, decoded. */
interface AddressUser {
  username: string;
  password: string;
}

/** What the value of an option has to be, for the operator, and whether it is that. */
interface OptionRule {
  must: string;
  fits: (value: string) => boolean;
}

/** The client reads `tlsCaFile`, `tls_ca_file` and `tlsCAFile` alike. */
const flat = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

const oneOf = (...words: string[]): OptionRule => ({
  must: `be ${words.join(' or ')}`,
  fits: (value) => words.includes(value),
});

const MOST = 2_147_483_647;
const whole = (least: number): OptionRule => ({
  must: `be a whole number from ${least} to ${MOST}`,
  fits: (value) => /^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= MOST,
});

/** The client sends the name in a header. */
const NAME: OptionRule = {
  must: 'be a name of printable ASCII, percent-encoded',
  fits: (value) => /^[\x20-\x7e]+$/.test(decoded(value) ?? ''),
};
const FILE: OptionRule = { must: 'be the path of a file, percent-encoded', fits: (value) => Boolean(decoded(value)) };
const PREFERENCES = ['leader', 'follower', 'random', 'readOnlyReplica'];

/**
 * Every option that the client knows, with the values that it takes without a word. Of what it does not know, and of what it
 * only warns of, it prints the whole address, password included: such an address must not reach it.
 */
const OPTIONS: Readonly<Record<string, OptionRule>> = {
  tls: oneOf('true', 'false'),
  tlsVerifyCert: oneOf('true'),
  tlsCAFile: FILE,
  userCertFile: FILE,
  userKeyFile: FILE,
  connectionName: NAME,
  nodePreference: {
    must: `be ${PREFERENCES.join(' or ')}`,
    fits: (value) => PREFERENCES.map(flat).includes(flat(value)),
  },
  keepAliveInterval: whole(10_000),
  keepAliveTimeout: whole(1),
  defaultDeadline: whole(1),
  maxDiscoverAttempts: whole(1),
  discoveryInterval: whole(0),
  gossipTimeout: whole(1),
  /** Without effect: it is about a call of the client's that is not made. */
  throwOnAppendFailure: oneOf('true', 'false'),
};
const NAMES = Object.keys(OPTIONS).join(', ');
const RULES = new Map(Object.entries(OPTIONS).map(([name, rule]) => [flat(name), { name, ...rule }]));

/** Everything before the last @ is the user's, so that no piece of a password is taken for a host or an option. */
const ADDRESS = /^esdb(?:\+discover)?:\/\/(?:(?<who>.*)@)?(?<hosts>[^@?]*)(?:\?(?<options>[^@]*))?$/s;
const WHO = /^([^\s:@/?]+):([^\s:@/?]+)$/;

/**
 * What is wrong with the address of an EventStoreDB, as the end of a sentence that begins with what names it ("must …"), or
 * null. It never repeats any of the address. What passes is read by the client as it is read here, and silently.
 */
export function eventStoreAddressProblem(address: string): string | null {
  const parts = ADDRESS.exec(address)?.groups;
  if (parts === undefined) return 'must be an address that begins with esdb:// or esdb+discover://';
  const { who, hosts = '', options } = parts;
  return whoProblem(who) ?? hostsProblem(hosts) ?? optionsProblem(options) ?? nobodyProblem(who, options);
}

function userIn(who: string): AddressUser | null {
  const [, name = '', word = ''] = WHO.exec(who) ?? [];
  const [username, password] = [decoded(name), decoded(word)];
  return username && password ? { username, password } : null;
}

function whoProblem(who: string | undefined): string | null {
  if (who === undefined) return null;
  const user = userIn(who);
  if (user === null) return 'must have user:password before its @, with : / ? @ % and spaces in them percent-encoded';
  // They go to the server with a colon between them.
  return user.username.includes(':') ? 'must name a user without a colon' : null;
}

function hostsProblem(hosts: string): string | null {
  // The client takes the slash after a host without a port for a piece of the host.
  const names = hosts.replace(/(:\d+)\/$/, '$1').split(',');
  return names.every(isHost) ? null : 'must name its hosts as host or host:port, with commas between them';
}

function isHost(host: string): boolean {
  const found = /^[\w.-]+(?::(\d{1,5}))?$/.exec(host);
  if (found === null) return false;
  const port = Number(found[1] ?? 2113);
  return port >= 1 && port <= 65_535;
}

function optionsProblem(text: string | undefined): string | null {
  if (text === undefined) return null;
  const seen = new Set<string>();
  for (const pair of text.split('&')) {
    const [, key = '', value = ''] = /^([\w-]+)=([^\s?=]+)$/.exec(pair) ?? [];
    const rule = RULES.get(flat(key));
    if (rule === undefined) return `must have no options but name=value, with a name of ${NAMES}`;
    if (seen.has(rule.name)) return `must have the option ${rule.name} once`;
    if (!rule.fits(value)) return `has an option ${rule.name} that must ${rule.must}`;
    seen.add(rule.name);
  }
  const halves = seen.has('userCertFile') !== seen.has('userKeyFile');
  return halves ? 'must have the options userCertFile and userKeyFile both or neither' : null;
}

function nobodyProblem(who: string | undefined, options = ''): string | null {
  const open = options.split('&').some((pair) => flat(pair) === 'tls=false');
  return who !== undefined || open ? null : 'must name user and password; only tls=false does without them';
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
