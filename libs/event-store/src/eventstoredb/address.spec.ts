import { EventStoreDBClient } from '@eventstore/db-client';
import { parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { eventStoreAddressProblem } from './address.js';
import { settingsOf } from './settings.js';

/** Files that exist, because the client checks them at once. */
const CERTIFICATES = 'tlsCAFile=package.json&userCertFile=package.json&user_key_file=.%2Fpackage.json';

const ACCEPTED = [
  'esdb://eventstore:2113?tls=false',
  'esdb://eventstore?TLS=false',
  'esdb://127.0.0.1:2113/?tls=false',
  'esdb://admin:changeit@db.example',
  'esdb://admin:changeit@db.example?tlsVerifyCert=true&throwOnAppendFailure=false',
  'esdb://a%40b:s%3Acr%25t%2F%3F@one:2113,two:2114,three?nodePreference=leader',
  'esdb+discover://admin:a=w&rd@cluster.example:2113?tls=true&node-preference=leader',
  'esdb://db?tls=false&keepAliveInterval=10000&keepAliveTimeout=1&defaultDeadline=5000',
  'esdb://a,b?tls=false&maxDiscoverAttempts=3&discoveryInterval=0&gossipTimeout=5&connectionName=club%20house%40home',
  `esdb://db?tls=false&${CERTIFICATES}`,
];

/** Refused addresses, with words of the problem. */
const REFUSED: [string, string][] = [
  ['http://sesame:2113', 'begins with esdb://'],
  ['kurrentdb://admin:sesame@db', 'begins with esdb://'],
  [' esdb://admin:sesame@db', 'begins with esdb://'],
  ['esdb://', 'hosts'],
  ['esdb://admin:sesame@', 'hosts'],
  ['esdb://admin:sesame@db,', 'hosts'],
  ['esdb://admin:sesame@db:0', 'hosts'],
  ['esdb://admin:sesame@db:65536', 'hosts'],
  ['esdb://admin:sesame@db:2113:2113', 'hosts'],
  ['esdb://admin:sesame@db/', 'hosts'],
  ['esdb://sesame:2113', 'user and password'],
  ['esdb+discover://sesame', 'user and password'],
  ['esdb://sesame:2113?tls=true', 'user and password'],
  ['esdb://sesame,b:2113?keepAliveInterval=10000', 'user and password'],
  ['esdb://sesame@db', 'user:password'],
  ['esdb://:sesame@db', 'user:password'],
  ['esdb://sesame:@db?tls=false', 'user:password'],
  ['esdb://admin:ses:ame@db', 'user:password'],
  ['esdb://admin:ses@me@db', 'user:password'],
  ['esdb://admin:sesame?tls=false@db', 'user:password'],
  ['esdb://admin:ses/ame@db', 'user:password'],
  ['esdb://admin:ses ame@db', 'user:password'],
  ['esdb://admin:sesame%@db', 'user:password'],
  ['esdb://admin:sesame%ff@db?tls=false', 'user:password'],
  ['esdb://ad%3Amin:sesame@db', 'without a colon'],
  ['esdb://admin:sesame@db?', 'no options but'],
  ['esdb://admin:sesame@db?tls', 'no options but'],
  ['esdb://admin:sesame@db?tls=', 'no options but'],
  ['esdb://admin:sesame@db?tls=true?', 'no options but'],
  ['esdb://admin:sesame@db?tls=true&', 'no options but'],
  ['esdb://admin:sesame@db?tls=true\n', 'no options but'],
  ['esdb://admin:sesame@db?tlsVerifyCertificate=true', 'no options but'],
  ['esdb://admin:sesame@db?sesame=1', 'no options but'],
  ['esdb://admin:sesame@db?__proto__=1', 'no options but'],
  ['esdb://admin:sesame@db?dnsDiscover=true', 'no options but'],
  ['esdb://admin:sesame@db?tls=maybe', 'option tls that must be true or false'],
  ['esdb://admin:sesame@db?tls=False', 'option tls that must be true or false'],
  ['esdb://admin:sesame@db?tls=true&tls=false', 'option tls once'],
  ['esdb://db:2113?tls=false&TLS=true', 'option tls once'],
  ['esdb://admin:sesame@db?tlsVerifyCert=false', 'option tlsVerifyCert that must be true'],
  ['esdb://admin:sesame@db?tls-verify-cert=false', 'option tlsVerifyCert that must be true'],
  ['esdb://admin:sesame@db?throwOnAppendFailure=no', 'option throwOnAppendFailure that must be true or false'],
  ['esdb://admin:sesame@db?nodePreference=follower', 'option nodePreference that must be leader'],
  ['esdb://admin:sesame@db?keepAliveInterval=9999', 'option keepAliveInterval that must be a whole number from 10000'],
  ['esdb://admin:sesame@db?keepAliveTimeout=-1', 'option keepAliveTimeout'],
  ['esdb://admin:sesame@db?defaultDeadline=0', 'option defaultDeadline'],
  ['esdb://admin:sesame@db?gossipTimeout=5s', 'option gossipTimeout'],
  ['esdb://admin:sesame@db?discoveryInterval=2147483648', 'option discoveryInterval'],
  ['esdb://admin:sesame@db?connectionName=%e2%9b%b3', 'option connectionName'],
  ['esdb://admin:sesame@db?tlsCAFile=%', 'option tlsCAFile'],
  ['esdb://admin:sesame@db?tlsCAFile=%2Fsesame.crt', 'option tlsCAFile that must be the path of a readable file'],
  ['esdb://admin:sesame@db?tlsCAFile=libs', 'option tlsCAFile that must be the path of a readable file'],
  ['esdb://admin:sesame@db?userCertFile=package.json', 'both or neither'],
  // The client would read everything up to the @ as user and password.
  ['esdb://db:2113?tls=false&connectionName=sesame@home', 'user:password'],
];

describe('the address of an EventStoreDB', () => {
  let warn: jest.SpiedFunction<typeof console.warn>;
  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => warn.mockRestore());

  it.each(ACCEPTED)('is accepted, and parsed by the client without a warning: %s', (address) => {
    expect(eventStoreAddressProblem(address)).toBeNull();
    const { connectionString } = settingsOf({ connectionString: address });
    const read = parseConnectionString(connectionString);
    const [, user] = /\/\/([^:]+):.+@/.exec(address) ?? [];
    expect(read.defaultCredentials?.username).toBe(user === undefined ? undefined : decodeURIComponent(user));
    expect(read.hosts.every(({ address: host, port }) => /^[\w.]+$/.test(host) && port > 2_112)).toBe(true);
    expect(() => EventStoreDBClient.connectionString(connectionString)).not.toThrow();
    expect(warn).not.toHaveBeenCalled();
  });

  it.each(REFUSED)('%j is refused: %s', (address, words) => {
    const problem = eventStoreAddressProblem(address);
    expect(problem).toContain(words);
    expect(problem).not.toMatch(/sesame|ses|ame%|maybe/);
    const refusal = new RangeError(`The address of the EventStoreDB ${problem}`);
    expect(() => settingsOf({ connectionString: address })).toThrow(refusal);
    expect(warn).not.toHaveBeenCalled();
  });
});
