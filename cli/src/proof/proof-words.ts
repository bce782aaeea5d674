import { counted } from '../shell/output.js';
import type { LogFault, Tampering } from './chain-scan.js';
import type { LogProof } from './verify-log.js';

const WHAT: Readonly<Record<Tampering | 'FORBIDDEN', string>> = {
  ALTERED: 'was altered',
  REMOVED: 'was removed',
  INSERTED: 'was inserted',
  REORDERED: 'was moved',
  FORBIDDEN: 'was not allowed',
};

/** The first event that is not as it was recorded, in a sentence. */
export function faultWords({ what, position, stream, revision, id, how }: LogFault): string {
  const inStream = stream === null ? '' : `, ${stream}${revision === null ? '' : ` at ${revision}`}`;
  const named = id === null ? '' : `, id ${id}`;
  return `The event at position ${position}${inStream}${named} ${WHAT[what]}: ${how}.`;
}

/** The result of a proof without faults, in words. */
export function proofWords({ events, streams, anchored, afterLastAnchor, lastAnchor }: LogProof): string {
  const whole = `${counted(events, 'event')} in ${counted(streams, 'stream')} ${events === 1 ? 'is' : 'are'} as recorded.`;
  if (lastAnchor === null) {
    return `${whole} There are no anchors, so it cannot be detected whether events were altered and every hash after them recomputed, the end of the log was cut off, or events of different rounds were put in another order.`;
  }
  const covered = `${counted(anchored, 'event')} ${anchored === 1 ? 'matches' : 'match'} the anchors; the last anchor goes to position ${lastAnchor.to} and was made at ${lastAnchor.madeAt}.`;
  const uncovered = events - anchored - afterLastAnchor;
  const between = uncovered > 0 ? ` These anchors do not cover ${counted(uncovered, 'event')}.` : '';
  return `${whole} ${covered}${between} ${afterWords(afterLastAnchor)}`;
}

/** For how many rounds and competitions every command was decided again, in words; null if for none, as requested. */
export function replayWords(replayed: number | null): string {
  if (replayed === null) return 'Whether the rules allowed them was not checked.';
  return `${counted(replayed, 'round or competition', 'rounds and competitions')} followed the rules, event by event.`;
}

function afterWords(count: number): string {
  if (count === 0) return 'There are no events after it; whether some were cut off cannot be detected.';
  return `${counted(count, 'event')} ${count === 1 ? 'comes' : 'come'} after it, where a complete recomputation cannot be detected, nor another order of events of different rounds, nor that the end was cut off.`;
}

/** The result if nothing is wrong, but anchors were made and none is available. */
export function noneAtHandWords({ events, streams }: LogProof, remembered: number): string {
  const made = `${counted(remembered, 'anchor')} of this log ${remembered === 1 ? 'was' : 'were'} made, but none was found: name them with --anchors, or their folder with ANCHOR_DIR.`;
  return `${made} ${counted(events, 'event')} in ${counted(streams, 'stream')} match their hashes; only anchors show whether all of these were recomputed.`;
}
