import type { Gender } from '@fairmark/contract';
import { UserRow } from '@fairmark/server/database/entities';
import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { Refusal } from '../../http/refusal.js';

/** What scoring needs to know about a golfer. */
export interface ScoringProfile {
  id: string;
  gender: Gender;
  /** The official handicap, one decimal; a plus handicap is negative. */
  handicap: number;
}

/** Reads golfers' scoring profiles, uncached because they go into events. */
@Injectable()
export class ScoringProfiles {
  constructor(private readonly database: DataSource) {}

  /** The golfers who can play: their account is verified, not blocked and not being deleted. */
  find(ids: readonly string[]): Promise<ScoringProfile[]> {
    return this.database.getRepository(UserRow).find({
      select: { id: true, gender: true, handicap: true },
      where: { id: In([...ids]), emailVerifiedAt: Not(IsNull()), deletionRequestedAt: IsNull(), blockedAt: IsNull() },
    });
  }

  /** The caller's own profile. @throws Refusal UNAUTHORIZED when the account was deleted a moment ago */
  async self(id: string): Promise<ScoringProfile> {
    const [profile] = await this.find([id]);
    if (profile === undefined) throw new Refusal('UNAUTHORIZED');
    return profile;
  }
}
