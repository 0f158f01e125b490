import type { Logger } from '../platform/log.js';
import { setV8Flags } from '../platform/v8-flags.js';
import type { ServingProcess } from './running.js';

export interface ServeOptions<Started extends ServingProcess> {
  readonly log: Logger;
  start(): Promise<Started>;
  /** Called when everything is ready, before `ready` is printed. */
  onStarted?(started: Started): Promise<void>;
}

/** Starts the server, prints its addresses and `ready`, and returns after a signal when it has stopped. */
export async function serve<Started extends ServingProcess>({
  log,
  start,
  onStarted,
}: ServeOptions<Started>): Promise<void> {
  const stopRequested = firstSignal();
  // An unhandled rejection in a library must not end a server that is in use.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the server cannot continue');
    process.exit(1);
  });
  const running = await start();
  try {
    for (const { name, url } of running.addresses) process.stdout.write(`${name}: ${url}\n`);
    await onStarted?.(running);
    setV8Flags();
    process.stdout.write('ready\n');
    const signal = await stopRequested;
    log.info({ signal }, 'stopping');
  } finally {
    await running.close();
  }
}

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process immediately, as it does by default. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
