import {
  LIMITS,
  secondsWords,
  type ProjectionName,
  type ProjectionStatus,
  type RebuildJob,
  type RebuildPhase,
} from '@fairmark/contract';
import { counted, numberWords, joinWords } from '../../../text/words.js';
import { momentWords } from '../../../text/dates.js';

/** Names and contents of the projections. */
export const PROJECTION_WORDS: Readonly<Record<ProjectionName, { title: string; holds: string }>> = {
  clubhouse: {
    title: 'Clubhouse',
    holds: 'Leaderboards, histories, unsigned rounds, eclectics, where competitions are found, and invitations',
  },
};

/** The states of a projection, with advice. */
export const STATE_WORDS = {
  LIVE: { label: 'Up to date', kind: 'primary', advice: '' },
  BEHIND: {
    label: 'Catching up',
    kind: 'warn',
    advice:
      'The projector is working through events that are not in the tables yet. Golfers see older results meanwhile.',
  },
  SILENT: {
    label: 'No projector',
    kind: 'danger',
    advice:
      'No projector keeps these tables at this moment: golfers score and sign, but results stand still. Start the projector.',
  },
  FOREIGN: {
    label: 'Built from a different log',
    kind: 'danger',
    advice: 'These tables were made from another log than the one in use. Rebuild them.',
  },
  EMPTY: {
    label: 'Empty',
    kind: 'warn',
    advice: 'Nothing has been put into these tables yet. The projector fills them when it starts.',
  },
} as const satisfies Record<ProjectionStatus['state'], object>;

/** The phases of a rebuild. */
export const PHASE_WORDS: Readonly<Record<RebuildPhase, string>> = {
  READING: 'Reading the events',
  INDEXING: 'Building the indexes',
  CATCHING_UP: 'Catching up with new events',
  VERIFYING: 'Comparing with the tables before',
  SWAPPING: 'Putting the new tables in place',
};

/** Whether a rebuild is waiting or running. */
export function isOpen(job: RebuildJob | null): job is RebuildJob {
  return job?.state === 'WAITING' || job?.state === 'RUNNING';
}

/** "Nothing", "12 events", "10,000 events or more". */
export function lagWords({ lagEvents }: Pick<ProjectionStatus, 'lagEvents'>): string {
  if (lagEvents === 0) return 'Nothing';
  return `${counted(lagEvents, 'event')}${lagEvents >= LIMITS.lagEventsMax ? ' or more' : ''}`;
}

/** "412,000 of 1,000,000 events · 98,400 a second · about 6 s left"; unknown parts are omitted. */
export function progressWords({ events, total, eventsPerSecond, secondsLeft }: RebuildJob): string {
  return joinWords([
    total === null ? counted(events, 'event') : `${numberWords(events)} of ${counted(total, 'event')}`,
    eventsPerSecond === null ? '' : `${numberWords(eventsPerSecond)} a second`,
    secondsLeft === null ? '' : `about ${secondsWords(secondsLeft)} left`,
  ]);
}

const OUTCOMES = {
  DONE: { kind: 'success', title: 'Rebuilt', tables: '' },
  CANCELLED: { kind: 'info', title: 'Cancelled', tables: 'The tables before it stayed in use.' },
  FAILED: { kind: 'danger', title: 'The rebuild failed', tables: 'The tables before it are still in use.' },
} as const;

/** The banner on the outcome of the latest rebuild; null until it has ended. */
export function outcomeOf({ state, requestedBy, requestedAt, endedAt, message }: RebuildJob) {
  if (state === 'WAITING' || state === 'RUNNING') return null;
  const { kind, title, tables } = OUTCOMES[state];
  // The rebuild's own message, as a sentence.
  const detail = message === null || message === '' || state === 'CANCELLED' ? '' : message.replace(/\.?$/, '.');
  const children = joinWords([detail, tables, `Requested by ${requestedBy}, ${momentWords(requestedAt)}.`], ' ');
  return { kind, title: endedAt === null ? title : `${title}, ${momentWords(endedAt)}`, children };
}
