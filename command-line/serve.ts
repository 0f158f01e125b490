import { onFirstSignal } from '../platform/interruption.js';
import type { Logger } from '../platform/log.js';
import { setV8Flags } from '../platform/v8-flags.js';
import type { ServingProcess } from './running.js';
import { ignoreUnwritableOutput } from './standard-streams.js';

export interface ServeOptions<Started extends ServingProcess> {
  readonly log: Logger;
  start(): Promise<Started>;
  /**
   * Called when everything is ready, before `ready` is printed. A signal stops the server without waiting for it.
   */
  onStarted?(started: Started): Promise<void>;
  /**
   * Reads the settings or the supergraph again, at SIGHUP. If absent, SIGHUP stops a server whose terminal was closed;
   * other servers ignore SIGHUP, because service managers and log rotation send it too.
   */
  reload?(started: Started): Promise<void>;
}

/** Starts the server, prints its addresses and `ready`, and returns after a signal when it has stopped. */
export async function serve<Started extends ServingProcess>({
  log,
  start,
  onStarted,
  reload,
}: ServeOptions<Started>): Promise<void> {
  const started = Promise.withResolvers<Started>();
  const stopRequested = new Promise<NodeJS.Signals>((stop) => {
    onFirstSignal(stop);
    if (reload === undefined) onHangUp(stop, log);
    else process.on('SIGHUP', () => void started.promise.then(reload));
  });
  // An unhandled rejection in a library must not end a server that is in use.
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'unhandled promise rejection; the server continues'),
  );
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception; the server stops');
    process.exit(1);
  });
  ignoreUnwritableOutput();
  const running = await start();
  try {
    for (const { name, url } of running.addresses) process.stdout.write(`${name}: ${url}\n`);
    const isReady = await Promise.race([
      onStarted?.(running).then(() => true) ?? true,
      stopRequested.then(() => false),
    ]);
    if (isReady) {
      started.resolve(running);
      setV8Flags();
      process.stdout.write('ready\n');
    }
    const signal = await stopRequested;
    log.info({ signal }, 'stopping');
  } finally {
    await running.close();
  }
}

/** Stops the server when the terminal of this process is closed: the shell and the system both send SIGHUP. */
function onHangUp(stop: (signal: NodeJS.Signals) => void, log: Logger): void {
  const hasTerminal = process.stdout.isTTY || process.stderr.isTTY;
  process.on('SIGHUP', (signal) => {
    if (hasTerminal) stop(signal);
    else log.warn('SIGHUP has no effect on a single process: restart it to read its settings again');
  });
}
