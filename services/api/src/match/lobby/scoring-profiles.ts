import type { OwnUser } from '@fairmark/contract';
import { CAN_PLAY } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal } from '../../http/refusal.js';
import { PG_POOL } from '../../platform/tokens.js';

/** What scoring needs to know about a golfer. */
type ScoringProfile = Pick<OwnUser, 'id' | 'gender' | 'handicap'>;

/** Reads golfers' scoring profiles, uncached because they go into events. */
@Injectable()
export class ScoringProfiles {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** The golfers who can play: their account is verified, not blocked and not being deleted. */
  async find(ids: readonly string[]): Promise<ScoringProfile[]> {
    const found = `select id, gender, handicap from app.users where id = any($1) and ${CAN_PLAY}`;
    return (await this.pool.query<ScoringProfile>(found, [ids])).rows;
  }

  /** Those of the golfers who can play. */
  async playing(ids: readonly string[]): Promise<Set<string>> {
    return new Set((await this.find(ids)).map(({ id }) => id));
  }

  /** The caller's own profile. @throws Refusal UNAUTHORIZED when the account was deleted a moment ago */
  async self(id: string): Promise<ScoringProfile> {
    const [profile] = await this.find([id]);
    if (profile === undefined) throw new Refusal('UNAUTHORIZED');
    return profile;
  }
}
