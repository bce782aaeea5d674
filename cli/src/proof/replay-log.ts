import { wholeStream, type EventStore } from '@fairmark/event-store';
import { hasRules, replayStream, verifyChain, type RecordedEvent, type WasCommittee } from '@fairmark/events';
import type { Progress } from '../shell/progress.js';
import type { LogFault, Tail } from './chain-scan.js';

/** An event that the rules did not allow its actor to append. */
export interface ForbiddenFault extends LogFault {
  what: 'FORBIDDEN';
  actorId: string;
  /** The decider's refusal, or another fault (`RuleFault`). */
  code: string;
}

export interface ReplayProof {
  /** Number of streams whose commands were decided again. */
  replayed: number;
  /** The fault with the lowest position; null if every event was allowed. */
  fault: LogFault | null;
}

/**
 * Decides every command of a log again, with one stream in memory at a time.
 *
 * @param tails the last event of each stream when its hashes were checked: what is read now must end with it
 */
export async function replayLog(
  store: EventStore,
  tails: ReadonlyMap<string, Tail>,
  wasCommittee: WasCommittee,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<ReplayProof> {
  const found: ReplayProof = { replayed: 0, fault: null };
  progress.begin('Checking rules', tails.size);
  for (const [stream, tail] of tails) {
    signal.throwIfAborted();
    progress.add(1);
    if (!hasRules(stream)) continue;
    found.replayed += 1;
    const events = await wholeStream(store, stream, { until: tail.revision });
    const fault = isProven(events, tail) ? forbiddenFault(events, wasCommittee) : changedFault(stream, tail);
    if (fault !== null && (found.fault === null || fault.position < found.fault.position)) found.fault = fault;
  }
  return found;
}

/** The first event of a stream that its rules did not allow. */
function forbiddenFault(events: readonly RecordedEvent[], wasCommittee: WasCommittee): ForbiddenFault | null {
  const fault = replayStream(events, wasCommittee);
  if (fault === null) return null;
  const { event, actorId, code } = fault;
  const { position, stream, revision, id } = event;
  const how = `the rules answer ${code} to ${event.type} by ${actorId}`;
  return { what: 'FORBIDDEN', position, stream, revision, id, how, actorId, code };
}

function isProven(events: readonly RecordedEvent[], { hash }: Tail): boolean {
  return verifyChain(events) === null && events.at(-1)?.metadata.hash === hash;
}

function changedFault(stream: string, { position, revision, id }: Tail): LogFault {
  return { what: 'ALTERED', position, stream, revision, id, how: `${stream} changed while it was being verified` };
}
