import type { Logger } from '../../platform/log.js';

type Write = (message?: unknown) => void;

/** Adapts the log for Apollo's libraries. Debug messages are dropped, because they contain documents. */
export function apolloLogger(log: Logger): { debug: Write; info: Write; warn: Write; error: Write } {
  const write =
    (level: 'info' | 'warn' | 'error'): Write =>
    (message) =>
      log[level]({ component: 'apollo' }, String(message));
  return { debug: () => {}, info: write('info'), warn: write('warn'), error: write('error') };
}
