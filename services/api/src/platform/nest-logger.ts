import { withoutSecrets } from '@fairmark/server';
import type { LoggerService } from '@nestjs/common';
import type { Logger } from './tokens.js';

/** The framework's own messages in our log. What it says at start-up is detail. */
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
