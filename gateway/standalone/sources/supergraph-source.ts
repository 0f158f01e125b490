/** Where the supergraph comes from. */
export interface SupergraphSource {
  /** For messages; without credentials. */
  readonly name: string;
  /** Milliseconds from one read to the next; undefined: it does not change. */
  readonly pollMilliseconds: number | undefined;
  /**
   * Reads the SDL; undefined where it is what was read last.
   * @param options.isForced an operator asked for it: do not wait until a file has stopped changing
   * @throws {Error} when it cannot be read; the message says why
   */
  read(options: { readonly isForced: boolean; readonly signal: AbortSignal }): Promise<string | undefined>;
}

/** SDL that was read already, for example from standard input. */
export function fixedSource(name: string, supergraphSdl: string): SupergraphSource {
  return { name, pollMilliseconds: undefined, read: async () => supergraphSdl };
}
