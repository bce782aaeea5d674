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

interface StreamKind<State> {
  /** Folds upcast events; `from` is null at the beginning of the stream. Throws if they cannot be applied. */
  fold(events: readonly RecordedEvent[], from: State | null): State | null;
  /** Whether no more events are expected. Only saves memory: if one does arrive, the stream is folded again. */
  isOver(state: State): boolean;
  rows(state: State, revision: bigint): ClubhouseRows;
}

const MATCH: StreamKind<MatchState> = {
  fold: foldMatch,
  isOver: ({ status, cards }) => {
    if (status === 'LOBBY') return false;
    return status === 'ENDED' || [...cards.values()].every((card) => card.verified || card.withdrawn);
  },
  rows: matchRows,
};

/** Competitions are over when they are deleted: a finished one may still change its host. */
const COMPETITION: StreamKind<CompetitionState> = {
  fold: foldCompetition,
  isOver: ({ status }) => status === 'DELETED',
  rows: competitionRows,
};

/** A stream, folded up to `revision`, from which rows are made. */
export class FoldedStream<State = unknown> {
  /** Revision of the last folded event; -1 before the first. */
  revision = -1n;
  private state: State | null = null;

  constructor(
    readonly name: string,
    private readonly kind: StreamKind<State>,
  ) {}

  /** A stream with no events folded yet; null if streams of this category have no rows. */
  static empty(name: string): FoldedStream | null {
    if (name.startsWith('match-')) return new FoldedStream(name, MATCH);
    return name.startsWith('competition-') ? new FoldedStream(name, COMPETITION) : null;
  }

  get isOver(): boolean {
    return this.state !== null && this.kind.isOver(this.state);
  }

  /** Folds the stream's next event. Throws `CannotApply` if that fails or events before it are missing. */
  apply(event: FoldableEvent): void {
    const { type, revision } = event;
    if (revision !== this.revision + 1n) {
      throw new CannotApply(`Events are missing before revision ${revision} of ${this.name}`);
    }
    try {
      this.state = this.kind.fold([upcast(event as RecordedEvent)], this.state);
    } catch (cause) {
      throw new CannotApply(`${type} cannot be applied: ${String(cause)}`, { cause });
    }
    this.revision = revision;
  }

  /** The stream's current rows. Throws `CannotApply` if its state is inconsistent. */
  rows(): ClubhouseRows {
    if (this.state === null) return {};
    try {
      return this.kind.rows(this.state, this.revision);
    } catch (cause) {
      throw new CannotApply(`No rows can be made from ${this.name}: ${String(cause)}`, { cause });
    }
  }
}

/** The row of a competition's current state. Values are absolute, so writing it twice changes nothing. */
function competitionRows(state: CompetitionState, revision: bigint): ClubhouseRows {
  return {
    competitions: [
      {
        competition_id: state.competitionId,
        host_id: state.hostId,
        status: state.status,
        players: [...state.players.keys()].filter((userId) => isPlayer(state, userId)),
        course_id: state.course.courseId,
        first_day: state.firstDay,
        last_day: state.lastDay,
        created_at: state.createdAt,
        verified_before: deadlineOf(state),
        revision: String(revision),
        standings: null,
      },
    ],
  };
}
