import * as http from 'node:http';
import * as https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { onThisMachine } from '@fairmark/events/testing/eventually';

export interface Got {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The body as sent. */
  bytes: Buffer;
}

/** A request that sends path and encodings unchanged, by default on a connection of its own. */
export function rawGet(url: string, target: string, options: https.RequestOptions = {}): Promise<Got> {
  const { hostname, port, protocol } = new URL(url);
  const { request } = protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const asked = { hostname, port, path: target, timeout: onThisMachine(10_000), agent: false, ...options };
    const sent = request(asked, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      buffer(answer).then((bytes) => resolve({ status, headers, bytes }), reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('No answer')));
    sent.on('error', reject);
    sent.end();
  });
}
