import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Refusal } from '../../http/refusal.js';
import { PG_POOL } from '../../platform/tokens.js';
import { ProjectionGate } from '../../positions/projection-gate.js';

/** Finds the match of an invitation, of which `PUT /api/match/invite` names only the id. */
@Injectable()
export class InviteFinder {
  constructor(
    private readonly gate: ProjectionGate,
    @Inject(PG_POOL) private readonly pool: pg.Pool,
  ) {}

  /**
   * The match's id. An invitation that the tables don't hold yet may be a moment old: they are asked again when they hold
   * all that the log held.
   *
   * @throws Refusal INVITE_NOT_FOUND; UNAVAILABLE while the tables are behind and it is not known
   */
  async matchOf(inviteId: string): Promise<string> {
    const found = await this.lookUp(inviteId);
    if (found !== null) return found;
    const upToDate = await this.gate.caughtUp();
    const foundNow = await this.lookUp(inviteId);
    if (foundNow === null) throw new Refusal(upToDate ? 'INVITE_NOT_FOUND' : 'UNAVAILABLE');
    return foundNow;
  }

  private async lookUp(inviteId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ match_id: string }>(
      `select match_id from ${CLUBHOUSE_SCHEMA}.invites where invite_id = $1`,
      [inviteId],
    );
    return rows[0]?.match_id ?? null;
  }
}
