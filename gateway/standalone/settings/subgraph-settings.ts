import type { SubgraphSettings, SubgraphsSettings } from '../subgraphs/settings.js';
import { defaultsOf, oneSubgraphSection, type SubgraphValues } from './sections.js';

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

const defaultValues = defaultsOf(oneSubgraphSection);

export const defaultSubgraphSettings = settingsFrom(defaultValues);

/**
 * The effective settings. The default timeout is at most the timeout of a request; a timeout for one subgraph can be
 * longer.
 */
export function subgraphsSettings({ all, byName, urls, maxTimeoutSeconds }: ConfiguredSubgraphs): SubgraphsSettings {
  const values = { ...defaultValues, ...all };
  const defaults = { ...values, timeoutSeconds: Math.min(values.timeoutSeconds, maxTimeoutSeconds) };
  const urlsOfFile = [...byName].flatMap(([name, { url }]) => (url ? [[name, url] as const] : []));
  return {
    defaults: settingsFrom(defaults),
    byName: new Map([...byName].map(([name, own]) => [name, settingsFrom({ ...defaults, ...own })])),
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
