import type { FoldableEvent } from '@fairmark/event-store';
import {
  foldCompetition,
  foldMatch,
  upcast,
  deadlineOf,
  isPlayer,
  type CompetitionState,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import type { ClubhouseRows } from '@fairmark/read-models';
import { CannotApply } from '../log-reader/errors.js';
import { matchRows } from './match-rows.js';

/** How streams of one kind are folded, and which rows they make. */
interface StreamKind<State> {
  /** Folds events of today's versions; null: the stream begins with them. Throws where they make no sense. */
  fold(events: readonly RecordedEvent[], from: State | null): State | null;
  /** No more events are expected. Where one comes all the same, the stream is folded again. */
  isOver(state: State): boolean;
  /** Throws where the state makes no sense. */
  rows(state: State): ClubhouseRows;
}

/** Matches are over when every card is verified or withdrawn. */
const MATCH: StreamKind<MatchState> = {
  fold: foldMatch,
  isOver: ({ status, cards }) => {
    if (status === 'LOBBY') return false;
    return status === 'ENDED' || [...cards.values()].every((card) => card.verified || card.withdrawn);
  },
  rows: matchRows,
};

/** Competitions are over when they are deleted: a finished one still loses its host. */
const COMPETITION: StreamKind<CompetitionState> = {
  fold: foldCompetition,
  isOver: ({ status }) => status === 'DELETED',
  rows: competitionRows,
};

/** A stream that makes rows, as far as it was folded. */
export class FoldedStream<State = unknown> {
  /** Of the last event; -1: nothing was folded yet. */
  revision = -1n;
  private state: State | null = null;

  constructor(
    readonly name: string,
    private readonly kind: StreamKind<State>,
  ) {}

  /** A stream of which nothing was folded yet; null where streams of this name make no rows. */
  static empty(name: string): FoldedStream | null {
    if (name.startsWith('match-')) return new FoldedStream(name, MATCH);
    return name.startsWith('competition-') ? new FoldedStream(name, COMPETITION) : null;
  }

  get isOver(): boolean {
    return this.state !== null && this.kind.isOver(this.state);
  }

  /** Folds the stream's next event. Throws `CannotApply` where it makes no sense, or where events are missing before it. */
  apply(event: FoldableEvent): void {
    const { type, revision } = event;
    if (revision !== this.revision + 1n) {
      throw new CannotApply(`Before revision ${revision} of ${this.name} events are missing`, [this.name]);
    }
    try {
      this.state = this.kind.fold([upcast(event as RecordedEvent)], this.state);
    } catch (cause) {
      throw new CannotApply(`${type} cannot be applied: ${String(cause)}`, [this.name], { cause });
    }
    this.revision = revision;
  }

  /** The rows of the stream as it is now. Throws `CannotApply` where its state makes none. */
  rows(): ClubhouseRows {
    if (this.state === null) return {};
    try {
      return this.kind.rows(this.state);
    } catch (cause) {
      throw new CannotApply(`${this.name} makes no rows: ${String(cause)}`, [this.name], { cause });
    }
  }
}

/** The row of a competition as its state is now; every value is absolute, as with matches. */
export function competitionRows(state: CompetitionState): ClubhouseRows {
  return {
    competitions: [
      {
        competition_id: state.competitionId,
        host_id: state.hostId,
        status: state.status,
        players: [...state.players.keys()].filter((userId) => isPlayer(state, userId)),
        created_at: state.createdAt,
        verified_before: deadlineOf(state),
      },
    ],
  };
}
