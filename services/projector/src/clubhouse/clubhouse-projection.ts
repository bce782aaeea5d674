import type { CompetitionState, MatchState } from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { ClientBase } from 'pg';
import { CannotApply } from '../log-reader/errors.js';
import type { FoldedEvent } from '../log-reader/log-reader.js';
import { competitionRow } from './competition-rows.js';
import { matchRows } from './match-rows.js';
import { COMPETITIONS, MATCHES } from './stream-kinds.js';
import { StreamStates, type Touched } from './stream-states.js';
import type { ClubhouseRows } from './row-tables.js';
import { rowWriter, type WriteRows } from './write-rows.js';

/** What is written in one transaction. */
export type Write = (client: ClientBase) => Promise<void>;

/** What has been folded so far. */
interface States {
  matches: StreamStates<MatchState>;
  competitions: StreamStates<CompetitionState>;
}

const CACHED_COMPETITIONS = 500;

/** The clubhouse's tables as a function of the log: events in, rows out. Knows nothing of locks and checkpoints. */
export class ClubhouseProjection {
  private readonly states: States;
  private readonly writeRows: WriteRows;
  private parked = new Set<string>();

  /** `schema`: where the tables are that its rows are written to. */
  constructor(
    store: EventStore,
    cachedMatches: number,
    private readonly schema = CLUBHOUSE_SCHEMA,
  ) {
    this.writeRows = rowWriter(schema);
    this.states = {
      matches: new StreamStates(store, MATCHES, cachedMatches),
      competitions: new StreamStates(store, COMPETITIONS, CACHED_COMPETITIONS),
    };
  }

  /** Streams that stand still because one of their events could not be applied. */
  get parkedStreams(): number {
    return this.parked.size;
  }

  async loadParked(client: ClientBase): Promise<void> {
    const { rows } = await client.query<{ stream: string }>(`select distinct stream from ${this.schema}.parked_events`);
    this.parked = new Set(rows.map(({ stream }) => stream));
  }

  /** An empty batch. Batches follow one another: the next one builds on what this one folded. */
  begin(): ClubhouseBatch {
    return new ClubhouseBatch(this.states, this.parked, (rows, aside) => async (client) => {
      await this.writeRows(client, rows);
      await this.setAside(client, aside, 'An earlier event of this stream is parked');
    });
  }

  /** After a batch that could not be folded or written: nothing of it has happened. */
  forget(): void {
    this.states.matches.forget();
    this.states.competitions.forget();
  }

  /** Sets one event aside that cannot be applied; its stream stands still from now on. */
  park(event: FoldedEvent, reason: string): Write {
    this.parked.add(event.stream);
    return (client) => this.setAside(client, [event], reason);
  }

  private async setAside(client: ClientBase, events: readonly FoldedEvent[], reason: string): Promise<void> {
    if (events.length === 0) return;
    await client.query(
      `insert into ${this.schema}.parked_events (position, stream, revision, event_id, type, error)
       select *, $6 from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[])
       on conflict do nothing`,
      [
        events.map(({ position }) => String(position)),
        events.map(({ stream }) => stream),
        events.map(({ revision }) => String(revision)),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        reason,
      ],
    );
  }
}

/** Events whose rows are written together. */
export class ClubhouseBatch {
  private readonly matches: Touched<MatchState> = new Map();
  private readonly competitions: Touched<CompetitionState> = new Map();
  private readonly aside: FoldedEvent[] = [];
  private count = 0;
  private last: bigint | null = null;

  constructor(
    private readonly states: States,
    private readonly parked: ReadonlySet<string>,
    private readonly write: (rows: ClubhouseRows, aside: readonly FoldedEvent[]) => Write,
  ) {}

  get events(): number {
    return this.count;
  }

  /** Position of the last event. */
  get position(): bigint | null {
    return this.last;
  }

  /** Folds a page. Events of parked streams are set aside. Throws `CannotApply` for an event that makes no sense. */
  async add(page: readonly FoldedEvent[]): Promise<void> {
    const apart = this.parked.size > 0 && page.some(({ stream }) => this.parked.has(stream));
    if (apart) this.aside.push(...page.filter(({ stream }) => this.parked.has(stream)));
    const applied = apart ? page.filter(({ stream }) => !this.parked.has(stream)) : page;
    await this.states.matches.apply(applied, this.matches);
    await this.states.competitions.apply(applied, this.competitions);
    this.count += page.length;
    this.last = page.at(-1)?.position ?? this.last;
  }

  /** The rows of everything that was touched, as it is now; later events don't change what is written. */
  rows(): Write {
    const rows: ClubhouseRows = {
      matches: rowsOf(this.matches, matchRows),
      competitions: rowsOf(this.competitions, competitionRow),
    };
    return this.write(rows, this.aside);
  }
}

function rowsOf<State, Rows>(touched: Touched<State>, compute: (state: State) => Rows): Rows[] {
  const rows: Rows[] = [];
  for (const [stream, { state }] of touched) {
    if (state === null) continue;
    try {
      rows.push(compute(state));
    } catch (cause) {
      throw new CannotApply(`${stream} makes no rows: ${String(cause)}`, { cause });
    }
  }
  return rows;
}
