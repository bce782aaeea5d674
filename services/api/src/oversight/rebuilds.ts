import { PROJECTIONS, type ProjectionName, type RebuildJob } from '@fairmark/contract';
import { cancelRebuild, requestRebuild } from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { validate as isUuid } from 'uuid';
import { PeopleDirectory } from '../match/presenting/people.js';
import { Refusal } from '../http/refusal.js';
import { PG_POOL } from '../platform/tokens.js';
import { mayRebuild, OpsRights } from './ops.rights.js';

/** Rebuilds as support staff asks for them. A projector's process does them. */
@Injectable()
export class Rebuilds {
  constructor(
    private readonly rights: OpsRights,
    private readonly people: PeopleDirectory,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Asks for one. @throws Refusal FORBIDDEN, NOT_FOUND, REBUILD_RUNNING */
  async ask(name: string, userId: string): Promise<RebuildJob> {
    await this.rights.need(userId, mayRebuild);
    const { asked, job } = await requestRebuild(this.pool, { projection: projectionOf(name), requestedBy: userId });
    if (!asked) throw new Refusal('REBUILD_RUNNING');
    return this.named(job);
  }

  /** Calls the open one off. @throws Refusal FORBIDDEN, NOT_FOUND */
  async cancel(name: string, userId: string): Promise<RebuildJob> {
    await this.rights.need(userId, mayRebuild);
    const job = await cancelRebuild(this.pool, projectionOf(name));
    if (job === null) throw new Refusal('NOT_FOUND', undefined, 'No rebuild is under way');
    return this.named(job);
  }

  /** The job with the name of the golfer who asked for it; an account on the operator's machine stays as it is. */
  async named(job: RebuildJob): Promise<RebuildJob> {
    if (!isUuid(job.requestedBy)) return job;
    const person = (await this.people.find([job.requestedBy])).get(job.requestedBy);
    return { ...job, requestedBy: person?.fullName ?? job.requestedBy };
  }
}

function projectionOf(name: string): ProjectionName {
  const known = PROJECTIONS.find((one) => one === name);
  if (known === undefined) throw new Refusal('NOT_FOUND');
  return known;
}
