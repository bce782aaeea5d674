import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Names with their values. */
export type Names = Record<string, string>;

/**
 * The frozen table. Update it with `UPDATE_GOLDEN=1 npm test -- golden` when a name changes on purpose, once nothing
 * running, stored or written down elsewhere uses the old one (`SECTIONS` lists what does), or when a release adds one.
 * Never just because a code change broke the test. Commit the difference with that change.
 */
const FILE = fileURLToPath(new URL('../../fixtures/golden-names.json', import.meta.url));
const UPDATING = (process.env.UPDATE_GOLDEN ?? '') !== '';

/** The sections of the table, and what relies on each. */
export const SECTIONS = {
  commands:
    'The id, the fingerprint and the event ids of a command. A phone that sends a command again must find the first one, ' +
    'whichever build took it: with another id it is carried out twice, with another fingerprint it is refused.',
  locks: 'Advisory locks. The build before locks these numbers too: with others both write at the same time.',
  channels: 'Channels of LISTEN and NOTIFY. A build that uses another one is not heard by the build before.',
  migrations:
    'Migrations in their order, schema parts and events that a build must read. A migration of another name runs again; ' +
    'builds compare what they can read with these rows.',
  tables:
    'Schemas app, log and the read model: columns, keys, indexes, functions and triggers. The build before reads and ' +
    'writes them during an upgrade. A read model whose tables change is the next version, beside this one.',
  queues: 'Queues and jobs. Jobs of the build before are still in them.',
  storage: "What the client keeps on a phone. Scores that wait for a signal are there, in the old page's words.",
  metrics: "Metrics with their type and labels. Operators' dashboards and alerts name them.",
  settings: "Environment variables and their defaults. They are in operators' files.",
  errors: 'Error codes and their status. Phones with an older page decide by them.',
  sockets: 'Socket events, and the fields of those that a round sends. Older pages listen for them.',
  routes: 'HTTP routes: whether one needs a token, and what it takes. Older pages call them.',
  'data folder': 'Files of a data folder. An existing folder has them under these names.',
  programs: 'Commands of operators and npm scripts. They are in handbooks, cron tables and unit files.',
} as const;
export type Section = keyof typeof SECTIONS;

type Table = Partial<Record<Section, Names>>;

const read = (): Table => (existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Table) : {});

/**
 * Throws, listing each difference, unless a section matches the frozen one. With UPDATE_GOLDEN it is replaced.
 *
 * @param unseen names that this machine cannot determine
 */
export function checkGolden(section: Section, actual: Names, { unseen }: { unseen?: RegExp } = {}): void {
  const frozen = read()[section] ?? {};
  const untouched = Object.entries(frozen).filter(([name]) => unseen?.test(name) === true);
  actual = { ...actual, ...Object.fromEntries(untouched) };
  if (UPDATING) return freeze(section, actual);
  const names = [...new Set([...Object.keys(frozen), ...Object.keys(actual)])];
  const differences = names.flatMap((name) => {
    const [was, is] = [frozen[name], actual[name]];
    if (was === is) return [];
    if (is === undefined) return [`gone:    ${name}: ${was}`];
    return was === undefined ? [`new:     ${name}: ${is}`] : [`changed: ${name}`, `    was: ${was}`, `     is: ${is}`];
  });
  if (differences.length === 0) return;
  throw new Error(
    [
      `Frozen names have changed (${section}). ${SECTIONS[section]}`,
      ...differences,
      'If that is on purpose: UPDATE_GOLDEN=1 npm test -- golden',
    ].join('\n'),
  );
}

function freeze(section: Section, actual: Names): void {
  const table: Table = { ...read(), [section]: actual };
  const known = Object.keys(SECTIONS) as Section[];
  const ordered = Object.fromEntries(known.map((name) => [name, table[name]]));
  writeFileSync(FILE, `${JSON.stringify(ordered, null, 2)}\n`);
}
