import { canonicalJson, type EventMetadata } from '@fairmark/events';
import { createLogDatabase, type LogDatabase } from '@fairmark/event-store/testing/database';
import { REPEAT } from '@fairmark/events/testing/repeat';
import fc from 'fast-check';
import { readWritten } from './written-metadata.js';

describe('metadata that are put in order without being read in full', () => {
  let database: LogDatabase;
  beforeAll(async () => {
    database = await createLogDatabase();
  });
  afterAll(() => database.drop());

  /** As Postgres writes them. */
  const written = async (values: readonly object[]): Promise<string[]> => {
    const rows = await database.query(
      'select value::text as text from unnest($1::jsonb[]) with ordinality as v (value, at) order by at',
      [values.map((value) => JSON.stringify(value))],
    );
    return rows.map(({ text }) => String(text));
  };
  // Postgres stores no NUL and no half of a character.
  const words = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\u0000'));
  const awkward = fc.constantFrom(
    ', ',
    '": ',
    ', "',
    '"',
    '\\',
    '\n',
    '',
    '", "prevHash": null',
    '\u007f',
    'é',
    'null',
  );
  const texts = fc.oneof(words, awkward, fc.uuid());
  const hashes = fc.stringMatching(/^[0-9a-f]{64}$/);
  const metadata: fc.Arbitrary<EventMetadata> = fc.record({
    commandId: texts,
    fingerprint: texts,
    actorId: texts,
    deviceId: fc.option(texts),
    correlationId: texts,
    recordedAt: texts,
    occurredAt: fc.option(texts),
    schemaVersion: fc.integer({ min: 1, max: 2 ** 31 }),
    prevHash: fc.option(hashes),
    hash: hashes,
  });

  it('are their canonical JSON, or are left to be read', async () => {
    let quick = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(metadata, { minLength: 50, maxLength: 100 }), async (all) => {
        for (const [at, text] of (await written(all)).entries()) {
          const { hash, ...unsealed } = all[at] as EventMetadata;
          const expected = {
            hash,
            previous: unsealed.prevHash ?? '',
            recordedAt: unsealed.recordedAt,
            schemaVersion: `${unsealed.schemaVersion}`,
            canonical: canonicalJson(unsealed),
          };
          const found = readWritten(text);
          if (found !== null) quick += 1;
          expect(found ?? expected).toEqual(expected);
        }
      }),
      { numRuns: 30 * REPEAT },
    );
    expect(quick).toBeGreaterThan(100);
  });

  it('are left to be read when they are others', async () => {
    const usual: EventMetadata = {
      commandId: 'a',
      fingerprint: 'b',
      actorId: 'c',
      deviceId: null,
      correlationId: 'd',
      recordedAt: 'e',
      occurredAt: null,
      schemaVersion: 1,
      prevHash: null,
      hash: 'f'.repeat(64),
    };
    const { actorId: _, ...less } = usual;
    const others = [
      { ...usual, more: 1 },
      less,
      { ...usual, hash: 'F'.repeat(64) },
      { ...usual, prevHash: '' },
      { ...usual, schemaVersion: 1.5 },
      { ...usual, actorId: 7 },
      { ...usual, recordedAt: null },
      {},
      [],
    ];
    expect((await written([usual])).map((text) => readWritten(text)?.canonical)).not.toEqual([undefined]);
    expect((await written(others)).map(readWritten)).toEqual(others.map(() => null));
  });
});
