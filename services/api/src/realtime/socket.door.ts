import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { addressKey } from '../platform/rate-limit.guard.js';
import { RateLimits } from '../platform/rate-limits.js';
import { Refusal } from '../platform/refusal.js';
import { CONFIG, LOGGER, type Config, type Logger } from '../platform/tokens.js';
import { LogFeed } from './log-feed.js';

/** Which connections may try at all. */
@Injectable()
export class SocketDoor {
  constructor(
    private readonly feed: LogFeed,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Why a connection is turned away before anything of it is read; null when it is not. Clients come back by themselves. */
  async mayKnock(request: IncomingMessage): Promise<string | null> {
    if (!this.feed.live) return 'not ready';
    if (!this.isOurs(request)) return 'foreign origin';
    try {
      await this.limits.take('everyAddress', addressKey(this.addressOf(request)));
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) this.logger.error({ err: error }, 'a socket could not be counted');
      return 'too many connections';
    }
  }

  /**
   * A page of our own, or no page at all. Tokens are never sent by a browser on its own, so this is a second lock only: pages
   * of other sites cannot even try.
   */
  private isOurs({ headers }: IncomingMessage): boolean {
    const { origin, host } = headers;
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    const from = new URL(origin);
    return from.host === host || from.origin === new URL(this.config.publicUrl).origin;
  }

  /** The caller's address as far as our own proxies can be believed: each has added the address that it saw. */
  private addressOf({ headers, socket }: IncomingMessage): string {
    const said = String(headers['x-forwarded-for'] ?? '');
    const hops = [
      socket.remoteAddress ?? '',
      ...said
        .split(',')
        .map((hop) => hop.trim())
        .filter(Boolean)
        .reverse(),
    ];
    return hops[Math.min(this.config.trustedProxies, hops.length - 1)] ?? '';
  }
}
