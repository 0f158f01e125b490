type Cleanup = () => void | Promise<void>;

const cleanups = new Set<Cleanup>();
let interrupted: Promise<never> | undefined;

/**
 * Registers work that must be done before a signal ends a command, such as removing an incomplete file.
 * @returns a function that removes the registration
 */
export function beforeInterruption(cleanup: Cleanup): () => void {
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
}

/**
 * Cleans up when SIGINT or SIGTERM ends this process. A second signal ends it immediately. Commands with their own
 * handlers, such as servers, are not affected. SIGHUP has the default effect, because `nohup` ignores it.
 */
export function handleInterruptions(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      if (process.listenerCount(signal) === 0) interrupted ??= endBy(signal);
    });
  }
}

/** Never resolves if a signal is ending this process, so failures that result from the cleanup are not reported. */
export async function passUnlessInterrupted(): Promise<void> {
  await interrupted;
}

async function endBy(signal: NodeJS.Signals): Promise<never> {
  await Promise.allSettled([...cleanups].map(async (cleanup) => await cleanup()));
  process.kill(process.pid, signal);
  return await new Promise<never>(() => {});
}
