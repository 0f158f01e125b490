/** How requests to one subgraph are sent. */
export interface SubgraphSettings {
  /** Of one fetch with all its retries. */
  readonly timeoutMilliseconds: number;
  /** Of one response, decompressed. */
  readonly maxResponseBytes: number;
  /** Of one query; 0: none. */
  readonly maxRetries: number;
  /** Retries per query in the long run. */
  readonly retryBudget: number;
  /** Whether equal queries of one moment are sent once. */
  readonly deduplicates: boolean;
  /** Whether responses may be compressed. */
  readonly acceptsCompressed: boolean;
  /** Whether request bodies are compressed with gzip. */
  readonly compressesRequests: boolean;
}

export interface SubgraphsSettings {
  readonly defaults: SubgraphSettings;
  /** By name; what is absent is the default. */
  readonly byName: ReadonlyMap<string, Partial<SubgraphSettings>>;
  /** URLs instead of those in the supergraph, by name. */
  readonly urls: ReadonlyMap<string, string>;
}

export const defaultSubgraphSettings: SubgraphSettings = {
  timeoutMilliseconds: 15_000,
  maxResponseBytes: 64 * 1024 * 1024,
  maxRetries: 2,
  retryBudget: 0.1,
  deduplicates: true,
  acceptsCompressed: true,
  compressesRequests: false,
};

/** The settings of one subgraph. */
export function settingsOf({ defaults, byName }: SubgraphsSettings, name: string): SubgraphSettings {
  return { ...defaults, ...byName.get(name) };
}
