import { withoutSecrets } from '@fairmark/server';
import type { LoggerService } from '@nestjs/common';
import type { Logger } from './tokens.js';

/** Writes Nest's own messages to our log; its start-up messages are logged as debug. */
export function nestLogger(logger: Logger): LoggerService {
  const say =
    (level: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = rest.findLast((part) => typeof part === 'string');
      const err = [message, ...rest].find((part) => part instanceof Error);
      logger[level]({ context, err }, typeof message === 'string' ? withoutSecrets(message) : 'framework message');
    };
  return {
    log: say('debug'),
    debug: say('debug'),
    verbose: say('debug'),
    warn: say('warn'),
    error: say('error'),
    fatal: say('fatal'),
  };
}
