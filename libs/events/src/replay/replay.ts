import { canonicalJson } from '../envelope/canonical-json.js';
import type { RecordedEvent } from '../envelope/envelope.js';
import { eventId } from '../envelope/seal.js';
import type { Refused } from '../match/deciders/match.command.js';
import { UnknownEvent, upcast } from '../versions/upcast.js';

/** What one command wrote, as it was stored and as today's code reads it. */
export interface WrittenByCommand {
  /** What the stream's name says after its kind. */
  id: string;
  actorId: string;
  /** ISO 8601. */
  now: string;
  stored: readonly RecordedEvent[];
  events: readonly RecordedEvent[];
}

/** What a decision made of the state before, or why nothing. */
type Decided = { ok: true; events: readonly { type: string; data: object }[] } | Refused;

/** How a kind of stream is played again. */
export interface Replayed<State> {
  fold: (events: readonly RecordedEvent[], from: State | null) => State | null;
  /** Written for a command that found everything as it asked for. */
  noted: string;
  /** What the commands that could have caused the events decide; none where no command begins so. */
  decisions: (state: State | null, written: WrittenByCommand) => readonly Decided[];
}

/** An event that the rules did not let its actor write. */
export interface RuleFault {
  event: Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'type'>;
  actorId: string;
  /**
   * What the decider refuses it with; or NO_COMMAND: no command causes such an event, OTHER_EVENTS: the command that could have
   * caused it causes others, OTHER_ID: its id is not the one that its command gives it, IMPOSSIBLE: it fits no state,
   * UNKNOWN_EVENT: this build does not know it.
   */
  code: string;
}

/**
 * Decides a stream's commands again, one after the other: each on the state before it, at its recorded time, for its actor. Daily
 * caps and limits on the number of changes are not decided again. Nothing is said of what follows the first fault.
 *
 * @param events the whole stream from its first event, as stored; its chain is checked elsewhere
 * @param id what the stream's name says after its kind
 */
export function replay<State>(
  events: readonly RecordedEvent[],
  id: string,
  replayed: Replayed<State>,
): RuleFault | null {
  let state: State | null = null;
  for (const stored of byCommand(events)) {
    const [first] = stored as [RecordedEvent];
    const { actorId, recordedAt } = first.metadata;
    const fault = (event: RecordedEvent, code: string): RuleFault => ({ event, actorId, code });
    const foreign = stored.find((event, index) => event.id !== eventId(event.metadata.commandId, event.stream, index));
    if (foreign !== undefined) return fault(foreign, 'OTHER_ID');
    const other = stored.find(({ metadata }) => metadata.actorId !== actorId || metadata.recordedAt !== recordedAt);
    if (other !== undefined) return fault(other, 'OTHER_EVENTS');
    try {
      const written = { id, actorId, now: recordedAt, stored, events: stored.map(upcast) };
      const code = refusalOf(state, written, replayed);
      if (code !== null) return fault(first, code);
      state = replayed.fold(written.events, state);
    } catch (error) {
      // Whatever a decider or a fold cannot take, no command has written.
      return fault(first, error instanceof UnknownEvent ? 'UNKNOWN_EVENT' : 'IMPOSSIBLE');
    }
  }
  return null;
}

function refusalOf<State>(state: State | null, written: WrittenByCommand, replayed: Replayed<State>): string | null {
  const { events } = written;
  if (state !== null && events.length === 1 && events[0]?.type === replayed.noted) return null;
  const wanted = saidOf(events);
  let code = 'NO_COMMAND';
  for (const decision of replayed.decisions(state, written)) {
    if (decision.ok && saidOf(decision.events) === wanted) return null;
    code = decision.ok ? 'OTHER_EVENTS' : decision.code;
  }
  return code;
}

const saidOf = (events: readonly { type: string; data: unknown }[]): string =>
  canonicalJson(events.map(({ type, data }) => ({ type, data })));

/** Events in runs of one command each. */
function byCommand(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0]?.metadata.commandId === event.metadata.commandId) run.push(event);
    else runs.push([event]);
  }
  return runs;
}
