import type { Tampering } from '@fairmark/events';
import { counted } from '../cli/output.js';
import type { LogFault } from './chain-scan.js';
import type { LogProof } from './verify-log.js';

const WHAT: Readonly<Record<Tampering, string>> = {
  ALTERED: 'was altered',
  REMOVED: 'was removed',
  INSERTED: 'was inserted',
  REORDERED: 'was moved',
};

/** The first event that is not as it was recorded, in a sentence. */
export function faultWords({ what, position, stream, revision, id, how }: LogFault): string {
  const inStream = stream === null ? '' : `, ${stream}${revision === null ? '' : ` at ${revision}`}`;
  const named = id === null ? '' : `, id ${id}`;
  return `The event at position ${position}${inStream}${named} ${WHAT[what]}: ${how}.`;
}

/** What was found where nothing is wrong. */
export function proofWords({ events, streams, anchored, afterLastAnchor, lastAnchor, partial }: LogProof): string {
  const whole = `${counted(events, 'event')} in ${counted(streams, 'stream')} ${events === 1 ? 'is' : 'are'} as recorded.`;
  if (lastAnchor === null) {
    return `${whole} There are no anchors: had somebody altered events and computed every hash after them again, this could not be seen.`;
  }
  const covered = `${counted(anchored, 'event')} ${anchored === 1 ? 'is' : 'are'} as anchored; the last anchor goes to position ${lastAnchor.to} and was made at ${lastAnchor.madeAt}.`;
  const uncovered = events - anchored - afterLastAnchor;
  const between = uncovered > 0 ? ` ${counted(uncovered, 'event')} lie outside of these anchors.` : '';
  return `${whole} ${covered}${between} ${afterWords(afterLastAnchor, partial)}`.trim();
}

function afterWords(count: number, partial: boolean): string {
  if (count === 0) return partial ? '' : 'No event lies after it.';
  return `${counted(count, 'event')} ${count === 1 ? 'lies' : 'lie'} after it, where a complete recomputation cannot be detected.`;
}
