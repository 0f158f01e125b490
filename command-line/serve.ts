import { isLostWrite } from '../platform/database/index.js';
import { type Rampart, type RampartOptions, startRampart } from './rampart.js';

export interface ServeOptions extends RampartOptions {
  /** Called when everything answers, before `ready` is printed. */
  onStarted?(rampart: Rampart): Promise<void>;
}

/** Starts everything, prints the addresses and `ready`, and returns after a signal when all is stopped. */
export async function serve({ onStarted, ...options }: ServeOptions): Promise<void> {
  const stopRequested = firstSignal();
  // A promise that a library has lost must not end a server that others use.
  process.on('unhandledRejection', (error) => options.log.error({ err: error }, 'a failure that nobody waited for'));
  process.on('uncaughtException', (error) => {
    if (isLostWrite(error)) return options.log.warn({ err: error }, 'a statement was written to a broken connection');
    options.log.fatal({ err: error }, 'the server cannot go on');
    process.exit(1);
  });
  const rampart = await startRampart(options);
  try {
    for (const { name, url } of rampart.addresses) process.stdout.write(`${name}: ${url}\n`);
    await onStarted?.(rampart);
    process.stdout.write('ready\n');
    const signal = await stopRequested;
    options.log.info({ signal }, 'stopping');
  } finally {
    await rampart.close();
  }
}

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once, as without us. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
