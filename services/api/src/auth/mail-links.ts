import { LIMITS } from '@fairmark/contract';
import { linkTokenHash, sendMailLink, type LinkPurpose } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { TooManyRequests } from '../http/refusal.js';
import { CLOCK, CONFIG, type Clock, type Config } from '../platform/tokens.js';

/**
 * Five links an hour to an email. While another is refused the last one is valid, so a stranger cannot keep a golfer
 * from a new password: the third reset link in an hour is sent once the first has expired, and outlasts the hour.
 */
const LIMITS_BY_PURPOSE: Record<LinkPurpose, readonly { max: number; ms: number }[]> = {
  VERIFY: [{ max: 2, ms: 3_600_000 }],
  RESET: [
    { max: 2, ms: LIMITS.resetLinkMs },
    { max: 3, ms: 3_600_000 },
  ],
};

/** The current state of a link, with the account it belongs to. */
export interface OpenedLink {
  userId: string;
  used: boolean;
  expired: boolean;
  emailVerified: boolean;
  email: string;
}

/** Links in mails: random, single use, short-lived, stored as a hash. Every call runs in the caller's transaction. */
@Injectable()
export class MailLinks {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Makes a link and puts its mail into the outbox, from which the projector sends it. @throws TooManyRequests */
  async send(client: PoolClient, userId: string, purpose: LinkPurpose): Promise<void> {
    // Serialise concurrent requests, so that each counts the other's link.
    await client.query('select 1 from app.users where id = $1 for no key update', [userId]);
    const now = this.clock();
    for (const { max, ms } of LIMITS_BY_PURPOSE[purpose]) {
      const { rows } = await client.query<{ at: Date }>(
        `select created_at as at from app.mail_links where user_id = $1 and purpose = $2 and created_at > $3
          order by created_at desc offset $4 limit 1`,
        [userId, purpose, new Date(now.getTime() - ms), Math.ceil(max * this.config.rateLimitScale) - 1],
      );
      const [oldest] = rows;
      if (oldest === undefined) continue;
      throw new TooManyRequests(Math.ceil((oldest.at.getTime() + ms - now.getTime()) / 1_000));
    }
    await sendMailLink(client, { userId, purpose, now });
  }

  /**
   * The link with this token; null when there is none. Its account is locked until the transaction ends: as in every
   * transaction about links, first the account, then what belongs to it.
   */
  async open(client: PoolClient, token: string, purpose: LinkPurpose): Promise<OpenedLink | null> {
    const link = [linkTokenHash(token), purpose];
    await client.query(
      `select from app.users where id = (select user_id from app.mail_links where token_hash = $1 and purpose = $2)
          for no key update`,
      link,
    );
    const { rows } = await client.query<OpenedLink>(
      `select l.user_id as "userId", l.used_at is not null as used, l.expires_at <= $3 as expired,
              u.email_verified_at is not null as "emailVerified", u.email
         from app.mail_links l join app.users u on u.id = l.user_id
        where l.token_hash = $1 and l.purpose = $2 and u.deletion_requested_at is null`,
      [...link, this.clock()],
    );
    return rows[0] ?? null;
  }

  /** Marks every unused link of a golfer for this purpose as used. */
  async useAll(client: PoolClient, userId: string, purpose: LinkPurpose): Promise<void> {
    await client.query(
      'update app.mail_links set used_at = $3 where user_id = $1 and purpose = $2 and used_at is null',
      [userId, purpose, this.clock()],
    );
  }
}
