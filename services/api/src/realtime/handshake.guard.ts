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

/** Connections of an address that have not said yet whose they are, at the same time: a clubhouse that comes back all at once. */
const STRANGERS_MAX = 300;
const NOT_READY = 'not ready';
/** More addresses than this are not remembered as shut. */
const SHUT_MAX = 10_000;
/** A request for a socket, in its first bytes; and how long a connection of a shut address may take to send them. */
const FOR_A_SOCKET = /^[A-Z]+ (\/socket\.io\S*)/;
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
/** What the engine tells about a request that it refused. */
interface RefusedRequest {
  req: IncomingMessage & { res?: { setHeader(name: string, value: string): unknown } | null };
  context?: { message?: string };
}

/**
 * Guards the way to a socket. Requests count by address, and so does everything that is refused: an address that was refused
 * too often is shut for the rest of the minute. Golfers who are connected stay so.
 */
@Injectable()
export class HandshakeGuard implements BeforeApplicationShutdown {
  private readonly shut = new LRUCache<string, true>({ max: SHUT_MAX });
  private readonly held = new HeldConnections();
  /** Connections of shut addresses that have sent nothing yet. */
  private readonly sifted = new Set<Connection>();
  private readonly visitors = new Map<string, Visitor>();
  private readonly byEngine = new WeakMap<EngineSocket, Visitor>();
  /** How many connections of an address have not said yet whose they are. */
  private readonly strangers = new Map<string, number>();

  constructor(
    private readonly feed: LogFeed,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  beforeApplicationShutdown(): void {
    this.held.close();
    for (const connection of this.sifted) connection.destroy();
  }

  /** Stands before all that the engine does with a request, upgrades too, and watches what comes of it. */
  guard(engine: Engine): void {
    engine.use((request: IncomingMessage, _response: unknown, next: () => void) => void this.admit(request, next));
    engine.on('connection_error', ({ req, context }: RefusedRequest) => {
      // An answer by polling is the last one on its connection.
      req.res?.setHeader('connection', 'close');
      if (context?.message !== NOT_READY) void this.fault(this.addressOf(req));
    });
    engine.on('connection', (socket: EngineSocket) => this.watch(socket));
  }

  /**
   * Looks at connections of a shut address before HTTP does, which parses all that has arrived before any of it can be
   * refused: up to 900 requests, where they are piled up. Behind a proxy connections are the proxy's own.
   */
  guardConnections(server: HttpServer): void {
    if (this.config.trustedProxies > 0) return;
    const listeners = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (connection: Connection) => {
      const serve = (): void => listeners.forEach((listener) => Reflect.apply(listener, server, [connection]));
      const address = addressKey(connection.remoteAddress ?? '');
      if (this.shut.has(address)) this.sift(connection, address, serve);
      else serve();
    });
  }

  /** Serves a connection unless it begins with a request for a socket that is not a golfer's. */
  private sift(connection: Connection, address: string, serve: () => void): void {
    const drop = (): unknown => connection.destroy();
    this.sifted.add(connection);
    connection.setTimeout(FIRST_BYTES_MS, drop).once('error', drop);
    connection.once('close', () => this.sifted.delete(connection));
    connection.once('data', (first: Buffer) => {
      this.sifted.delete(connection);
      connection.setTimeout(0).off('timeout', drop).pause();
      const url = FOR_A_SOCKET.exec(first.toString('latin1', 0, REQUEST_LINE_MAX))?.[1];
      if (url !== undefined && !this.isGolfers(url, address)) {
        this.held.hold(connection, BUSY);
        return;
      }
      connection.off('error', drop).unshift(first);
      serve();
      connection.resume();
    });
  }

  /** Why a connection is turned away before anything of it is read; null when it is not. Clients come back by themselves. */
  check(request: IncomingMessage): string | null {
    if (!this.feed.live) return NOT_READY;
    return this.isOurs(request) ? null : 'foreign origin';
  }

  /** Counts an attempt to say whose a connection is. False: it has to be refused without a look at its token. */
  async mayAuthenticate(engine: EngineSocket): Promise<boolean> {
    const visitor = this.byEngine.get(engine);
    return visitor !== undefined && !this.shut.has(visitor.address) && this.counted('socket', visitor.address);
  }

  /** It is a golfer's. */
  accept(engine: EngineSocket): void {
    const visitor = this.byEngine.get(engine);
    if (visitor?.stranger !== true) return;
    visitor.letIn();
    this.countStranger(visitor.address, -1);
  }

  /** It was refused: ends it, and counts that against its address. */
  refuse(engine: EngineSocket): void {
    const visitor = this.byEngine.get(engine);
    if (visitor !== undefined) this.end(visitor);
  }

  /** It was refused for a fault of ours: ends it. */
  sendAway(engine: EngineSocket): void {
    const visitor = this.byEngine.get(engine);
    if (visitor !== undefined) visitor.settled = true;
    engine.close();
  }

  private async admit(request: IncomingMessage, next: () => void): Promise<void> {
    const connection = request.socket;
    if (this.held.has(connection)) return;
    const address = this.addressOf(request);
    if (this.shut.has(address) && !this.isGolfers(request.url, address)) {
      this.held.hold(connection, BUSY);
      return;
    }
    const upgrades = request.headers.upgrade !== undefined;
    // Until the engine listens: a connection that breaks meanwhile must not end the process.
    if (upgrades) connection.on('error', () => undefined);
    if (!(await this.counted('socket', address))) {
      this.held.hold(connection, BUSY);
      return;
    }
    next();
    const known = upgrades ? this.visitors.get(sidOf(request.url)) : undefined;
    if (known !== undefined) this.meter(known, connection);
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
      // Its token may still be looked at.
      this.byEngine.delete(engine);
      if (visitor.stranger) this.countStranger(visitor.address, -1);
      // The engine closes what it can't make sense of, and then waits for the other side to close too.
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
    // Whatever else has arrived with it is not looked at.
    visitor.engine.removeAllListeners('data');
    visitor.engine.close();
    for (const connection of visitor.connections) this.held.hold(connection);
  }

  private async fault(address: string): Promise<void> {
    if (!this.shut.has(address)) await this.counted('socketFault', address);
  }

  /** Whether a use of a limit was to be had. When not, the address is shut until there is one. */
  private async counted(bucket: BucketName, address: string): Promise<boolean> {
    try {
      await this.limits.take(bucket, address);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests) {
        this.shut.set(address, true, { ttl: error.retryAfterSeconds * 1_000 });
      } else {
        this.logger.error({ err: error }, 'a socket could not be counted');
      }
      return false;
    }
  }

  /** Whether a request belongs to a connection by polling whose golfer is known. */
  private isGolfers(url: string | undefined, address: string): boolean {
    const visitor = this.visitors.get(sidOf(url));
    return visitor?.stranger === false && visitor.address === address;
  }

  private countStranger(address: string, by: 1 | -1): number {
    const strangers = (this.strangers.get(address) ?? 0) + by;
    if (strangers > 0) this.strangers.set(address, strangers);
    else this.strangers.delete(address);
    return strangers;
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
    const said = String(headers['x-forwarded-for'] ?? '').split(',');
    const forwarded = said.map((hop) => hop.trim()).filter(Boolean);
    const hops = [socket.remoteAddress ?? '', ...forwarded.reverse()];
    return addressKey(hops[Math.min(this.config.trustedProxies, hops.length - 1)] ?? '');
  }
}

/** The connection by polling that a request wants to take over. */
function sidOf(url = ''): string {
  return /[?&]sid=([^& ]*)/.exec(url)?.[1] ?? '';
}
