import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { Socket as Connection } from 'node:net';
import { errorAnswer, type ErrorAnswer } from '@fairmark/contract';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { addressKey, RateLimits, type BucketName } from '../limits/rate-limits.js';
import { TooManyRequests } from '../http/refusal.js';
import { BARE_HEADERS } from '../http/security-headers.js';
import { LogFeed } from '../platform/log-feed.js';
import { CONFIG, LOGGER, type Config, type Logger } from '../platform/tokens.js';
import { BUSY, ConnectionGuard } from './connection.guard.js';
import type { GolferServer, SocketCaller } from './sockets.js';
import { Visitor, type EngineSocket } from './visitor.js';

/** Unauthenticated connections per address: enough for a whole clubhouse that reconnects at the same moment. */
const STRANGERS_MAX = 300;
const NOT_READY = 'not ready';

/** The engine's report of a request that it refused. */
interface RefusedRequest {
  req: IncomingMessage & { res?: { setHeader(name: string, value: string): unknown } | null };
  context?: { message?: string };
}

/** Counts socket requests and refusals by address; blocks an address over either limit until that allows another. */
@Injectable()
export class HandshakeGuard implements BeforeApplicationShutdown {
  private readonly connections = new ConnectionGuard();
  /** By the id in the addresses of their requests. */
  private readonly visitors = new Map<string, Visitor>();
  private readonly byEngine = new WeakMap<EngineSocket, Visitor>();
  /** Unauthenticated connections by address. */
  private readonly strangers = new Map<string, number>();

  constructor(
    private readonly feed: LogFeed,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  beforeApplicationShutdown(): void {
    this.connections.close();
  }

  /** Intercepts every request before the engine, upgrades included, and monitors the resulting connections. */
  guard({ engine, httpServer }: GolferServer): void {
    const http = httpServer as HttpServer;
    engine.opts.allowRequest = (request, answer) => {
      const refused = this.check(request);
      answer(refused, refused === null);
    };
    engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
      // The engine answers without the hooks of routes.
      for (const [name, value] of Object.entries(BARE_HEADERS)) response.setHeader(name, value);
      void this.admit(request, next);
    });
    engine.on('connection_error', ({ req, context }: RefusedRequest) => {
      // Close the connection of a poll after this answer.
      req.res?.setHeader('connection', 'close');
      if (context?.message !== NOT_READY) void this.fault(this.addressOf(req));
    });
    engine.on('connection', (socket: EngineSocket) => this.watch(socket));
    // The server leaves an upgraded connection to this event: an error that nothing handles would end the process. The
    // engine handles those of its own path, a moment later.
    http.prependListener('upgrade', ({ url = '' }: IncomingMessage, connection: Connection) => {
      connection.on('error', () => undefined);
      if (!url.startsWith('/socket.io/')) connection.destroy();
    });
    // Behind a proxy the connections belong to it.
    if (this.config.trustedProxies > 0) return;
    this.connections.guard(http, (url, address) => this.isAuthenticated(url, address));
  }

  /** Counts an attempt, and lets `identify` check its token. If that refuses, the connection is closed. */
  async authenticate(
    engine: EngineSocket,
    identify: () => Promise<SocketCaller | ErrorAnswer>,
  ): Promise<SocketCaller | ErrorAnswer> {
    const visitor = this.byEngine.get(engine);
    if (visitor === undefined) return errorAnswer('UNAUTHORIZED');
    const { address } = visitor;
    const mayTry = !this.connections.blocked.has(address) && (await this.take('socket', address));
    const caller = mayTry ? await identify() : errorAnswer('TOO_MANY_REQUESTS');
    // Ended meanwhile.
    if (visitor.settled) return caller;
    if ('userId' in caller) {
      if (visitor.stranger) this.countStranger(address, -1);
      visitor.markAuthenticated();
    } else if (caller.status < 500) {
      // Send the answer first.
      setImmediate(() => this.end(visitor));
    } else {
      // Not the client's fault: drop the connection, so that the client reconnects instead of giving up.
      visitor.settled = true;
      engine.close();
    }
    return caller;
  }

  /** Closes a connection that sent what no client of ours sends, and counts the fault against its address. */
  refuse(engine: EngineSocket): void {
    const visitor = this.byEngine.get(engine);
    if (visitor !== undefined) this.end(visitor);
  }

  /** Why a connection is refused before anything is read from it, otherwise null. Clients reconnect automatically. */
  private check({ headers: { origin, host } }: IncomingMessage): string | null {
    if (!this.feed.live) return NOT_READY;
    if (origin === undefined) return null;
    // Defence in depth, as tokens are never sent unasked.
    const from = URL.parse(origin);
    const isOwn = from !== null && (from.host === host || from.origin === new URL(this.config.publicUrl).origin);
    return isOwn ? null : 'foreign origin';
  }

  private async admit(request: IncomingMessage, next: () => void): Promise<void> {
    const connection = request.socket;
    if (this.connections.held.has(connection)) return;
    const address = this.addressOf(request);
    const isBlocked = this.connections.blocked.has(address) && !this.isAuthenticated(request.url, address);
    if (isBlocked || !(await this.take('socket', address))) {
      this.connections.hold(connection, BUSY);
      return;
    }
    next();
    const existing = request.headers.upgrade === undefined ? undefined : this.visitors.get(sidOf(request.url));
    if (existing !== undefined) this.meter(existing, connection);
  }

  private watch(engine: EngineSocket): void {
    const { request, transport } = engine;
    const visitor = new Visitor(engine, this.addressOf(request));
    const { sid } = transport;
    this.visitors.set(sid, visitor);
    this.byEngine.set(engine, visitor);
    const strangers = this.countStranger(visitor.address, 1);
    engine.on('packet', ({ type }: { type: string }) => {
      if (!visitor.mayPass(type)) this.end(visitor);
    });
    engine.once('close', (reason: string) => {
      this.visitors.delete(sid);
      if (visitor.stranger) this.countStranger(visitor.address, -1);
      // The engine closes a malformed connection, but then waits for the other side to close too.
      if (visitor.stranger || reason === 'parse error') this.end(visitor);
    });
    if (transport.name === 'websocket') this.meter(visitor, request.socket);
    if (strangers > STRANGERS_MAX * this.config.rateLimitScale) this.end(visitor);
  }

  private meter(visitor: Visitor, connection: Connection): void {
    visitor.connections.add(connection);
    connection.prependListener('data', (chunk: Buffer) => {
      if (!visitor.mayRead(chunk.length, performance.now())) this.end(visitor);
    });
  }

  private end(visitor: Visitor): void {
    if (!visitor.settled) void this.fault(visitor.address);
    visitor.settled = true;
    // Ignore whatever else has arrived on it.
    visitor.engine.removeAllListeners('data');
    visitor.engine.close();
    for (const connection of visitor.connections) this.connections.hold(connection);
  }

  private async fault(address: string): Promise<void> {
    if (!this.connections.blocked.has(address)) await this.take('socketFault', address);
  }

  /** Takes a use from a limit. If it is exhausted, the address is blocked until the limit allows another. */
  private async take(bucket: BucketName, address: string): Promise<boolean> {
    try {
      await this.limits.take(bucket, address);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests) {
        this.connections.blocked.set(address, true, { ttl: error.retryAfterSeconds * 1_000 });
      } else {
        this.logger.error({ err: error }, 'a socket request could not be counted');
      }
      return false;
    }
  }

  /** Whether a request belongs to an authenticated polling connection of the same address. */
  private isAuthenticated(url: string | undefined, address: string): boolean {
    const visitor = this.visitors.get(sidOf(url));
    return visitor?.stranger === false && visitor.address === address;
  }

  private countStranger(address: string, by: 1 | -1): number {
    const strangers = (this.strangers.get(address) ?? 0) + by;
    if (strangers > 0) this.strangers.set(address, strangers);
    else this.strangers.delete(address);
    return strangers;
  }

  /** The caller's address, trusting only the hops that our own proxies added. */
  private addressOf({ headers, socket }: IncomingMessage): string {
    const header = String(headers['x-forwarded-for'] ?? '').split(',');
    const forwarded = header.map((hop) => hop.trim()).filter(Boolean);
    const hops = [socket.remoteAddress ?? '', ...forwarded.reverse()];
    return addressKey(hops[Math.min(this.config.trustedProxies, hops.length - 1)] ?? '');
  }
}

/** The id of the polling connection that a request continues or upgrades. */
function sidOf(url = ''): string {
  return /[?&]sid=([^& ]*)/.exec(url)?.[1] ?? '';
}
