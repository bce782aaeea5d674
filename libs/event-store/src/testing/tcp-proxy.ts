import { once } from 'node:events';
import { createServer, connect, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy that fails as networks do. `open` passes everything on; `refusing` cuts every connection, old and new;
 * `silent` keeps connections and passes nothing on, as if the other side were frozen or the cable pulled.
 */
export type ProxyMode = 'open' | 'refusing' | 'silent';

interface Pair {
  client: Socket;
  server: Socket;
  losing: boolean;
}

export class TcpProxy {
  readonly #listening: Server;
  readonly #pairs = new Set<Pair>();
  #mode: ProxyMode = 'open';
  #lose: { request: string; done: () => void } | null = null;
  /** Bytes that the server sent, passed on or not. */
  bytesFromServer = 0;

  private constructor(private readonly target: { host: string; port: number }) {
    this.#listening = createServer((client) => this.#accept(client));
  }

  /** A proxy in front of the server that a connection string names, and the string that leads through it. */
  static async before(connectionString: string): Promise<{ proxy: TcpProxy; url: string }> {
    const url = new URL(connectionString);
    const proxy = new TcpProxy({ host: url.hostname, port: Number(url.port) });
    proxy.#listening.listen(0, '127.0.0.1');
    await once(proxy.#listening, 'listening');
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    return { proxy, url: url.href };
  }

  get port(): number {
    const address = this.#listening.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy is closed');
    return address.port;
  }

  get connections(): number {
    return this.#pairs.size;
  }

  get mode(): ProxyMode {
    return this.#mode;
  }

  /** Data swallowed while silent is lost: connections of that time are cut when the proxy opens again. */
  set mode(mode: ProxyMode) {
    if (mode === 'refusing' || this.#mode === 'silent') this.cut();
    this.#mode = mode;
  }

  /** Breaks every current connection. */
  cut(): void {
    for (const pair of this.#pairs) this.#end(pair);
  }

  /**
   * Loses one answer: the next request with this text reaches the server; the answer is swallowed and
   * the connection cut. Resolves once that has happened.
   */
  loseAnswerTo(request: string): Promise<void> {
    return new Promise((done) => {
      this.#lose = { request, done };
    });
  }

  async close(): Promise<void> {
    this.#listening.close();
    this.cut();
    await once(this.#listening, 'close');
  }

  #accept(client: Socket): void {
    if (this.#mode === 'refusing') {
      client.destroy();
      return;
    }
    const pair: Pair = { client, server: connect(this.target), losing: false };
    this.#pairs.add(pair);
    for (const side of [pair.client, pair.server]) {
      side.setNoDelay(true);
      side.on('error', () => this.#end(pair));
      side.on('close', () => this.#end(pair));
    }
    pair.client.on('data', (chunk) => this.#fromClient(pair, chunk));
    pair.server.on('data', (chunk) => this.#fromServer(pair, chunk));
  }

  #fromClient(pair: Pair, chunk: Buffer): void {
    if (this.#mode === 'silent') return;
    if (this.#lose !== null && chunk.includes(this.#lose.request)) pair.losing = true;
    this.#pass(pair.client, pair.server, chunk);
  }

  #fromServer(pair: Pair, chunk: Buffer): void {
    this.bytesFromServer += chunk.length;
    if (this.#mode === 'silent') return;
    if (!pair.losing) {
      this.#pass(pair.server, pair.client, chunk);
      return;
    }
    const done = this.#lose?.done;
    this.#lose = null;
    this.#end(pair);
    done?.();
  }

  /** Passes data on, with back-pressure. */
  #pass(from: Socket, to: Socket, chunk: Buffer): void {
    if (to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  }

  #end(pair: Pair): void {
    if (!this.#pairs.delete(pair)) return;
    pair.client.destroy();
    pair.server.destroy();
  }
}
