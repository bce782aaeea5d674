import type { ErrorCode, GrantedRole } from '@fairmark/contract';
import { staffMember, type StaffMember } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Caller } from '../http/caller.js';
import { Refusal } from '../http/refusal.js';
import { PG_POOL } from '../platform/tokens.js';

/**
 * The one way to what a role opens: by a session that has proved the second factor. Looked up with every call, so that a role or
 * a factor that was taken away is gone at once.
 */
@Injectable()
export class Staff {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** A golfer's roles, for telling them alone. */
  of(me: Caller): Promise<StaffMember> {
    return staffMember(this.pool, me);
  }

  /**
   * The roles of a caller whose roles permit it. That the second factor is wanted is said only to those.
   *
   * @throws Refusal `otherwise` where they do not, SECOND_FACTOR_REQUIRED
   */
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
