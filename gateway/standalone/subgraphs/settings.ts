/** Settings for requests to one subgraph. */
export interface SubgraphSettings {
  /** Timeout in milliseconds of one fetch, including its retries. */
  readonly timeoutMs: number;
  /** Maximum size of one response in bytes, decompressed. */
  readonly maxResponseBytes: number;
  /** Maximum number of retries of one query; 0 disables retries. */
  readonly maxRetries: number;
  /** Maximum ratio of retries to queries, in addition to one retry per second. */
  readonly retryBudget: number;
  /** Whether to deduplicate equal concurrent queries. */
  readonly deduplicates: boolean;
  /** Whether to accept compressed responses. */
  readonly acceptsCompressed: boolean;
  /** Whether to compress request bodies with gzip. */
  readonly compressesRequests: boolean;
  /** Protocol of subscriptions: `sse` for server-sent events, `none` if the subgraph does not support subscriptions. */
  readonly subscriptions: 'none' | 'sse';
  /** URL for subscriptions; empty: the URL for queries. */
  readonly subscriptionUrl: string;
}

export interface AllSubgraphSettings {
  readonly defaults: SubgraphSettings;
  /** Settings by subgraph name; absent settings have the defaults. */
  readonly byName: ReadonlyMap<string, Partial<SubgraphSettings>>;
  /** URLs that override those of the supergraph, by subgraph name. */
  readonly urls: ReadonlyMap<string, string>;
}

/** Whether any subgraph supports subscriptions. */
export function allowsSubscriptions({ defaults, byName }: AllSubgraphSettings): boolean {
  return [defaults, ...byName.values()].some(({ subscriptions }) => subscriptions === 'sse');
}

/**
 * The effective settings of a subgraph: its own settings, and the defaults of the settings that it does not override.
 */
export function settingsOf({ defaults, byName }: AllSubgraphSettings, name: string): SubgraphSettings {
  return { ...defaults, ...byName.get(name) };
}
