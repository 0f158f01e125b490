import type { Logger } from '../../platform/log.js';

type Write = (message?: unknown) => void;

/** Our log as Apollo's libraries write to it. Their debug messages have documents and are left out. */
export function apolloLogger(log: Logger): { debug: Write; info: Write; warn: Write; error: Write } {
  const write =
    (level: 'info' | 'warn' | 'error'): Write =>
    (message) =>
      log[level]({ component: 'apollo' }, String(message));
  return { debug: () => {}, info: write('info'), warn: write('warn'), error: write('error') };
}
