import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Socket as Connection } from 'node:net';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { addressKey, RateLimits, type BucketName } from '../limits/rate-limits.js';
import { TooManyRequests } from '../http/refusal.js';
import { BARE_HEADERS } from '../http/security-headers.js';
import { CONFIG, LOGGER, type Config, type Logger } from '../platform/tokens.js';
import { HeldConnections } from './held-connections.js';
import { LogFeed } from '../platform/log-feed.js';
import type { GolferServer } from './sockets.js';
import { Visitor, type EngineSocket } from './visitor.js';

/** Unauthenticated connections per address: enough for a whole clubhouse that reconnects at the same moment. */
const STRANGERS_MAX = 300;
const NOT_READY = 'not ready';
/** How many blocked addresses are remembered. */
const BLOCKED_MAX = 10_000;
/** Matches a socket request in a connection's first bytes, which a blocked address must send within FIRST_BYTES_MS. */
const SOCKET_REQUEST = /^[A-Z]+ (\/socket\.io\S*)/;
const REQUEST_LINE_MAX = 512;
const FIRST_BYTES_MS = 10_000;
const BUSY = [
  'HTTP/1.1 429 Too Many Requests',
  ...Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`),
  'Content-Length: 0',
  'Retry-After: 60',
  'Connection: close',
  '\r\n',
].join('\r\n');

type Engine = GolferServer['engine'];
/** The engine's report of a request that it refused. */
interface RefusedRequest {
  req: IncomingMessage & { res?: { setHeader(name: string, value: string): unknown } | null };
  context?: { message?: string };
}

/** Counts socket requests and refusals by address; blocks an address over either limit until that allows another. */
@Injectable()
export class HandshakeGuard implements BeforeApplicationShutdown {
  private readonly blocked = new LRUCache<string, true>({ max: BLOCKED_MAX });
  private readonly held = new HeldConnections();
  /** Connections of blocked addresses that have sent nothing yet. */
  private readonly unread = new Set<Connection>();
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
    this.held.close();
    for (const connection of this.unread) connection.destroy();
  }

  /** Intercepts every request before the engine, upgrades included, and monitors the resulting connections. */
  guard(engine: Engine): void {
    engine.use((request: IncomingMessage, _response: unknown, next: () => void) => void this.admit(request, next));
    engine.on('connection_error', ({ req, context }: RefusedRequest) => {
      // Close the connection of a poll after this answer.
      req.res?.setHeader('connection', 'close');
      if (context?.message !== NOT_READY) void this.fault(this.addressOf(req));
    });
    engine.on('connection', (socket: EngineSocket) => this.watch(socket));
  }

  /**
   * Inspects connections of blocked addresses before the HTTP parser, which parses up to 900 buffered requests before
   * any can be refused. Does nothing behind a proxy, to which the connections belong.
   */
  guardConnections(server: HttpServer): void {
    if (this.config.trustedProxies > 0) return;
    const listeners = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (connection: Connection) => {
      const serve = (): void => listeners.forEach((listener) => Reflect.apply(listener, server, [connection]));
      const address = addressKey(connection.remoteAddress ?? '');
      if (this.blocked.has(address)) this.inspect(connection, address, serve);
      else serve();
    });
  }

  /** Serves a connection unless it starts with a socket request that is not a signed-in golfer's. */
  private inspect(connection: Connection, address: string, serve: () => void): void {
    const drop = (): unknown => connection.destroy();
    this.unread.add(connection);
    connection.setTimeout(FIRST_BYTES_MS, drop).once('error', drop);
    connection.once('close', () => this.unread.delete(connection));
    connection.once('data', (first: Buffer) => {
      this.unread.delete(connection);
      connection.setTimeout(0).off('timeout', drop).pause();
      const url = SOCKET_REQUEST.exec(first.toString('latin1', 0, REQUEST_LINE_MAX))?.[1];
      if (url !== undefined && !this.isAuthenticated(url, address)) {
        this.held.hold(connection, BUSY);
        return;
      }
      connection.off('error', drop).unshift(first);
      serve();
      connection.resume();
    });
  }

  /** Why a connection is refused before anything is read from it, otherwise null. Clients reconnect automatically. */
  check(request: IncomingMessage): string | null {
    if (!this.feed.live) return NOT_READY;
    return this.isOwnOrigin(request) ? null : 'foreign origin';
  }

  /** Counts an authentication attempt. Resolves to false if it must be refused without checking its token. */
  async mayAuthenticate(engine: EngineSocket): Promise<boolean> {
    const visitor = this.byEngine.get(engine);
    return visitor !== undefined && !this.blocked.has(visitor.address) && this.take('socket', visitor.address);
  }

  /** Marks a connection as authenticated. */
  accept(engine: EngineSocket): void {
    const visitor = this.byEngine.get(engine);
    if (visitor?.stranger !== true) return;
    visitor.markAuthenticated();
    this.countStranger(visitor.address, -1);
  }

  /** Closes a connection whose authentication failed, and counts the fault against its address. */
  refuse(engine: EngineSocket): void {
    const visitor = this.byEngine.get(engine);
    if (visitor !== undefined) this.end(visitor);
  }

  /** Closes a connection whose authentication failed through a fault of ours, which is not counted. */
  sendAway(engine: EngineSocket): void {
    const visitor = this.byEngine.get(engine);
    if (visitor !== undefined) visitor.settled = true;
    engine.close();
  }

  private async admit(request: IncomingMessage, next: () => void): Promise<void> {
    const connection = request.socket;
    if (this.held.has(connection)) return;
    const address = this.addressOf(request);
    const isBlocked = this.blocked.has(address) && !this.isAuthenticated(request.url, address);
    if (isBlocked || !(await this.take('socket', address))) {
      this.held.hold(connection, BUSY);
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
      // A pending authentication must no longer find it.
      this.byEngine.delete(engine);
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
    for (const connection of visitor.connections) this.held.hold(connection);
  }

  private async fault(address: string): Promise<void> {
    if (!this.blocked.has(address)) await this.take('socketFault', address);
  }

  /** Takes a use from a limit. If it is exhausted, the address is blocked until the limit allows another. */
  private async take(bucket: BucketName, address: string): Promise<boolean> {
    try {
      await this.limits.take(bucket, address);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests) {
        this.blocked.set(address, true, { ttl: error.retryAfterSeconds * 1_000 });
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

  /** Whether a request is from a page of ours or from no page: defence in depth, as tokens are never sent unasked. */
  private isOwnOrigin({ headers }: IncomingMessage): boolean {
    const { origin, host } = headers;
    if (origin === undefined) return true;
    const from = URL.parse(origin);
    return from !== null && (from.host === host || from.origin === new URL(this.config.publicUrl).origin);
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
