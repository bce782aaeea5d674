import { createLogger, type Logger } from '@fairmark/server';

/** A logger that keeps its lines as they would be written. */
export function keptLog(level = 'debug'): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line.trimEnd());
  return { logger: createLogger('test', level, { write: keep }), lines };
}
