import { setImmediate as nextTurn } from 'node:timers/promises';

let ignoresOutput = false;

/**
 * Keeps the process running if standard output or standard error cannot be written: a reader that closes the pipe (`|
 * head`) or a full disk must not end a command or a server.
 * @returns a function that returns the error of standard output, except a closed pipe; undefined if there was none or
 *   the command ignores it
 */
export function tolerateUnwritableStreams(): () => Promise<Error | undefined> {
  let failure: Error | undefined;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure ??= error;
  });
  return async () => {
    await nextTurn(); // The error of the last write is emitted after the write returns.
    return ignoresOutput ? undefined : failure;
  };
}

/** For servers: standard output that cannot be written is not a failure, because they do not print results. */
export function ignoreUnwritableOutput(): void {
  ignoresOutput = true;
}
