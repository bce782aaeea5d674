import type { GrantedRole } from '@fairmark/contract';
import { rolesOf } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal } from '../http/refusal.js';
import { PG_POOL } from '../platform/tokens.js';

type Roles = readonly GrantedRole[];

/** Whether the roles are for looking at projections and parked events. */
export function mayWatch(roles: Roles): boolean {
  return roles.some(({ role }) => role === 'AUDITOR' || role === 'SUPPORT');
}

/** Whether the roles are for rebuilding projections. */
export function mayRebuild(roles: Roles): boolean {
  return roles.some(({ role }) => role === 'SUPPORT');
}

/** Whether the roles are for looking into rounds of every course. */
export function isAuditor(roles: Roles): boolean {
  return roles.some(({ role }) => role === 'AUDITOR');
}

/** Whether the roles are for the committee of a course. */
export function isCommitteeOf(roles: Roles, courseId: string): boolean {
  return roles.some(({ role, course }) => role === 'COMMITTEE' && course?.id === courseId);
}

/** What a golfer may do beside playing: read anew for every call, so that a role that was taken away is gone at once. */
@Injectable()
export class OpsRights {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** The roles, none for most golfers. */
  of(userId: string): Promise<GrantedRole[]> {
    return rolesOf(this.pool, userId);
  }

  /** The roles of somebody who may. @throws Refusal FORBIDDEN */
  async need(userId: string, may: (roles: Roles) => boolean): Promise<GrantedRole[]> {
    const roles = await this.of(userId);
    if (!may(roles)) throw new Refusal('FORBIDDEN');
    return roles;
  }
}
