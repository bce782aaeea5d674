import { createHash } from 'node:crypto';
import { makeAnchor, type Anchor } from '@fairmark/event-store';
import fc from 'fast-check';
import { AnchorCheck } from './anchor-check.js';
import type { HashedEvent } from './hashed-event.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `event ${at + 1}`);
const logOf = (of: readonly string[]): HashedEvent[] =>
  of.map((id, at) => {
    const place = { position: BigInt(at + 1), stream: 'match-x', revision: BigInt(at) };
    return { ...place, id, hash: sha256(id), previous: '', recordedAt: '', isWrong: false };
  });

function anchorsOf(log: readonly HashedEvent[], sizes: readonly number[]): Anchor[] {
  const anchors: Anchor[] = [];
  let from = 0;
  for (const size of sizes) {
    anchors.push(makeAnchor('log', anchors.at(-1) ?? null, log.slice(from, from + size), '2026-11-22T00:00:00.000Z'));
    from += size;
  }
  return anchors;
}

/** The first difference between anchors and log. */
function compare(anchors: readonly Anchor[], log: readonly HashedEvent[]) {
  const check = new AnchorCheck(anchors, 0n);
  for (const one of log) check.event(one);
  return check.end();
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
const total = (of: readonly number[]): number => of.reduce((sum, size) => sum + size, 0);

describe('a log compared with its anchors', () => {
  it('is the one that they were made from, whatever was appended since', () => {
    fc.assert(
      fc.property(sizes, fc.nat({ max: 5 }), (of, more) => {
        const log = logOf(names(total(of) + more));
        expect(compare(anchorsOf(log, of), log)).toBeNull();
      }),
    );
  });

  it('differs at the first event that was altered, removed, inserted or moved, even with everything recomputed', () => {
    const ways = fc.constantFrom('ALTERED', 'REMOVED', 'INSERTED', 'REORDERED');
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), ways, (of, one, other, what) => {
        const anchored = total(of);
        // Removing the last anchored event looks like replacing it, as an unknown event follows.
        fc.pre(anchored > 2 && !(what === 'REMOVED' && one % anchored === anchored - 1));
        const before = names(anchored + 3);
        const at = one % anchored;
        const to = (at + 1 + (other % (anchored - 1))) % anchored;
        const after = {
          ALTERED: () => before.with(at, 'forged'),
          REMOVED: () => before.toSpliced(at, 1),
          INSERTED: () => before.toSpliced(at, 0, 'forged'),
          REORDERED: () => before.with(at, before[to] ?? '').with(to, before[at] ?? ''),
        }[what]();
        const first = what === 'REORDERED' ? Math.min(at, to) : at;
        const fault = { what, position: BigInt(first + 1) };
        expect(compare(anchorsOf(logOf(before), of), logOf(after))).toMatchObject(fault);
      }),
    );
  });

  it('differs if only the stored prefix of a hash is right', () => {
    const log = logOf(names(6));
    const hash = `${log[2]?.hash.slice(0, 16)}${'0'.repeat(48)}`;
    const forged = log.map((one, at) => (at === 2 ? { ...one, hash } : one));
    expect(compare(anchorsOf(log, [3, 3]), forged)).toMatchObject({ position: 3n });
  });
});
