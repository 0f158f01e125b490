import { defaultSubgraphSettings, type SubgraphSettings, type SubgraphsSettings } from '../subgraphs/settings.js';
import type { SubgraphValues } from './sections.js';

const megabyte = 1024 * 1024;

/** Settings of subgraphs as a file and options give them. */
export interface WrittenSubgraphs {
  readonly all: Partial<SubgraphValues>;
  readonly byName: ReadonlyMap<string, Partial<SubgraphValues>>;
  /** URLs of options, which win. */
  readonly urls: ReadonlyMap<string, string>;
  /** The default timeout, where a request may take less than usual. */
  readonly maxTimeoutSeconds: number;
}

/** What the settings mean. A timeout is never longer than a request may take. */
export function subgraphsSettings({ all, byName, urls, maxTimeoutSeconds }: WrittenSubgraphs): SubgraphsSettings {
  const maxTimeout = maxTimeoutSeconds * 1000;
  const defaults = { ...defaultSubgraphSettings, ...converted(all) };
  const urlsOfFile = [...byName].flatMap(([name, { url }]) => (url ? [[name, url] as const] : []));
  return {
    defaults: { ...defaults, timeoutMilliseconds: Math.min(defaults.timeoutMilliseconds, maxTimeout) },
    byName: new Map([...byName].map(([name, values]) => [name, converted(values)])),
    urls: new Map([...urlsOfFile, ...urls]),
  };
}

function converted(values: Partial<SubgraphValues>): Partial<SubgraphSettings> {
  const { timeoutSeconds, maxResponseMegabytes, retries, retryBudget, deduplicate } = values;
  return {
    ...(timeoutSeconds !== undefined && { timeoutMilliseconds: timeoutSeconds * 1000 }),
    ...(maxResponseMegabytes !== undefined && { maxResponseBytes: Math.ceil(maxResponseMegabytes * megabyte) }),
    ...(retries !== undefined && { maxRetries: retries }),
    ...(retryBudget !== undefined && { retryBudget }),
    ...(deduplicate !== undefined && { deduplicates: deduplicate }),
    ...(values.compression !== undefined && { acceptsCompressed: values.compression }),
    ...(values.compressRequests !== undefined && { compressesRequests: values.compressRequests }),
  };
}
