import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a content service under test handles a request; by default it never answers. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A content service that misbehaves as a test wants it to. */
export class ContentStub {
  /** `METHOD /path` of every request. */
  readonly asked: string[] = [];
  behaviour: Behaviour = () => undefined;
  private readonly server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      this.asked.push(`${request.method} ${request.url}`);
      this.behaviour(request, response, body);
    });
  });

  static async start(): Promise<ContentStub> {
    const stub = new ContentStub();
    await once(stub.server.listen(0, '127.0.0.1'), 'listening');
    return stub;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get address(): string {
    return `${this.origin}/graphql`;
  }

  /** Answers the two documents with these adverts, and pictures with these bytes. */
  serves(adverts: unknown, defaultAdvert: object | null = null, picture: Buffer = Buffer.alloc(0)): void {
    this.behaviour = (request, response, body) => {
      if (request.method !== 'POST') {
        response.end(picture);
        return;
      }
      const data = body.includes('query CourseAdverts(') ? { adverts, defaultAdvert } : { course: { id: 'cms-7' } };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
  }
}
