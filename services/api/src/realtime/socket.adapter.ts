import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { Socket as Connection } from 'node:net';
import { LIMITS } from '@fairmark/contract';
import { addGauge } from '@fairmark/server';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Registry } from 'prom-client';
import { Server, type ServerOptions } from 'socket.io';
import { BARE_HEADERS } from '../http/security-headers.js';
import { METRICS } from '../platform/tokens.js';
import { HandshakeGuard } from './handshake.guard.js';

/** A connection that has not authenticated within this time is closed. */
const CONNECT_MS = 10_000;

/** Runs Socket.IO on the api's port, with a guard before every request. */
export class SocketAdapter extends IoAdapter {
  private readonly guard: HandshakeGuard;
  private readonly metrics: Registry;

  constructor(app: INestApplicationContext) {
    super(app);
    this.guard = app.get(HandshakeGuard);
    this.metrics = app.get<Registry>(METRICS);
  }

  override createIOServer(_port: number, options?: ServerOptions): Server {
    const server = new Server(this.httpServer, {
      ...options,
      serveClient: false,
      // Polling serves networks that block WebSockets. Behind a load balancer it needs sticky sessions.
      transports: ['websocket', 'polling'],
      maxHttpBufferSize: LIMITS.socketMessageBytesMax,
      perMessageDeflate: false,
      connectTimeout: CONNECT_MS,
      allowRequest: (request: IncomingMessage, answer: (reason: string | null, open: boolean) => void) => {
        const refused = this.guard.check(request);
        answer(refused, refused === null);
      },
    });
    const http = this.httpServer as HttpServer;
    // Set headers before the engine answers, which bypasses the hooks of routes.
    http.prependListener('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
      if (!url.startsWith(server.path())) return;
      for (const [name, value] of Object.entries(BARE_HEADERS)) response.setHeader(name, value);
    });
    // The server leaves an upgraded connection to this event: an error that nothing handles would end the process. The
    // engine handles those of its own path, a moment later.
    http.prependListener('upgrade', ({ url = '' }: IncomingMessage, connection: Connection) => {
      connection.on('error', () => undefined);
      if (!url.startsWith(`${server.path()}/`)) connection.destroy();
    });
    this.guard.guard(server.engine);
    this.guard.guardConnections(http);
    const read = () => server.sockets.sockets.size;
    addGauge(this.metrics, { name: 'fairmark_sockets', help: 'Open connections of golfers', read });
    return server;
  }
}
