import { verifyChain, type MatchEvents, type RecordedEvent } from '@fairmark/events';
import type { Operation } from './history.js';

/**
 * Every inconsistency between the phones' answers and the log. `matchId`: the only match whose scores the phones
 * recorded. `counted`: whether positions have no gaps, as in Postgres.
 */
export function checkHistory(
  operations: readonly Operation[],
  log: readonly RecordedEvent[],
  { matchId, counted = true }: { matchId?: string; counted?: boolean } = {},
): string[] {
  const scores = matchId === undefined ? log : log.filter(({ stream }) => stream === `match-${matchId}`);
  return [...checkLog(log, counted), ...checkScores(operations, scores)];
}

/** Checks the log alone: positions and revisions without gaps, no event twice, every stream's hash chain intact. */
function checkLog(log: readonly RecordedEvent[], counted: boolean): string[] {
  const wrong: string[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  const ids = new Set<string>();
  for (const [index, event] of log.entries()) {
    const before = log[index - 1];
    if (counted && before !== undefined && event.position !== before.position + 1n) {
      wrong.push(`a gap before position ${event.position}`);
    }
    if (ids.has(event.id)) wrong.push(`event ${event.id} stands twice`);
    ids.add(event.id);
    const stream = streams.get(event.stream) ?? [];
    if (event.revision !== BigInt(stream.length)) wrong.push(`${event.stream} misses revision ${stream.length}`);
    stream.push(event);
    streams.set(event.stream, stream);
  }
  for (const [name, events] of streams) {
    const found = verifyChain(events);
    if (found === null) continue;
    wrong.push(`the chain of ${name} is broken at revision ${found.event.revision}: ${found.fault}`);
  }
  return wrong;
}

/** Checks that the log has every acknowledged score exactly once, no refused one, and nothing else. */
function checkScores(operations: readonly Operation[], log: readonly RecordedEvent[]): string[] {
  const wrong: string[] = [];
  const recorded = log.filter(
    (event): event is RecordedEvent<'HoleScored', MatchEvents['HoleScored']> => event.type === 'HoleScored',
  );
  const byId = new Map(recorded.map((event) => [event.id, event]));
  const explained = new Set<string>();
  const lastRevision = new Map<string, bigint>();
  for (const operation of operations) {
    if (operation.result !== 'acknowledged') continue;
    const event = byId.get(operation.entryId ?? '');
    if (event === undefined) {
      wrong.push(`lost: an acknowledged score is not in the log: ${JSON.stringify(operation)}`);
      continue;
    }
    if (explained.has(event.id)) wrong.push(`two acknowledged scores share entry ${event.id}`);
    explained.add(event.id);
    if (!says(event, operation)) wrong.push(`entry ${event.id} is not what was sent: ${JSON.stringify(operation)}`);
    const order = `${operation.actor} ${event.stream}`;
    if (event.revision <= (lastRevision.get(order) ?? -1n)) {
      wrong.push(`entry ${event.id} stands before an earlier one of its phone`);
    }
    lastRevision.set(order, event.revision);
  }
  const unknown = operations.filter((operation) => operation.result === 'unknown');
  for (const event of recorded) {
    if (explained.has(event.id)) continue;
    const cause = unknown.findIndex((operation) => says(event, operation));
    if (cause < 0) {
      wrong.push(`never sent (or it was refused, or stands twice): ${event.id} ${JSON.stringify(event.data)}`);
    } else unknown.splice(cause, 1);
  }
  return wrong;
}

function says(event: RecordedEvent<'HoleScored', MatchEvents['HoleScored']>, operation: Operation): boolean {
  const { data } = event;
  return (
    event.stream === `match-${operation.matchId}` &&
    data.userId === operation.userId &&
    data.enteredBy === operation.actor &&
    data.holeNumber === operation.holeNumber &&
    data.strokes === operation.strokes
  );
}
