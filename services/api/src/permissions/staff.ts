import type { ErrorCode, GrantedRole } from '@fairmark/contract';
import { staffMember, type StaffMember } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Caller } from '../http/caller.js';
import { Refusal } from '../http/refusal.js';
import { PG_POOL } from '../platform/tokens.js';

/** Checks what a role permits. Read from the database on every call, so that a revocation takes effect immediately. */
@Injectable()
export class Staff {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** A golfer's roles, and whether this session may use them. */
  of(me: Caller): Promise<StaffMember> {
    return staffMember(this.pool, me);
  }

  /** The caller's roles, if they permit it. @throws Refusal `otherwise`, or SECOND_FACTOR_REQUIRED if they would */
  async mustHave(
    me: Caller,
    may: (roles: readonly GrantedRole[]) => boolean,
    otherwise: ErrorCode = 'FORBIDDEN',
  ): Promise<GrantedRole[]> {
    const { roles, secondFactor } = await this.of(me);
    if (!may(roles)) throw new Refusal(otherwise);
    if (secondFactor === 'PROVED') return roles;
    throw new Refusal('SECOND_FACTOR_REQUIRED', { enrolled: secondFactor === 'ENROLLED' });
  }
}
