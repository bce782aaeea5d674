import {
  secondsWords,
  type ParkedEvent,
  type ProjectionStatus,
  type RebuildJob,
  type RebuildPhase,
} from '@fairmark/contract';
import type { VerifyResult } from '@fairmark/projector';
import type { JobProgress } from '@fairmark/read-models';
import { counted } from '../shell/output.js';
import type { Progress } from '../shell/job.js';

/** Projections, their rebuilds and their parked events in words, for terminals. */

const PHASE_WORDS: Readonly<Record<RebuildPhase, string>> = {
  READING: 'Reading the log',
  INDEXING: 'Building indexes',
  CATCHING_UP: 'Catching up',
  VERIFYING: 'Verifying',
  SWAPPING: 'Putting in place',
};

/** Shows the progress of a rebuild or a verification. */
export function showPhase(progress: Progress): (now: JobProgress) => void {
  return ({ phase, events, total, eventsPerSecond, secondsLeft }) => {
    const speed = eventsPerSecond === null ? '' : ` | ${Math.round(eventsPerSecond).toLocaleString('en-AU')}/s`;
    const left = secondsLeft === null ? '' : ` | ${secondsWords(Math.ceil(secondsLeft))} left`;
    progress.show(PHASE_WORDS[phase], events, total, `${speed}${left}`);
  };
}

const STATE_WORDS: Readonly<Record<ProjectionStatus['state'], string>> = {
  LIVE: 'live',
  BEHIND: 'behind',
  SILENT: 'silent: no recent heartbeat from a projector',
  FOREIGN: 'foreign: built from another log, or beyond the end of this one. Rebuild it',
  EMPTY: 'empty: nothing has been applied yet',
};

/** The status of a projection. */
export function statusWords(status: ProjectionStatus): string {
  const { name, version, state, position, head, lagEvents, lagSeconds, heardAt } = status;
  const place = `position ${grouped(position)} of ${grouped(head)}`;
  const lag = lagEvents === 0 ? 'none' : `${counted(lagEvents, 'event')}, the oldest ${secondsWords(lagSeconds)} ago`;
  return [
    `${name}, version ${version}: ${STATE_WORDS[state]}`,
    `  tables   ${place}`,
    `  lag      ${lag}`,
    `  seen     ${heardAt ?? 'never'}`,
    `  parked   ${parkedCount(status)}`,
    `  rebuild  ${status.job === null ? 'none was ever requested' : jobWords(status.job)}`,
  ].join('\n');
}

function parkedCount({ parkedEvents, parkedStreams }: ProjectionStatus): string {
  if (parkedEvents === 0) return 'nothing';
  return `${counted(parkedEvents, 'event')} of ${counted(parkedStreams, 'stream')} (projections parked shows them)`;
}

export function jobWords(job: RebuildJob): string {
  const { state, phase, requestedBy, requestedAt, endedAt, message, eventsPerSecond, secondsLeft } = job;
  const asked = `requested by ${requestedBy} at ${requestedAt}`;
  if (state === 'WAITING') return `waiting for a projector, ${asked}`;
  if (state !== 'RUNNING') {
    return `${state.toLowerCase()} at ${endedAt ?? 'an unknown time'}, ${asked}${message === null ? '' : `. ${message}`}`;
  }
  const share = job.total === null || job.total === 0 ? '' : ` ${Math.floor((100 * job.events) / job.total)}%`;
  const speed = eventsPerSecond === null ? '' : `, ${counted(eventsPerSecond, 'event')} per second`;
  const left = secondsLeft === null ? '' : `, ${secondsWords(secondsLeft)} left`;
  return `${phase === null ? 'begins' : PHASE_WORDS[phase]}${share}${speed}${left}; ${asked}`;
}

export function parkedWords({ position, stream, revision, type, attempts, parkedAt, error }: ParkedEvent): string {
  const tried = attempts === 1 ? 'tried once' : `tried ${attempts} times`;
  return `${stream} revision ${revision}: ${type} (position ${position}), parked ${parkedAt}, ${tried}\n  ${error}`;
}

export function verifiedWords(name: string, { rows, events, position, parked }: VerifyResult): string {
  const compared = `${counted(rows, 'row')} at position ${grouped(position)}, ${counted(events, 'event')} folded again`;
  const still = parked === 0 ? '' : ` ${counted(parked, 'blocked stream')} left out.`;
  return `${name} matches the log: ${compared}.${still}`;
}

function grouped(position: string | bigint | null): string {
  return position === null ? 'none' : BigInt(position).toLocaleString('en-AU');
}
