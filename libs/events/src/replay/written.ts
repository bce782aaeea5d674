import type { Decision } from '../match/deciders/match.command.js';

/** The events that one command appended, and the state it was decided on. */
export interface Written<State, Event> {
  /** The stream's name without its category prefix. */
  id: string;
  actorId: string;
  /** ISO 8601. */
  now: string;
  state: State | null;
  /** In their current version. */
  events: readonly Event[];
  /** The version that the first of them was stored in. */
  version: number;
}

export type Decided = Decision<{ type: string; data: object }>;

/** The decisions of the commands that could have caused the events; empty if no command could. */
export type Decisions<State, Event> = (written: Written<State, Event>) => readonly Decided[];

/** A command without its actor, whom the metadata of its events name. */
export type WithoutActor<Command> = Command extends { actorId: string } ? Omit<Command, 'actorId'> : never;
