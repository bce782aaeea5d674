import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  anchorChainFault,
  anchorHash,
  AnchorUnreadable,
  makeAnchor,
  readAnchor,
  writeAnchor,
  type Anchor,
  type AnchoredEvent,
} from './anchor.js';

const LOG = '0b1c2d3e-4f50-4162-8374-95a6b7c8d9e0';
const NOW = '2026-11-22T00:00:00.000Z';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const uuid = (text: string): string => sha256(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
const event = (name: string, position: number): AnchoredEvent => ({
  id: uuid(name),
  position: BigInt(position),
  hash: sha256(name),
});
const logOf = (names: readonly string[]): AnchoredEvent[] => names.map((name, at) => event(name, at + 1));
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `event ${at + 1}`);

/** Anchors over a log with these numbers of events; the rest is not anchored. */
function anchorsOf(log: readonly AnchoredEvent[], sizes: readonly number[]): Anchor[] {
  const anchors: Anchor[] = [];
  let from = 0;
  for (const size of sizes) {
    const events = log.slice(from, from + size);
    anchors.push(makeAnchor(LOG, anchors.at(-1) ?? null, events, NOW));
    from += size;
  }
  return anchors;
}

/** Whether a text is no readable anchor, or a different one. */
function isOther(forged: string, text: string): boolean {
  try {
    return anchorHash(readAnchor(forged)) !== anchorHash(readAnchor(text));
  } catch (error) {
    return error instanceof AnchorUnreadable;
  }
}

/** Computed without this code: sha256sum over the three hashes, and Python's json and hashlib over the anchor. */
const ROOT = '5a601ec2b93bf397c66f575b752f0a536fd57d38c3a084392c4f1c39dd6cc12c';
const HASH = '58efcd21e31fb4556bbec6bf2ba98296d4aed18636749375de42add49e5bae47';

describe('anchors', () => {
  it('form a chain, and are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }), (sizes) => {
        const anchors = anchorsOf(logOf(names(54)), sizes);
        expect(anchorChainFault(anchors)).toBeNull();
        expect(anchors.map((anchor) => readAnchor(writeAnchor(anchor)))).toEqual(anchors);
      }),
    );
  });

  it('form no valid chain when one is missing, changed or not adjacent to the one before', () => {
    const anchors = anchorsOf(logOf(names(9)), [3, 3, 3]);
    const [first, second, third] = anchors as [Anchor, Anchor, Anchor];
    const faultOf = (...of: Anchor[]) => anchorChainFault(of);
    expect(faultOf(first, third)).toEqual({
      to: '9',
      fault: 'begins after position 6, but the one before it ends at 3',
    });
    expect(faultOf(second, third)?.fault).toContain('which is missing');
    expect(anchorChainFault([second, third], 'middle')).toBeNull();
    expect(faultOf({ ...first, madeAt: '2026-11-23T00:00:00.000Z' }, second)).toMatchObject({ to: '6' });
    expect(faultOf({ ...first, to: '2' })?.fault).toContain('counts more events');
    expect(anchorHash(first)).toBe(second.previous);
  });

  it('continue the chain of the log that was copied, at the positions of the copy', () => {
    const [first, second] = anchorsOf(logOf(names(6)), [3, 3]) as [Anchor, Anchor];
    const copied = (previous: Anchor): Anchor => ({
      ...makeAnchor(uuid('another'), previous, [event('event 7', 7_000)], NOW),
      after: '6000',
    });
    expect(anchorChainFault([first, second, copied(second)])).toBeNull();
    expect(copied(second)).toMatchObject({ after: '6000', to: '7000', previous: anchorHash(second) });
    expect(anchorChainFault([first, second, copied(first)])).toMatchObject({ to: '7000' });
  });

  it('are always computed the same: anchors of earlier releases depend on it', () => {
    const [anchor] = anchorsOf(logOf(names(3)), [3]) as [Anchor];
    const prefixes = names(3).map((name) => sha256(name).slice(0, 16));
    expect(anchor).toMatchObject({ root: ROOT, prefixes: Buffer.from(prefixes.join(''), 'hex').toString('base64') });
    expect(anchorHash(anchor)).toBe(HASH);
  });

  it('cover 1 to 1,000 events, each with a valid hash', () => {
    expect(() => makeAnchor(LOG, null, [], NOW)).toThrow(RangeError);
    expect(() => makeAnchor(LOG, null, logOf(names(1_001)), NOW)).toThrow(RangeError);
    expect(() => makeAnchor(LOG, null, [{ ...event('x', 1), hash: 'none' }], NOW)).toThrow(RangeError);
  });

  it('are unreadable or different when any character was changed', () => {
    const [anchor] = anchorsOf(logOf(names(2)), [2]) as [Anchor];
    const text = writeAnchor(anchor);
    fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const forged = text.slice(0, at) + String.fromCodePoint(code) + text.slice(at + 1);
        fc.pre(forged !== text);
        expect(isOther(forged, text)).toBe(true);
      }),
    );
    expect(() => readAnchor(`${text.slice(0, -1)},"to":"3"}`)).toThrow(AnchorUnreadable);
    expect(() => readAnchor(text.replace('"format":1', '"format":2'))).toThrow('its format is not 1');
    const wrongNumbers = [{ to: '0' }, { count: 3 }, { after: '1' }];
    for (const change of [...wrongNumbers, { root: '' }, { logId: LOG.toUpperCase() }, { more: 1 }]) {
      expect(() => readAnchor(writeAnchor({ ...anchor, ...change }))).toThrow('a field is missing or invalid');
    }
  });
});
