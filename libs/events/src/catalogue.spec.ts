import { readFileSync } from 'node:fs';
import { COMPETITION_SCHEMA_VERSIONS } from './competition/competition.fold.js';
import { MATCH_SCHEMA_VERSIONS } from './match/match.fold.js';
import { COMPETITION_EXAMPLES, MATCH_EXAMPLES } from './testing/event-examples.js';
import { recorded } from './testing/recorded.js';

const page = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8');

/** The cells of a section's table, without its head. */
function table(section: string): string[][] {
  const [text = ''] = page.split(`## ${section}\n`)[1]?.split('\n## ') ?? [];
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => line.split(/\s*\|\s*/).slice(1, -1));
}

const names = (cell = ''): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

describe('the catalogue of events', () => {
  it.each([
    ['Matches', MATCH_SCHEMA_VERSIONS, MATCH_EXAMPLES],
    ['Competitions', COMPETITION_SCHEMA_VERSIONS, COMPETITION_EXAMPLES],
  ])('in docs/events.md lists all events of %s with their version and data', (section, versions, examples) => {
    const written = table(section).map(([type, version, data]) => [names(type)[0], Number(version), names(data)]);
    const data = new Map<string, object>(Object.entries(examples));
    expect(written).toEqual(
      Object.entries(versions).map(([type, version]) => [type, version, Object.keys(data.get(type) ?? {})]),
    );
  });

  it('explains each event in a sentence', () => {
    for (const row of [...table('Matches'), ...table('Competitions')]) expect(row[3]).toMatch(/^[A-Z].*\.$/);
  });

  it('lists all metadata', () => {
    const [event] = recorded([{ type: 'MatchEnded', data: {} }]);
    const written = table('Metadata').flatMap(([field]) => names(field));
    expect(written).toEqual(Object.keys(event?.metadata ?? {}));
  });
});
