import { COMPETITION, COMPETITION_SCHEMA_VERSIONS } from '../competition/competition.fold.js';
import { MATCH, MATCH_SCHEMA_VERSIONS } from '../match/match.fold.js';
import type { RecordedEvent } from '../envelope/envelope.js';
import { recorded } from '../testing/recorded.js';
import { writtenVersions } from '../envelope/folding.js';
import { SCHEMA_VERSIONS, upcast, upcasting, WRITTEN_VERSIONS } from './upcast.js';

/** An event type with older versions: version 1 called strokes shots, version 2 had no putts. */
const lift = upcasting(
  { HolePlayed: 3, RoundEnded: 1 },
  { HolePlayed: [({ shots = 0 }) => ({ strokes: shots }), (data) => ({ ...data, putts: null })] },
);

function stored(type: string, schemaVersion: number, data: object = {}): RecordedEvent {
  const [event] = recorded([{ type, schemaVersion, data }]);
  return event!;
}

const unknown = (words: string): Error =>
  expect.objectContaining({ name: 'UnknownEvent', message: expect.stringContaining(words) });

describe('upcasting', () => {
  it.each([
    [1, { shots: 5 }],
    [2, { strokes: 5 }],
    [3, { strokes: 5, putts: null }],
  ])('upcasts version %i to the current one', (version, data) => {
    const event = lift(stored('HolePlayed', version, data));
    expect(event.data).toEqual({ strokes: 5, putts: null });
    expect(event.metadata.schemaVersion).toBe(3);
  });

  it('changes neither the stored event nor the rest of the envelope', () => {
    const event = stored('HolePlayed', 1, { shots: 5 });
    const before = structuredClone(event);
    const { data, metadata, ...envelope } = lift(event);
    expect(event).toEqual(before);
    expect({ ...envelope, data: event.data, metadata: { ...metadata, schemaVersion: 1 } }).toEqual(before);
    expect(data).not.toEqual(event.data);
  });

  it('refuses an event of an unknown type, and names it', () => {
    for (const type of ['RoundForgotten', 'toString']) {
      expect(() => lift(stored(type, 1))).toThrow(unknown(`, ${type} version 1, has an unknown type`));
    }
  });

  it.each([4, 0, -1, 1.5, NaN])('refuses an event of version %s, and names it', (version) => {
    const words = `, HolePlayed version ${version}, is newer than version 3`;
    expect(() => lift(stored('HolePlayed', version))).toThrow(unknown(words));
  });
});

describe('upcast', () => {
  it('refuses versions above the current ones', () => {
    for (const [type, version] of Object.entries(SCHEMA_VERSIONS)) {
      expect(() => upcast(stored(type, version + 1))).toThrow(unknown(`is newer than version ${version}`));
    }
  });

  it('reads a version one release before it is written', () => {
    const current = { HolePlayed: 2, RoundEnded: 1 };
    expect(writtenVersions(current, { HolePlayed: 1, CompetitionEnded: 1 })).toEqual({ HolePlayed: 1, RoundEnded: 1 });
  });

  it('writes what is recorded as written, and can read it', () => {
    expect({ ...MATCH.schemaVersions, ...COMPETITION.schemaVersions }).toEqual(WRITTEN_VERSIONS);
    expect(Object.keys(WRITTEN_VERSIONS)).toEqual(Object.keys(SCHEMA_VERSIONS));
    for (const [type, version] of Object.entries(WRITTEN_VERSIONS)) {
      expect(version).toBeLessThanOrEqual(SCHEMA_VERSIONS[type]!);
    }
  });

  it('has each event type once across matches and competitions', () => {
    const types = [...Object.keys(MATCH_SCHEMA_VERSIONS), ...Object.keys(COMPETITION_SCHEMA_VERSIONS)];
    expect(new Set(types).size).toBe(types.length);
    expect(Object.keys(SCHEMA_VERSIONS).sort()).toEqual([...types].sort());
  });
});
