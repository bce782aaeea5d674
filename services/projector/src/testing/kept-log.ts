import { Writable } from 'node:stream';
import { createLogger, type Logger } from '@fairmark/server';

/** A logger that keeps its lines as they would be written. */
export function keptLog(level = 'debug'): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const keep = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  return { logger: createLogger('test', level, keep), lines };
}
