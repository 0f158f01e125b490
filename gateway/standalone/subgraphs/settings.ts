/** Settings for requests to one subgraph. */
export interface SubgraphSettings {
  /** Timeout of one fetch with all its retries. */
  readonly timeoutMs: number;
  /** Maximum size of one response, decompressed. */
  readonly maxResponseBytes: number;
  /** Maximum retries of one query; 0 disables retries. */
  readonly maxRetries: number;
  /** Maximum ratio of retries to queries, in addition to one retry per second. */
  readonly retryBudget: number;
  /** Whether equal concurrent queries are sent once. */
  readonly deduplicates: boolean;
  /** Whether to accept compressed responses. */
  readonly acceptsCompressed: boolean;
  /** Whether to compress request bodies with gzip. */
  readonly compressesRequests: boolean;
  /** Protocol of subscriptions: server-sent events; `none`: the subgraph cannot be subscribed to. */
  readonly subscriptions: 'none' | 'sse';
  /** URL for subscriptions; empty: that for queries. */
  readonly subscriptionUrl: string;
}

export interface SubgraphsSettings {
  readonly defaults: SubgraphSettings;
  /** Settings by subgraph name; absent ones have the defaults. */
  readonly byName: ReadonlyMap<string, Partial<SubgraphSettings>>;
  /** URLs that override those of the supergraph, by name. */
  readonly urls: ReadonlyMap<string, string>;
}

/** Whether any subgraph can be subscribed to. */
export function allowsSubscriptions({ defaults, byName }: SubgraphsSettings): boolean {
  return [defaults, ...byName.values()].some(({ subscriptions }) => subscriptions === 'sse');
}

/** The settings of one subgraph. */
export function settingsOf({ defaults, byName }: SubgraphsSettings, name: string): SubgraphSettings {
  return { ...defaults, ...byName.get(name) };
}
