import { defaultSubgraphSettings, type SubgraphSettings, type SubgraphsSettings } from '../subgraphs/settings.js';
import type { SubgraphValues } from './sections.js';

const megabyte = 1024 * 1024;

/** Settings of subgraphs from the file and the options. */
export interface ConfiguredSubgraphs {
  readonly all: Partial<SubgraphValues>;
  readonly byName: ReadonlyMap<string, Partial<SubgraphValues>>;
  /** URLs from options, which override the others. */
  readonly urls: ReadonlyMap<string, string>;
  /** Timeout of a request, which limits the default timeout. */
  readonly maxTimeoutSeconds: number;
}

/**
 * The effective settings. The default timeout is at most the timeout of a request; a timeout for one subgraph can be
 * longer.
 */
export function subgraphsSettings({ all, byName, urls, maxTimeoutSeconds }: ConfiguredSubgraphs): SubgraphsSettings {
  const maxTimeout = maxTimeoutSeconds * 1000;
  const defaults = { ...defaultSubgraphSettings, ...convertUnits(all) };
  const urlsOfFile = [...byName].flatMap(([name, { url }]) => (url ? [[name, url] as const] : []));
  return {
    defaults: { ...defaults, timeoutMs: Math.min(defaults.timeoutMs, maxTimeout) },
    byName: new Map([...byName].map(([name, values]) => [name, convertUnits(values)])),
    urls: new Map([...urlsOfFile, ...urls]),
  };
}

function convertUnits(values: Partial<SubgraphValues>): Partial<SubgraphSettings> {
  const { timeoutSeconds, maxResponseMegabytes, retries, retryBudget, deduplicate } = values;
  return {
    ...(timeoutSeconds !== undefined && { timeoutMs: timeoutSeconds * 1000 }),
    ...(maxResponseMegabytes !== undefined && { maxResponseBytes: Math.ceil(maxResponseMegabytes * megabyte) }),
    ...(retries !== undefined && { maxRetries: retries }),
    ...(retryBudget !== undefined && { retryBudget }),
    ...(deduplicate !== undefined && { deduplicates: deduplicate }),
    ...(values.compression !== undefined && { acceptsCompressed: values.compression }),
    ...(values.subscriptions !== undefined && { subscriptions: values.subscriptions }),
    ...(values.subscriptionUrl !== undefined && { subscriptionUrl: values.subscriptionUrl }),
    ...(values.compressRequests !== undefined && { compressesRequests: values.compressRequests }),
  };
}
