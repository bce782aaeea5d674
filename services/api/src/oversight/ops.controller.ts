import {
  ERRORS,
  PROJECTIONS,
  ROUND_UNREADABLE,
  isAuditor,
  mayRebuild,
  mayReplay,
  mayWatch,
  type BackupsAnswer,
  type FoundRoundsAnswer,
  type OpsRolesAnswer,
  type ParkedAnswer,
  type ProjectionName,
  type ProjectionsAnswer,
  type RebuildAnswer,
  type RoundStoryAnswer,
} from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import {
  cancelRebuild,
  parkedEvents,
  projectionStatus,
  readRoundStory,
  requestRebuild,
  storyOf,
} from '@fairmark/read-models';
import { fullDisks, isCommitteeOf, readBackups, recordAuditRead } from '@fairmark/server';
import { Inject, Param, Query } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Pool } from 'pg';
import { Me, type Caller } from '../http/caller.js';
import { Get, Post, Routes } from '../http/routes.js';
import { DayField, IdField } from '../http/fields.js';
import { Refusal } from '../http/refusal.js';
import { LimitByUser } from '../limits/rate-limits.js';
import type { Answered } from '../commands/command-identity.js';
import { CLOCK, CONFIG, EVENT_STORE, PG_POOL, type Clock, type Config } from '../platform/tokens.js';
import { Staff } from '../permissions/staff.js';
import { foundRounds } from './found-rounds.js';

class FoundRoundsQuery {
  @IdField({ description: 'The course', message: ERRORS.COURSE_NOT_FOUND.message }) course!: string;
  @DayField({ description: "A date of the course's own calendar" }) day!: string;
}

/** For auditors, support staff and committees. Every read of a round is recorded before it is answered. */
@Routes('api/ops', 'ops')
export class OpsController {
  @Inject(CONFIG) private readonly config!: Config;

  constructor(
    private readonly staff: Staff,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('me', 'My roles beside playing, none for most golfers, and whether this session may use them')
  me(@Me() me: Caller): Promise<Answered<OpsRolesAnswer>> {
    return this.staff.of(me);
  }

  @Get('projections', 'The state of every projection, with its latest rebuild (auditor, support)')
  async all(@Me() me: Caller): Promise<Answered<ProjectionsAnswer>> {
    await this.staff.mustHave(me, mayWatch);
    return { projections: [await projectionStatus(this.pool, this.store, this.clock())] };
  }

  @Get('parked', 'Events that could not be applied, the first ones (auditor, support)')
  async parked(@Me() me: Caller): Promise<Answered<ParkedAnswer>> {
    await this.staff.mustHave(me, mayWatch);
    return parkedEvents(this.pool);
  }

  @Post('projections/:name/rebuild', 'Request a rebuild beside the live tables (support)')
  @LimitByUser('rebuild')
  async rebuild(@Me() me: Caller, @Param('name') name: string): Promise<Answered<RebuildAnswer>> {
    await this.staff.mustHave(me, mayRebuild);
    const { asked, job } = await requestRebuild(this.pool, { projection: projectionOf(name), requestedBy: me.userId });
    if (!asked) throw new Refusal('REBUILD_RUNNING');
    return { job };
  }

  @Post('projections/:name/cancel', 'Cancel the rebuild that waits or runs (support)')
  @LimitByUser('rebuild')
  async cancel(@Me() me: Caller, @Param('name') name: string): Promise<Answered<RebuildAnswer>> {
    await this.staff.mustHave(me, mayRebuild);
    const job = await cancelRebuild(this.pool, projectionOf(name));
    if (job === null) throw new Refusal('NOT_FOUND', undefined, 'No rebuild is under way');
    return { job };
  }

  @Get('backups', 'The state of the nightly backups, and the disks that are nearly full (auditor, support)')
  async backups(@Me() me: Caller): Promise<Answered<BackupsAnswer>> {
    await this.staff.mustHave(me, mayWatch);
    const backups = await readBackups(this.pool, this.clock());
    return { ...backups, fullDisks: await fullDisks(this.config.diskDirs ?? []) };
  }

  @Get('rounds', "Match rounds of a course's day (auditor, committee of the course); the read is recorded")
  @LimitByUser('audit')
  async found(@Me() me: Caller, @Query() { course, day }: FoundRoundsQuery): Promise<Answered<FoundRoundsAnswer>> {
    await this.staff.mustHave(me, (roles) => isAuditor(roles) || isCommitteeOf(roles, course));
    const found = await foundRounds(this.pool, course, day);
    await recordAuditRead(this.pool, { reader: me.userId, way: 'WEB', what: 'rounds', subject: `${course} ${day}` });
    return found;
  }

  /** Only an auditor learns whether the round exists. `matchId` need not be a UUID. */
  @Get(
    'rounds/:matchId',
    'Everything that happened in a round (auditor, committee of its course); the read is recorded',
  )
  @LimitByUser('audit')
  async round(@Me() me: Caller, @Param('matchId') matchId: string): Promise<Answered<RoundStoryAnswer>> {
    // Check roles before reading anything.
    const roles = await this.staff.mustHave(me, mayReplay);
    const id = matchId.toLowerCase();
    const stored = isUUID(id, 'all') ? await readRoundStory(this.store, this.pool, id) : null;
    const story = stored === null ? null : (storyOf(stored)?.story ?? null);
    const mayCorrect = story !== null && isCommitteeOf(roles, story.round.course.id);
    if (!isAuditor(roles) && !mayCorrect) throw new Refusal('FORBIDDEN');
    if (stored === null) throw new Refusal('MATCH_NOT_FOUND');
    await recordAuditRead(this.pool, { reader: me.userId, way: 'WEB', what: 'round', subject: id });
    if (story === null) throw new Refusal('NOT_FOUND', undefined, ROUND_UNREADABLE);
    return { ...story, mayCorrect };
  }
}

function projectionOf(name: string): ProjectionName {
  const known = PROJECTIONS.find((projection) => projection === name);
  if (known === undefined) throw new Refusal('NOT_FOUND');
  return known;
}
