import { readdirSync, readFileSync } from 'node:fs';
import { foldCompetition, isCompetitionEvent } from './competition/competition.fold.js';
import { foldMatch } from './match/match.fold.js';
import type { JsonObject } from './envelope/envelope.js';
import { COMPETITION_EXAMPLES, MATCH_EXAMPLES } from './testing/event-examples.js';
import { recorded } from './testing/recorded.js';
import { SCHEMA_VERSIONS, upcast } from './versions/upcast.js';

interface Fixture {
  type: string;
  schemaVersion: number;
  id: string;
  recordedAt: string;
  data: JsonObject;
  after: string[];
  then: JsonObject;
}

const FOLDER = new URL('../fixtures/', import.meta.url);
const EXAMPLES: Record<string, object> = { ...MATCH_EXAMPLES, ...COMPETITION_EXAMPLES };

const files = ['match', 'competition'].flatMap((folder) =>
  readdirSync(new URL(folder, FOLDER)).map((file) => [file.replace('.json', ''), `${folder}/${file}`] as const),
);
const names = files.map(([name]) => name);
const texts = new Map(files.map(([name, file]) => [name, readFileSync(new URL(file, FOLDER), 'utf8')]));
const read = (name: string): Fixture => JSON.parse(texts.get(name) ?? '') as Fixture;

/** A folded state as JSON: maps as objects, sets as lists. */
function readable(state: unknown): JsonObject {
  const text = JSON.stringify(state, (_key, value: unknown) => {
    if (value instanceof Map) return Object.fromEntries(value);
    return value instanceof Set ? [...value] : value;
  });
  return JSON.parse(text) as JsonObject;
}

/** The state after a fixture's event and those it builds on. */
function fold(name: string): object | null {
  const fixture = read(name);
  const events = recorded([...fixture.after.map(read), fixture]).map(upcast);
  return events.some(isCompetitionEvent) ? foldCompetition(events) : foldMatch(events);
}

describe('golden events', () => {
  it('exist for exactly every type and version', () => {
    const versions = Object.entries(SCHEMA_VERSIONS).flatMap(([type, current]) =>
      Array.from({ length: current }, (_, i) => `${type}.v${i + 1}`),
    );
    expect([...names].sort()).toEqual([...versions].sort());
  });

  it.each(names)('%s folds to its recorded state', (name) => {
    const fixture = read(name);
    expect(`${fixture.type}.v${fixture.schemaVersion}`).toBe(name);
    expect(readable(fold(name))).toMatchObject(fixture.then);
  });

  it.each(names.filter((name) => /Player(Removed|Left)/.test(name)))('%s leaves the golfer out', (name) => {
    const state = readable(fold(name));
    expect(state['members'] ?? state['players']).not.toHaveProperty([read(name).data['userId'] as string]);
  });

  it.each(Object.entries(SCHEMA_VERSIONS))('%s version %i has the fields of the current version', (type, version) => {
    expect(read(`${type}.v${version}`).data).toEqual(EXAMPLES[type]);
  });
});
