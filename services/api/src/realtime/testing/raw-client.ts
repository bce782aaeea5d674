import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onThisMachine } from '@fairmark/events/testing/eventually';

const WITHIN_MS = 10_000;

export interface RawOptions {
  port: number;
  /** Its address, as a proxy in front of the api forwards it. */
  from?: string;
}

/** A client without a protocol: bytes out, bytes in. */
export class RawClient {
  /** Everything that arrived, a character for each byte. */
  received = '';
  private readonly socket: Socket;
  private readonly gone: Promise<unknown>;

  constructor(private readonly options: RawOptions) {
    this.socket = connect({ host: '127.0.0.1', port: options.port });
    this.socket.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')));
    // A cut connection counts as ended.
    this.socket.on('error', () => undefined);
    this.gone = new Promise((resolve) => this.socket.once('close', resolve));
  }

  /** A WebSocket to Socket.IO, once the server has opened it. */
  static async webSocket(options: RawOptions): Promise<RawClient> {
    const client = new RawClient(options);
    client.upgrade();
    await client.until((received) => received.includes('"pingTimeout"'));
    return client;
  }

  /** Requests a WebSocket. */
  upgrade(query = '', path = '/socket.io/'): void {
    this.request('GET', `${path}?EIO=4&transport=websocket${query}`, [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ]);
  }

  request(method: string, path: string, headers: string[] = []): void {
    const from = this.options.from === undefined ? [] : [`X-Forwarded-For: ${this.options.from}`];
    this.write(Buffer.from([`${method} ${path} HTTP/1.1`, 'Host: fairmark', ...from, ...headers, '\r\n'].join('\r\n')));
  }

  write(bytes: Buffer): boolean {
    return this.socket.write(bytes);
  }

  /** Waits until a condition holds for what was received. Rejects on a timeout or when the connection ends. */
  async until(holds: (received: string) => boolean): Promise<void> {
    const signal = AbortSignal.timeout(onThisMachine(WITHIN_MS));
    while (!holds(this.received)) await Promise.race([once(this.socket, 'data', { signal }), this.ended()]);
  }

  /** Waits until the server has closed the connection. */
  async closed(): Promise<string> {
    const timer = setTimeout(() => this.socket.destroy(new Error('not closed')), onThisMachine(WITHIN_MS));
    await this.gone;
    clearTimeout(timer);
    if (this.socket.errored?.message === 'not closed') throw new Error('Not closed in time');
    return this.received;
  }

  close(): void {
    this.socket.destroy();
  }

  private async ended(): Promise<never> {
    await this.gone;
    throw new Error(`The connection ended. Received: ${this.received}`);
  }
}

/** A WebSocket frame as a client sends it; its mask of zeros leaves the text as it is. */
export function frame(text: string, opcode = 0x1): Buffer {
  const body = Buffer.from(text);
  const short = body.length < 126;
  const head = Buffer.alloc(short ? 6 : 8);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (short ? body.length : 126);
  if (!short) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}
