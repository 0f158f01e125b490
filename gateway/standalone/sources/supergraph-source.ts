import { describeError } from '../../../platform/system-error.js';

/** Provides the SDL of the supergraph, for example from a file or a URL. */
export interface SupergraphSource {
  /** Display name of the source in messages, without credentials. */
  readonly name: string;
  /** Polling interval in milliseconds; undefined: the source is read only on request. */
  readonly pollMs: number | undefined;
  /**
   * Reads the SDL; undefined if the source is unchanged since the last read, or a changed file may be incomplete.
   * @param options.isForced whether an operator requested the read, which then does not wait until a changed file is
   * stable
   * @throws {Error} with the reason if it cannot be read
   */
  read(options: { readonly isForced: boolean; readonly signal: AbortSignal }): Promise<string | undefined>;
}

/** A source of SDL that was already read, for example from standard input. */
export function fixedSource(name: string, supergraphSdl: string): SupergraphSource {
  return { name, pollMs: undefined, read: async () => supergraphSdl };
}

/** @throws {Error} with the reason why a source could not be read */
export function throwReadError(error: unknown): never {
  const message = describeError(error);
  throw new Error(message, { cause: error });
}
