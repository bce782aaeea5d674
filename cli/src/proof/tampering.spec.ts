import { randomUUID } from 'node:crypto';
import { anchorChainFault, makeAnchor, type Anchor } from '@fairmark/event-store';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import { wholeLog } from '@fairmark/event-store/testing/events';
import type { RecordedEvent } from '@fairmark/events';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { anchorsOf } from '../testing/anchored.js';
import { covered, forged, proofOf, rehashed, type Thoroughness } from '../testing/tampering.js';
import { placedAnchors } from './anchored-log.js';
import type { Tampering } from './chain-scan.js';
import type { ProvableLog } from './provable-log.js';

const EVENTS = 500;
/** Events that no anchor covers. */
const REST = 60;
/** Events of an anchor. */
const EACH = 100;
/** Events that were restored; those after them were appended since. */
const RESTORED = 400;

const store = new MemoryEventStore();
await fillLog(store, { seed: 11, events: EVENTS, atOnce: 8 });
const [events, logId] = [await wholeLog(store), await store.logId()];
/** How many events the anchors cover. */
const ANCHORED = events.length - REST;
const anchors = anchorsOf(logId, events.slice(0, ANCHORED), EACH);

const at = (index: number): RecordedEvent => events[index] as RecordedEvent;
const find = (from: number, wanted: (index: number) => boolean): number =>
  events.findIndex((_, index) => index >= from && wanted(index));
const nextIsOfAnother = (index: number): boolean => at(index).stream !== events[index + 1]?.stream;
const isLast = (index: number): boolean => events.findLastIndex(({ stream }) => stream === at(index).stream) === index;
/** Index of a score in the middle of a round. */
const MIDDLE = find(250, (index) => at(index).type === 'HoleScored' && nextIsOfAnother(index) && !isLast(index));
/** Index of the last event of a round. */
const FINAL = find(150, (index) => index % EACH < 90 && isLast(index));

/** Positions by index: counted, as of a server that counts bytes, and in a log that was restored from there. */
type Numbering = (index: number) => bigint;
const counted: Numbering = (index) => BigInt(index + 1);
const sparse: Numbering = (index) => BigInt(index + 1) * 137n;
const restoredTo = sparse(RESTORED - 1);
const restored: Numbering = (index) => (index < RESTORED ? sparse(index) : restoredTo + BigInt(index - RESTORED + 1));
const numbered = (all: readonly RecordedEvent[], by: Numbering): RecordedEvent[] =>
  all.map((event, index) => ({ ...event, position: by(index) }));

/** A log with these events, whose positions may have gaps up to one. */
const holding = (held: readonly RecordedEvent[], sparseTo = 0n): ProvableLog => ({
  id: logId,
  head: held.at(-1)?.position ?? null,
  sparseTo,
  async *pages(after, to) {
    yield held.filter(({ position }) => (after === null || position > after) && position <= to);
  },
});
const faultIn = async (held: readonly RecordedEvent[], known: readonly Anchor[], sparseTo?: bigint) =>
  (await proofOf(holding(held, sparseTo), known)).fault;

const COVERED_UP: Thoroughness = { renumber: true, recompute: true };
const RENUMBERED: Thoroughness[] = [{ renumber: true }, COVERED_UP];
const ALL_WAYS: Thoroughness[] = [{}, { recompute: true }, ...RENUMBERED];

/** A changed log, of which the first difference is at an index, and the ways in which it is covered up. */
type Changed = [change: string, what: Tampering, index: number, changed: RecordedEvent[], ways: Thoroughness[]];
const altered = (index: number): Changed => {
  return [`event ${index} altered`, 'ALTERED', index, events.with(index, forged(at(index))), ALL_WAYS];
};
const removed = (index: number): Changed => {
  return [`event ${index} removed`, 'REMOVED', index, events.toSpliced(index, 1), ALL_WAYS];
};
const inserted = (index: number): Changed => {
  const another = forged(at(index - 1), { id: randomUUID() });
  return [`another event at ${index}`, 'INSERTED', index, events.toSpliced(index, 0, another), RENUMBERED];
};
const reordered = (index: number): Changed => {
  const changed = events.with(index, at(index + 1)).with(index + 1, at(index));
  return [`event ${index} and the next swapped`, 'REORDERED', index, changed, RENUMBERED];
};
const isOfEnd = (index: number): boolean =>
  at(index).stream === at(FINAL).stream && Math.floor(index / EACH) === Math.floor(FINAL / EACH);
const [ONE, OTHER] = [at(MIDDLE).stream, at(MIDDLE + 1).stream];
const OTHER_STREAM: Readonly<Record<string, string>> = { [ONE]: OTHER, [OTHER]: ONE };
const swapped = events.map((event) => ({ ...event, stream: OTHER_STREAM[event.stream] ?? event.stream }));
/** Both ends of an anchor, the end of a round and its middle. */
const PLACES = [0, EACH - 1, EACH, FINAL, MIDDLE];
const CHANGES: Changed[] = [
  ...PLACES.flatMap((index) => [altered(index), removed(index)]),
  ...PLACES.filter((index) => index > 0).map(inserted),
  ...PLACES.filter(nextIsOfAnother).map(reordered),
  ['the end of a round removed', 'REMOVED', find(0, isOfEnd), events.filter((_, index) => !isOfEnd(index)), ALL_WAYS],
  ['two streams swapped', 'ALTERED', find(0, (index) => at(index).stream in OTHER_STREAM), swapped, ALL_WAYS],
];

describe('a log in which events were changed', () => {
  it.each(CHANGES)('is detected by anchors however it was covered up: %s', async (_, what, index, changed, ways) => {
    const fault = { what, position: counted(index) };
    for (const how of ways) expect(await faultIn(covered(changed, how), anchors)).toMatchObject(fault);
  });

  const next = events.findIndex(({ stream }, index) => index > MIDDLE && stream === ONE);
  const last = events.findLastIndex(({ type }) => type === 'HoleScored');
  const turned = events
    .with(MIDDLE, { ...at(next), position: counted(MIDDLE) })
    .with(next, { ...at(MIDDLE), position: counted(next) });

  it.each<[change: string, what: Tampering, index: number, changed: RecordedEvent[], ways?: Thoroughness[]]>([
    ...CHANGES.filter(([, , , , ways]) => ways === ALL_WAYS),
    ['two events of one round swapped', 'REORDERED', MIDDLE, turned],
    ['the hash of one event recomputed', 'ALTERED', MIDDLE, events.with(MIDDLE, rehashed(forged(at(MIDDLE))))],
    ['an event after the last anchor altered', 'ALTERED', last, events.with(last, forged(at(last)))],
  ])('is detected by its chains when it was not covered up: %s', async (_, what, index, changed) => {
    for (const known of [anchors, []]) {
      expect(await faultIn(changed, known)).toMatchObject({ what, position: counted(index) });
    }
  });

  it('is detected by anchors when two events of one round were swapped and every hash recomputed', async () => {
    // Their hashes differ from those that were recorded.
    const fault = { what: 'ALTERED', position: counted(MIDDLE) };
    expect(await faultIn(covered(turned, COVERED_UP), anchors)).toMatchObject(fault);
  });

  it('after the last anchor is not detected when every hash was recomputed', async () => {
    expect(last).toBeGreaterThanOrEqual(ANCHORED);
    const recomputed = covered(events.with(last, forged(at(last))), { recompute: true });
    expect(await proofOf(holding(recomputed), anchors)).toMatchObject({ fault: null, afterLastAnchor: REST });
  });

  it('blames the first event after the last anchor, not the anchored one to which it is no longer chained', async () => {
    const begun = new Set(events.slice(0, ANCHORED).map(({ stream }) => stream));
    const first = find(ANCHORED, (index) => begun.has(at(index).stream));
    const unchained = events.with(first, rehashed(at(first), { prevHash: at(0).metadata.hash }));
    expect(await faultIn(unchained, anchors)).toMatchObject({ what: 'ALTERED', position: counted(first) });
  });

  it('is detected when anchored events are missing at the end', async () => {
    const cut = { what: 'REMOVED', position: counted(ANCHORED - 1) };
    expect(await faultIn(events.slice(0, ANCHORED - 1), anchors)).toMatchObject(cut);
    expect(await faultIn([], anchors)).toMatchObject({ what: 'REMOVED', position: 1n, id: at(0).id });
    expect(await faultIn([], [])).toBeNull();
  });

  it.each<[field: keyof Anchor, index: number, changed: string]>([
    ['root', 2 * EACH - 1, 'f'.repeat(64)],
    ['firstId', EACH, randomUUID()],
    ['lastId', 2 * EACH - 1, randomUUID()],
    ['to', EACH + 10, String(EACH + 10)],
    ['to', 2 * EACH - 1, String(2 * EACH + 1)],
  ])('is detected where the stored prefixes match, but not the %s, at index %i', async (field, index, changed) => {
    const known = anchors.with(1, { ...(anchors[1] as Anchor), [field]: changed });
    expect(await faultIn(events, known)).toMatchObject({ position: counted(index) });
  });

  it('is reported with stream and revision of the removed event', async () => {
    const { stream, revision } = at(MIDDLE);
    const how = 'the anchors have an event there that is gone';
    expect(await faultIn(events.toSpliced(MIDDLE, 1), anchors)).toMatchObject({ stream, revision, how });
  });
});

describe.each<[where: string, here: Numbering, anchored: Numbering, isCopy: boolean, sparseTo: bigint]>([
  ['where it was made', counted, counted, false, 0n],
  ['restored into another store', restored, restored, false, restoredTo],
  ['copied into Postgres', counted, sparse, true, 0n],
  ['copied into another store', sparse, counted, true, sparse(2 * EVENTS)],
])('a log %s', (_, here, anchored, isCopy, sparseTo) => {
  const known = anchorsOf(isCopy ? randomUUID() : logId, numbered(events, anchored).slice(0, ANCHORED), EACH);
  const holdingHere = (held: readonly RecordedEvent[]) => holding(numbered(held, here), sparseTo);

  it('is accepted with its anchors, and with those made since', async () => {
    const last = `${here(ANCHORED - 1)}`;
    const whole = { anchored: ANCHORED, afterLastAnchor: REST, lastAnchor: { to: last }, fault: null };
    expect(await proofOf(holdingHere(events), known)).toMatchObject(whole);
    const rest = numbered(events, here).slice(ANCHORED);
    const placed = rest.map(({ id, position, metadata: { hash } }) => ({ id, position, hash }));
    const next = { ...makeAnchor(logId, known.at(-1) ?? null, placed, '2026-11-23T00:00:00.000Z'), after: last };
    expect(anchorChainFault([...known, next])).toBeNull();
    const also = { anchored: events.length, afterLastAnchor: 0, fault: null };
    expect(await proofOf(holdingHere(events), [...known, next])).toMatchObject(also);
  });

  it.each(CHANGES)(
    'and changed and covered up, is detected only by its anchors: %s',
    async (_, what, index, changed) => {
      const log = holdingHere(covered(changed, COVERED_UP));
      expect((await proofOf(log, known)).fault).toMatchObject({ what, position: here(index) });
      expect((await proofOf(log, [])).fault).toBeNull();
    },
  );

  it('is detected when it ends too early', async () => {
    const fault = { what: 'REMOVED', position: here(249) + 1n };
    expect((await proofOf(holdingHere(events.slice(0, 250)), known)).fault).toMatchObject(fault);
  });

  it('does not match anchors of a log of which it holds no event', async () => {
    const strangers = events.map((event) => ({ ...event, id: randomUUID() }));
    const others = anchorsOf(randomUUID(), strangers, EACH);
    const found = await placedAnchors([...others, ...known], holdingHere(events), new AbortController().signal);
    expect(found).toMatchObject({ strange: others[0], placed: { length: known.length } });
  });
});

it.each([
  ['after the restored part', find(RESTORED, isLast)],
  ['of the restored part, its last', RESTORED - 1],
])('a restored log is detected without an event %s, by the gap in positions', async (_, gone) => {
  const held = numbered(events, restored).toSpliced(gone, 1);
  expect(await faultIn(held, [], restoredTo)).toMatchObject({ what: 'REMOVED', position: restored(gone) });
});
