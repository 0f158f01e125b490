import type { AllSubgraphSettings, SubgraphSettings } from '../subgraphs/settings.js';
import { defaultsOf, oneSubgraphSection, type SubgraphValues } from './sections.js';

const megabyte = 1024 * 1024;

/** Settings of subgraphs from the configuration file and from command-line options. */
export interface ConfiguredSubgraphs {
  readonly all: Partial<SubgraphValues>;
  readonly byName: ReadonlyMap<string, Partial<SubgraphValues>>;
  /** URLs from command-line options, which override all other URLs. */
  readonly urls: ReadonlyMap<string, string>;
  /** Timeout of a request in seconds, which limits the default timeout of a fetch. */
  readonly maxTimeoutSeconds: number;
}

const defaultValues = defaultsOf(oneSubgraphSection);

export const defaultSubgraphSettings = settingsFrom(defaultValues);

/**
 * The effective settings of all subgraphs. The default timeout of a fetch is at most the timeout of a request; the
 * timeout for one subgraph can be longer.
 */
export function subgraphsSettings({ all, byName, urls, maxTimeoutSeconds }: ConfiguredSubgraphs): AllSubgraphSettings {
  const values = { ...defaultValues, ...all };
  const defaults = { ...values, timeoutSeconds: Math.min(values.timeoutSeconds, maxTimeoutSeconds) };
  const urlsOfFile = [...byName].flatMap(([name, { url }]) => (url ? [[name, url] as const] : []));
  return {
    defaults: settingsFrom(defaults),
    byName: new Map([...byName].map(([name, overrides]) => [name, settingsFrom({ ...defaults, ...overrides })])),
    urls: new Map([...urlsOfFile, ...urls]),
  };
}

function settingsFrom(values: SubgraphValues): SubgraphSettings {
  const { retryBudget, subscriptions, subscriptionUrl } = values;
  return {
    ...{ retryBudget, subscriptions, subscriptionUrl },
    timeoutMs: values.timeoutSeconds * 1000,
    maxResponseBytes: Math.ceil(values.maxResponseMegabytes * megabyte),
    maxRetries: values.retries,
    deduplicates: values.deduplicate,
    acceptsCompressed: values.compression,
    compressesRequests: values.compressRequests,
  };
}
