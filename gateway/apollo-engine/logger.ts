import type { Logger } from '../../platform/log.js';

type LogMethod = (message?: unknown) => void;

/**
 * Adapts the logger to the interface of Apollo's libraries. Debug messages are dropped, because they contain GraphQL
 * documents.
 */
export function apolloLogger(log: Logger): { debug: LogMethod; info: LogMethod; warn: LogMethod; error: LogMethod } {
  const write =
    (level: 'info' | 'warn' | 'error'): LogMethod =>
    (message) =>
      log[level]({ component: 'apollo' }, String(message));
  return { debug: () => {}, info: write('info'), warn: write('warn'), error: write('error') };
}
