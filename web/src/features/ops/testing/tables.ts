import type { ProjectionStatus, RebuildJob } from '@fairmark/contract';

/** A rebuild that is reading. */
export function aJob(change: Partial<RebuildJob> = {}): RebuildJob {
  return {
    id: 'job',
    projection: 'clubhouse',
    state: 'RUNNING',
    phase: 'READING',
    events: 412_000,
    total: 1_000_000,
    eventsPerSecond: 98_400,
    secondsLeft: 6,
    requestedBy: 'Sue Port',
    requestedAt: '2026-11-22T01:00:00Z',
    endedAt: null,
    message: null,
    ...change,
  };
}

/** The Clubhouse's tables, up to date. */
export function aStatus(change: Partial<ProjectionStatus> = {}): ProjectionStatus {
  return {
    name: 'clubhouse',
    version: 5,
    state: 'LIVE',
    position: '1240',
    head: '1240',
    lagEvents: 0,
    lagSeconds: 0,
    heardAt: '2026-11-22T01:10:00Z',
    parkedStreams: 0,
    parkedEvents: 0,
    job: null,
    ...change,
  };
}
