import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/**
 * A TCP proxy that fails as networks do. `open` passes everything on; `refusing` cuts every connection, old and new;
 * `silent` keeps connections and passes nothing on, as if the other side were frozen or the cable pulled.
 */
export type ProxyMode = 'open' | 'refusing' | 'silent';

export class TcpProxy {
  /** Bytes that the server sent, passed on or not. */
  bytesFromServer = 0;
  readonly #listening = createServer((client) => this.#accept(client));
  /** A function for each connection that breaks it. */
  readonly #connections = new Set<() => void>();
  #mode: ProxyMode = 'open';
  #lose: { request: string; done: () => void } | null = null;
  #held: Map<Socket, Buffer> | null = null;

  private constructor(private readonly target: { host: string; port: number }) {}

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
    return (this.#listening.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** Data swallowed while silent is lost: connections of that time are cut when the proxy opens again. */
  set mode(mode: ProxyMode) {
    if (mode === 'refusing' || this.#mode === 'silent') this.cut();
    this.#mode = mode;
  }

  /** Breaks every current connection. */
  cut(): void {
    for (const end of this.#connections) end();
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

  /** Holds back what the server sends during `work`, and then passes it on at once. */
  async inOneChunk(work: () => Promise<void>): Promise<void> {
    const held = (this.#held = new Map<Socket, Buffer>());
    await work();
    this.#held = null;
    for (const [client, chunk] of held) client.write(chunk);
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
    const server = connect(this.target);
    let losing: (() => void) | undefined;
    const end = (): void => {
      this.#connections.delete(end);
      client.destroy();
      server.destroy();
    };
    this.#connections.add(end);
    for (const side of [client, server]) side.setNoDelay(true).on('error', end).on('close', end);
    client.on('data', (chunk) => {
      if (this.#lose !== null && chunk.includes(this.#lose.request)) {
        losing = this.#lose.done;
        this.#lose = null;
      }
      if (this.#mode !== 'silent') server.write(chunk);
    });
    server.on('data', (chunk) => {
      this.bytesFromServer += chunk.length;
      if (this.#mode === 'silent') return;
      if (this.#held !== null) {
        this.#held.set(client, Buffer.concat([this.#held.get(client) ?? Buffer.of(), chunk]));
        return;
      }
      if (losing === undefined) {
        client.write(chunk);
      } else {
        end();
        losing();
      }
    });
  }
}
