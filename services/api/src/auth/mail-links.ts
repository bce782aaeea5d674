import { linkTokenHash, sendMailLink, type LinkPurpose } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { TooManyRequests } from '../http/refusal.js';
import { CLOCK, CONFIG, type Clock, type Config } from '../platform/tokens.js';

const HALF_HOUR_MS = 30 * 60_000;
/**
 * Mails that a golfer's email gets, whoever asks for them: five an hour, and of one kind so few in the life of a reset link that
 * the last one is good whenever another is refused.
 */
const OF_A_KIND = { max: 2, ms: HALF_HOUR_MS };
const OF_BOTH = { max: 5, ms: 2 * HALF_HOUR_MS };

/** A link as its row says at this moment, with the account it belongs to. */
export interface OpenedLink {
  tokenHash: string;
  userId: string;
  used: boolean;
  expired: boolean;
  emailVerified: boolean;
  email: string;
}

/** Links in mails: random, single use, of limited life, stored as a hash. Every call runs in its caller's transaction. */
@Injectable()
export class MailLinks {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Makes a link and puts the mail that carries it into the outbox, from where another process sends it.
   * @throws TooManyRequests
   */
  async send(client: PoolClient, userId: string, purpose: LinkPurpose): Promise<void> {
    const now = this.clock();
    // Two requests at once count one after the other.
    await client.query('select 1 from app.users where id = $1 for no key update', [userId]);
    const { rows } = await client.query<{ purpose: LinkPurpose; at: Date }>(
      'select purpose, created_at as at from app.mail_links where user_id = $1 and created_at > $2 order by created_at desc',
      [userId, new Date(now.getTime() - OF_BOTH.ms)],
    );
    const ofKind = rows.filter((row) => row.purpose === purpose);
    const waitMs = Math.max(this.freeAt(rows, OF_BOTH), this.freeAt(ofKind, OF_A_KIND)) - now.getTime();
    if (waitMs > 0) throw new TooManyRequests(Math.ceil(waitMs / 1_000));
    await sendMailLink(client, { userId, purpose, now });
  }

  /** The link of a token, locked until the transaction ends; null when there is none. */
  async open(client: PoolClient, token: string, purpose: LinkPurpose): Promise<OpenedLink | null> {
    const { rows } = await client.query<OpenedLink>(
      `select l.token_hash as "tokenHash", l.user_id as "userId", l.used_at is not null as used, l.expires_at <= $3 as expired,
              u.email_verified_at is not null as "emailVerified", u.email
         from app.mail_links l join app.users u on u.id = l.user_id
        where l.token_hash = $1 and l.purpose = $2 and u.deletion_requested_at is null
          for update`,
      [linkTokenHash(token), purpose, this.clock()],
    );
    return rows[0] ?? null;
  }

  /** Marks a link as used. */
  async use(client: PoolClient, { tokenHash }: OpenedLink): Promise<void> {
    await client.query('update app.mail_links set used_at = $2 where token_hash = $1', [tokenHash, this.clock()]);
  }

  /** Makes every link of a kind that a golfer still has worthless. */
  async useAll(client: PoolClient, userId: string, purpose: LinkPurpose): Promise<void> {
    await client.query(
      'update app.mail_links set used_at = $3 where user_id = $1 and purpose = $2 and used_at is null',
      [userId, purpose, this.clock()],
    );
  }

  /** When the next mail may be sent (milliseconds since 1970), after those that were, the newest first. */
  private freeAt(sent: readonly { at: Date }[], { max, ms }: { max: number; ms: number }): number {
    const oldest = sent[Math.ceil(max * this.config.rateLimitScale) - 1];
    return oldest === undefined ? 0 : oldest.at.getTime() + ms;
  }
}
