import { COMPETITION } from '../competition/competition.fold.js';
import { canonicalJson } from '../envelope/canonical-json.js';
import { idOfStream, type RecordedEvent } from '../envelope/envelope.js';
import { eventId } from '../envelope/seal.js';
import { MATCH } from '../match/match.fold.js';
import { UnknownEvent, upcast } from '../versions/upcast.js';
import type { WasCommittee } from './committees.js';
import { competitionDecisions } from './competition.replay.js';
import { matchDecisions } from './match.replay.js';
import type { Decided, Decisions } from './written.js';

/** How events of one kind are recognised and folded, and which event says that a command changed nothing. */
interface Aggregate<State, Event> {
  isEvent: (event: RecordedEvent) => event is RecordedEvent & Event;
  fold: (events: readonly RecordedEvent[], from: State | null) => State | null;
  noted: { type: string };
}

/** An event that the rules did not allow its actor to cause. */
export interface RuleFault {
  event: Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'type'>;
  actorId: string;
  /**
   * The decider's refusal code, or one of: NO_COMMAND (no command causes such an event), OTHER_EVENTS (the command that
   * could have caused it causes other events), OTHER_ID (the id does not derive from its command), IMPOSSIBLE (it
   * cannot be applied to the state), UNKNOWN_EVENT (this build does not know it).
   */
  code: string;
}

const isOf = ({ streamOf }: typeof MATCH | typeof COMPETITION, stream: string): boolean =>
  stream.startsWith(streamOf(''));

/** Whether a stream's category has rules: matches and competitions do. */
export const hasRules = (stream: string): boolean => isOf(MATCH, stream) || isOf(COMPETITION, stream);

/**
 * Decides a match's or competition's commands again in order, each on the state before it, at its recorded time and for
 * its actor. Does not check daily limits and limits on the number of changes. Returns the first event that the rules did
 * not allow; null if there is none, or no rules.
 *
 * @param events the whole stream from its first event, as stored; its chain is checked elsewhere
 * @param wasCommittee decides whose corrections were allowed
 */
export function replayStream(events: readonly RecordedEvent[], wasCommittee: WasCommittee): RuleFault | null {
  const stream = events[0]?.stream ?? '';
  if (isOf(MATCH, stream)) return replay(events, MATCH, matchDecisions(wasCommittee));
  return isOf(COMPETITION, stream) ? replay(events, COMPETITION, competitionDecisions) : null;
}

function replay<State, Event extends { type: string; data: object }>(
  events: readonly RecordedEvent[],
  aggregate: Aggregate<State, Event>,
  decisions: Decisions<State, Event>,
): RuleFault | null {
  let state: State | null = null;
  for (const stored of byCommand(events)) {
    const [first] = stored as [RecordedEvent];
    const { actorId, recordedAt } = first.metadata;
    const id = idOfStream(first.stream);
    const fault = (event: RecordedEvent, code: string): RuleFault => ({ event, actorId, code });
    const foreign = stored.find((event, index) => event.id !== eventId(event.metadata.commandId, event.stream, index));
    if (foreign !== undefined) return fault(foreign, 'OTHER_ID');
    const other = stored.find(({ metadata }) => metadata.actorId !== actorId || metadata.recordedAt !== recordedAt);
    if (other !== undefined) return fault(other, 'OTHER_EVENTS');
    try {
      const events = stored.map(upcast);
      if (!events.every(aggregate.isEvent)) return fault(first, 'NO_COMMAND');
      const version = first.metadata.schemaVersion;
      const isNoted = state !== null && events.length === 1 && events[0]?.type === aggregate.noted.type;
      const written = { id, actorId, now: recordedAt, state, events, version };
      const code = isNoted ? null : refusalOf(events, decisions(written));
      if (code !== null) return fault(first, code);
      state = aggregate.fold(events, state);
    } catch (error) {
      // Events on which a decider or a fold throws were not appended by any command.
      return fault(first, error instanceof UnknownEvent ? 'UNKNOWN_EVENT' : 'IMPOSSIBLE');
    }
  }
  return null;
}

function refusalOf(events: readonly { type: string; data: object }[], decisions: readonly Decided[]): string | null {
  const expected = contentOf(events);
  let code = 'NO_COMMAND';
  for (const decision of decisions) {
    if (decision.ok && contentOf(decision.events) === expected) return null;
    code = decision.ok ? 'OTHER_EVENTS' : decision.code;
  }
  return code;
}

const contentOf = (events: readonly { type: string; data: unknown }[]): string =>
  canonicalJson(events.map(({ type, data }) => ({ type, data })));

/** Groups consecutive events of the same command. */
function byCommand(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0]?.metadata.commandId === event.metadata.commandId) run.push(event);
    else runs.push([event]);
  }
  return runs;
}
