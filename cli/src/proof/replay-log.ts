import { wholeStream, type EventStore } from '@fairmark/event-store';
import { hasRules, replayStream, verifyChain, type RecordedEvent, type WasCommittee } from '@fairmark/events';
import type { LongWork } from '../shell/job.js';
import type { LogFault, Tail } from './chain-scan.js';

/**
 * Decides every command of a log again, with one stream in memory at a time: how many streams, and the fault with the
 * lowest position. `tails`: the last event of each when its hashes were checked; what is read now must end with it.
 */
export async function replayLog(
  store: EventStore,
  tails: ReadonlyMap<string, Tail>,
  wasCommittee: WasCommittee,
  { progress, signal }: LongWork,
): Promise<{ replayed: number; fault: LogFault | null }> {
  const found = { replayed: 0, fault: null as LogFault | null };
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

/** The first event of a stream that its rules did not allow; `code`: the decider's refusal, or another (`RuleFault`). */
function forbiddenFault(events: readonly RecordedEvent[], wasCommittee: WasCommittee) {
  const fault = replayStream(events, wasCommittee);
  if (fault === null) return null;
  const { event, actorId, code } = fault;
  const { position, stream, revision, id } = event;
  const how = `the rules answer ${code} to ${event.type} by ${actorId}`;
  return { what: 'FORBIDDEN' as const, position, stream, revision, id, how, actorId, code };
}

function isProven(events: readonly RecordedEvent[], { hash }: Tail): boolean {
  return verifyChain(events) === null && events.at(-1)?.metadata.hash === hash;
}

function changedFault(stream: string, { position, revision, id }: Tail): LogFault {
  return { what: 'ALTERED', position, stream, revision, id, how: `${stream} changed while it was being verified` };
}
