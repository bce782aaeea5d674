import {
  PROJECTIONS,
  type ParkedAnswer,
  type ProjectionName,
  type ProjectionStatus,
  type RebuildJob,
} from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import { cancelRebuild, parkedEvents, projectionStatus, requestRebuild } from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal } from '../http/refusal.js';
import { CLOCK, EVENT_STORE, PG_POOL, type Clock } from '../platform/tokens.js';
import { mayRebuild, mayWatch, OpsRights } from './ops.rights.js';

/** How the projections are, for auditors and support staff, and their rebuilds, which a projector's process does. */
@Injectable()
export class Projections {
  private reading: Promise<ProjectionStatus> | null = null;

  constructor(
    private readonly rights: OpsRights,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Every projection. @throws Refusal FORBIDDEN */
  async all(userId: string): Promise<ProjectionStatus[]> {
    await this.rights.need(userId, mayWatch);
    // Pages that watch ask every second: those that ask meanwhile get the same answer.
    this.reading ??= projectionStatus(this.pool, this.store, this.clock()).finally(() => (this.reading = null));
    return [await this.reading];
  }

  /** The first events that could not be applied. @throws Refusal FORBIDDEN */
  async parked(userId: string): Promise<Omit<ParkedAnswer, 'status'>> {
    await this.rights.need(userId, mayWatch);
    return parkedEvents(this.pool);
  }

  /** Asks for a rebuild. @throws Refusal FORBIDDEN, NOT_FOUND, REBUILD_RUNNING */
  async rebuild(name: string, userId: string): Promise<RebuildJob> {
    await this.rights.need(userId, mayRebuild);
    const { asked, job } = await requestRebuild(this.pool, { projection: projectionOf(name), requestedBy: userId });
    if (!asked) throw new Refusal('REBUILD_RUNNING');
    return job;
  }

  /** Cancels the rebuild that waits or runs. @throws Refusal FORBIDDEN, NOT_FOUND */
  async cancel(name: string, userId: string): Promise<RebuildJob> {
    await this.rights.need(userId, mayRebuild);
    const job = await cancelRebuild(this.pool, projectionOf(name));
    if (job === null) throw new Refusal('NOT_FOUND', undefined, 'No rebuild is under way');
    return job;
  }
}

function projectionOf(name: string): ProjectionName {
  const known = PROJECTIONS.find((one) => one === name);
  if (known === undefined) throw new Refusal('NOT_FOUND');
  return known;
}
