import { jest } from '@jest/globals';

/** The server's end of a socket: speaks Engine.IO and Socket.IO to the real client. */
export class Line extends EventTarget {
  /** The connection that was opened last. */
  static latest: Line | null = null;
  binaryType = 'blob';
  /** Numbers of the events that wait for an answer, by name. */
  private readonly waiting = new Map<string, string>();
  readyState = 1;
  onopen = (): void => undefined;
  onclose = (_event: object): void => undefined;
  onmessage = (_event: { data: string }): void => undefined;
  onerror = (): void => undefined;

  constructor(readonly url: string) {
    super();
    Line.latest = this;
    queueMicrotask(() => {
      this.onopen();
      this.onmessage({
        data: '0{"sid":"s","upgrades":[],"pingInterval":60000,"pingTimeout":60000,"maxPayload":100000}',
      });
    });
  }

  /** What the client writes; a connection is welcomed. */
  send(packet: string): void {
    if (packet.startsWith('40')) queueMicrotask(() => this.onmessage({ data: '40{"sid":"s"}' }));
    const [, ack, event] = /^42(\d+)\["(\w+)"/.exec(packet) ?? [];
    if (ack !== undefined && event !== undefined) this.waiting.set(event, ack);
  }

  /** Acknowledges the client's last event of a name, once there is one. */
  acknowledge(event: string, answer: object): boolean {
    const ack = this.waiting.get(event);
    if (ack !== undefined) this.onmessage({ data: `43${ack}${JSON.stringify([answer])}` });
    return this.waiting.delete(event);
  }

  close(): void {
    this.onclose({ code: 1000 });
  }

  /** Sends an event as the server does. */
  emit(event: string, payload: object): void {
    this.onmessage({ data: `42${JSON.stringify([event, payload])}` });
  }
}

// The client as browsers load it: jest would resolve the one for Node, which does not use the page's WebSocket.
Object.assign(globalThis, { WebSocket: Line });
const { io } = jest.requireActual<typeof import('socket.io-client')>('socket.io-client/dist/socket.io.js');
jest.unstable_mockModule('socket.io-client', () => ({ io }));
