import type { ExecutionResult } from 'graphql';
import type { ExecutionContext } from './data-source.js';
import { abortError } from './errors.js';

/** Executes a request; resolves to an abort error as soon as its signal aborts. */
export function unlessAborted<Result>(
  { context: { signal } }: { readonly context: ExecutionContext },
  run: () => Promise<Result>,
): Promise<Result | ExecutionResult> {
  return signal.aborted ? Promise.resolve(abortedResult(signal)) : untilAborted(signal, run());
}

function abortedResult(signal: AbortSignal): ExecutionResult {
  return { errors: [abortError(signal)], data: null };
}

/** Resolves to the result, or to an abort error as soon as the signal aborts; does not wait for fetches that hang. */
function untilAborted<Result>(signal: AbortSignal, result: Promise<Result>): Promise<Result | ExecutionResult> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(abortedResult(signal));
    signal.addEventListener('abort', stop);
    result.then(
      (value) => {
        signal.removeEventListener('abort', stop);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', stop);
        reject(error);
      },
    );
  });
}
