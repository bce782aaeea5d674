import type { ParkedAnswer, ProjectionStatus } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import { parkedEvents, projectionStatus } from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, EVENT_STORE, PG_POOL, type Clock } from '../platform/tokens.js';
import { mayWatch, OpsRights } from './ops.rights.js';
import { Rebuilds } from './rebuilds.js';

/** Reads how the projections are. Pages that watch ask every second: those that ask meanwhile get the same answer. */
@Injectable()
export class ProjectionWatch {
  private reading: Promise<ProjectionStatus> | null = null;

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  clubhouse(): Promise<ProjectionStatus> {
    this.reading ??= projectionStatus(this.pool, this.store, this.clock()).finally(() => {
      this.reading = null;
    });
    return this.reading;
  }
}

/** How the projections are, for auditors and support staff. */
@Injectable()
export class Projections {
  constructor(
    private readonly rights: OpsRights,
    private readonly rebuilds: Rebuilds,
    private readonly watch: ProjectionWatch,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Every projection. @throws Refusal FORBIDDEN */
  async all(userId: string): Promise<ProjectionStatus[]> {
    await this.rights.need(userId, mayWatch);
    const status = await this.watch.clubhouse();
    return [{ ...status, job: status.job === null ? null : await this.rebuilds.named(status.job) }];
  }

  /** The first events that could not be applied. @throws Refusal FORBIDDEN */
  async parked(userId: string): Promise<Omit<ParkedAnswer, 'status'>> {
    await this.rights.need(userId, mayWatch);
    return parkedEvents(this.pool);
  }
}
