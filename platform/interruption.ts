import { constants } from 'node:os';

type Cleanup = () => void | Promise<void>;

const cleanups = new Set<Cleanup>();
let interrupted: Promise<never> | undefined;

/**
 * Time in milliseconds after the first signal during which further ones have no effect: npm forwards the SIGINT of
 * Ctrl-C to a command that has also received it from the terminal.
 */
const repetitionMs = 500;

/**
 * Registers work that must be done before a signal ends a command, such as removing an incomplete file.
 * @returns a function that removes the registration
 */
export function beforeInterruption(cleanup: Cleanup): () => void {
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
}

/**
 * Cleans up when SIGINT, SIGTERM or SIGHUP (a closed terminal) ends this process. A second signal ends it immediately.
 * Commands with their own handlers, such as servers, are not affected.
 */
export function handleInterruptions(): void {
  const onSignal = signalHandler((signal) => {
    interrupted = endBy(signal);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) onSignal(signal);
    });
  }
}

/**
 * Calls the function at the first SIGINT or SIGTERM. A second signal, half a second later or more, ends the process
 * immediately.
 * @returns a function that removes the handlers
 */
export function onFirstSignal(handle: (signal: NodeJS.Signals) => void): () => void {
  const onSignal = signalHandler(handle);
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
}

/** Never resolves if a signal is ending this process, so failures that result from the cleanup are not reported. */
export async function waitForeverIfInterrupted(): Promise<void> {
  await interrupted;
}

async function endBy(signal: NodeJS.Signals): Promise<never> {
  await Promise.allSettled([...cleanups].map(async (cleanup) => await cleanup()));
  return end(signal);
}

function signalHandler(handle: (signal: NodeJS.Signals) => void): (signal: NodeJS.Signals) => void {
  let firstAt: number | undefined;
  return (signal) => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      handle(signal);
    } else if (performance.now() - firstAt >= repetitionMs) end(signal);
  };
}

/** Ends this process as the signal does by default. */
function end(signal: NodeJS.Signals): never {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // Reached by the first process of a container, which a signal without a handler does not end.
  process.exit(128 + constants.signals[signal]);
}
