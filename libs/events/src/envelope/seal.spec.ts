import type { EventMetadata, RecordedEvent } from './envelope.js';
import { eventId, expectedAfter, seal, tailOf, verifyChain, type CommandMetadata, type StreamTail } from './seal.js';

const STREAM = 'note-1';
const COMMAND: CommandMetadata = {
  commandId: '6f3c2a1e-5d4b-5c3a-9b8a-7f6e5d4c3b2a',
  fingerprint: 'f'.repeat(64),
  actorId: '0b1c2d3e-4f50-4162-8374-95a6b7c8d9e0',
  deviceId: null,
  correlationId: 'request-1',
  occurredAt: '2026-03-01T08:00:01.000Z',
};
const NOW = '2026-03-01T08:00:02.000Z';

interface Noted {
  type: 'Noted';
  data: Record<string, unknown>;
}

const noted = (data: Record<string, unknown>): Noted => ({ type: 'Noted', data });

/** Seals events, and stores them as a log would. */
function recorded(events: Noted[], tail: StreamTail | null = null, now = NOW): RecordedEvent[] {
  // Other fields of a command stay out of the metadata, as the known hash below proves.
  const command = { ...COMMAND, email: 'kim@example.org' };
  const sealed = seal({ stream: STREAM, tail, events, schemaVersions: { Noted: 3 }, command, now });
  return sealed.map((event, at) => {
    const revision = (tail?.revision ?? -1n) + 1n + BigInt(at);
    return { ...event, stream: STREAM, revision, position: revision + 100n };
  });
}

/** The event with some fields changed. */
const withMetadata = (event: RecordedEvent, change: Partial<EventMetadata>): RecordedEvent => ({
  ...event,
  metadata: { ...event.metadata, ...change },
});

describe('seal', () => {
  it('derives event ids from command, stream and index', () => {
    const [event] = recorded([noted({ text: 'a' })]);
    expect(recorded([noted({ text: 'a' })])).toEqual([event]);
    expect(event?.id).toBe(eventId(COMMAND.commandId, STREAM, 0));
    const others = [
      eventId(COMMAND.commandId, STREAM, 1),
      eventId(COMMAND.commandId, 'note-2', 0),
      eventId(COMMAND.actorId, STREAM, 0),
    ];
    expect(new Set([event?.id, ...others]).size).toBe(4);
    // As other implementations of name-based UUIDs compute it.
    expect(eventId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com', 1)).toBe(
      'c8cc6f23-e7c3-5866-92a6-bc3d6d441fce',
    );
  });

  it('chains the events of a command to each other and to the stream', () => {
    const first = recorded([noted({ text: 'a' }), noted({ text: 'b' })]);
    const tail = tailOf(first[1]!);
    const second = recorded([noted({ text: 'c' })], tail);
    const hashes = first.map(({ metadata }) => metadata.hash);
    expect([...first, ...second].map(({ metadata }) => metadata.prevHash)).toEqual([null, ...hashes]);
    expect([expectedAfter(null), expectedAfter(tail)]).toEqual(['no-stream', 1n]);
    expect(verifyChain([...first, ...second])).toBeNull();
  });

  it('never records an event before the previous one, whatever the clock says', () => {
    const [first] = recorded([noted({})]);
    const earlier = '2026-03-01T07:59:59.000Z';
    const [second] = recorded([noted({})], tailOf(first!), earlier);
    expect(second?.metadata.recordedAt).toBe(NOW);
    expect(second?.metadata.occurredAt).toBe(COMMAND.occurredAt);
  });

  it('hashes data as canonical JSON, without undefined fields', () => {
    const [event] = recorded([noted({ b: undefined, at: new Date(NOW), a: [undefined, -0, 1e21], ü: 'ü' })]);
    expect(event?.data).toEqual({ at: NOW, a: [null, 0, 1e21], ü: 'ü' });
    const [other] = recorded([noted({ ü: 'ü', a: [null, 0, 1e21], at: NOW })]);
    expect(other?.metadata.hash).toBe(event?.metadata.hash);
  });

  // Both values were also computed with Python's uuid, json and hashlib.
  it('hashes never change: existing logs depend on them', () => {
    const [event] = recorded([noted({ text: 'Fore!', holes: [1, 18] })]);
    const hash = 'f51ee6bbf82d8e92454cedf999d2f251a0fb55a57110c28a37455f82da314d9b';
    const metadata = { hash, prevHash: null, schemaVersion: 3 };
    expect(event).toMatchObject({ id: '7997ae64-b64f-53a4-819f-ee4ffe9d6761', metadata });
  });
});

describe('verifyChain', () => {
  const events = recorded([noted({ at: 0 }), noted({ at: 1 }), noted({ at: 2 }), noted({ at: 3 })]);
  const [first, second, third, fourth] = [events[0]!, events[1]!, events[2]!, events[3]!];

  const renamed = { ...second, id: eventId(COMMAND.commandId, STREAM, 9) };

  const faults: [string, RecordedEvent[], RecordedEvent, string][] = [
    ['data changed', [first, { ...second, data: { at: 7 } }, third], second, 'HASH'],
    ['a field added', [first, { ...second, data: { at: 1, more: 1 } }, third], second, 'HASH'],
    ['another id', [first, renamed, third], renamed, 'HASH'],
    ['another type', [first, { ...second, type: 'Other' }, third], second, 'HASH'],
    ['another actor', [first, withMetadata(second, { actorId: 'another' }), third], second, 'HASH'],
    ['another time of occurrence', [first, withMetadata(second, { occurredAt: null }), third], second, 'HASH'],
    ['another schema version', [first, withMetadata(second, { schemaVersion: 1 }), third], second, 'HASH'],
    ['another hash', [first, withMetadata(second, { hash: first.metadata.hash }), third], second, 'HASH'],
    ['another previous hash', [first, withMetadata(second, { prevHash: null }), third], second, 'PREVIOUS'],
    ['recorded before its predecessor', [first, withMetadata(second, { recordedAt: '2020' }), third], second, 'TIME'],
    ['an event removed', [first, third, fourth], third, 'REVISION'],
    ['an event removed and the next renumbered', [first, { ...third, revision: 1n }], third, 'PREVIOUS'],
    ['two events swapped', [first, third, second], third, 'REVISION'],
    ['the first event removed', [second, third], second, 'REVISION'],
    ['another stream', [first, { ...second, stream: 'note-2' }, third], second, 'STREAM'],
  ];
  it.each(faults)('finds the first faulty event: %s', (_, changedEvents, bad, fault) => {
    expect(verifyChain(changedEvents)).toMatchObject({ event: { id: bad.id, position: bad.position }, fault });
  });

  it('finds a changed event with a recomputed hash by the previous hash of the next event', () => {
    const [forged] = recorded([noted({ at: 'forged' })], tailOf(first));
    expect(verifyChain([first, forged!, third])).toEqual({ event: third, fault: 'PREVIOUS' });
  });
});
