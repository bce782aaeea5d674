import { randomUUID } from 'node:crypto';
import { seal, tailOf } from '../envelope/seal.js';
import type { RecordedEvent } from '../envelope/envelope.js';
import type { Decision, MatchCommand } from '../match/deciders/match.command.js';
import { decideMatch } from '../match/deciders/match.decider.js';
import type { MatchEvent } from '../match/match.events.js';
import { MATCH } from '../match/match.fold.js';
import type { MatchState } from '../match/match.state.js';
import { CREATED_AT, MATCH_ID } from './golfers.js';
import type { RandomMatch } from './random-match.js';

const MINUTE = 60_000;

/** Who writes an event, when, and by which command. */
export interface By {
  actorId: string;
  now: string;
  commandId?: string;
  fingerprint?: string;
  deviceId?: string | null;
}

/** A stream that grows by decisions, or by events that a forger appends with right hashes. */
export class Stream<Event extends { type: string; data: object }> {
  readonly events: RecordedEvent[] = [];

  constructor(
    private readonly name: string,
    private readonly schemaVersions: Readonly<Record<string, number>>,
  ) {}

  /** Returns the events as stored. */
  append(events: readonly Event[], { now, commandId = randomUUID(), ...by }: By): RecordedEvent[] {
    const last = this.events.at(-1);
    const tail = last === undefined ? null : tailOf(last);
    const command = { fingerprint: 'f', deviceId: null, ...by, commandId, correlationId: commandId, occurredAt: null };
    const { name: stream, schemaVersions } = this;
    const sealed = seal({ stream, tail, events, schemaVersions, command, now });
    const first = this.events.length;
    const stored = sealed.map((event, index): RecordedEvent => {
      const revision = BigInt(first + index);
      return { ...event, stream, revision, position: revision + 1n };
    });
    this.events.push(...stored);
    return stored;
  }
}

/** A match that is played by commands, with a clock of its own. */
export class PlayedMatch extends Stream<MatchEvent> {
  state: MatchState | null = null;
  private at = Date.parse(CREATED_AT);

  constructor() {
    super(MATCH.streamOf(MATCH_ID), MATCH.schemaVersions);
  }

  get now(): string {
    return new Date(this.at).toISOString();
  }

  play({ create, intents }: RandomMatch): this {
    let invites = 0;
    const nextId = () => `invite-${(invites += 1)}`;
    this.do(create);
    for (const { minutes, intent } of intents) {
      this.at += minutes * MINUTE;
      if (this.state === null) throw new Error('There is no match');
      for (const command of intent(this.state, nextId)) this.do(shown(command, this.state));
    }
    return this;
  }

  protected decide(command: MatchCommand): Decision {
    return decideMatch(this.state, command, this.now);
  }

  /** Returns what happened, as stored. */
  protected do(command: MatchCommand): RecordedEvent[] {
    const decision = this.decide(command);
    if (!decision.ok) return [];
    const events = decision.events.length === 0 ? [MATCH.noted] : decision.events;
    const stored = this.append(events, { actorId: command.actorId, now: this.now });
    this.state = MATCH.fold(stored, this.state);
    return stored;
  }
}

/** Some golfers name the entries that they saw. */
function shown(command: MatchCommand, { cards }: MatchState): MatchCommand {
  if (command.type !== 'SignCards' || command.actorId === 'ann') return command;
  const entries = [...cards.values()].flatMap(({ marker }) => marker);
  return { ...command, seen: entries.flatMap((entry) => (entry === null ? [] : [entry.entryId])) };
}
