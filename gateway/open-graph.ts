import type { RequestContext } from '../platform/caller.js';
import { type Configuration, ConfigurationError } from '../platform/configuration/index.js';
import type { Logger } from '../platform/log.js';
import type { DataSource } from './execution/index.js';
import { buildGraph, type Graph, type OpenedGraph } from './graph.js';
import { tracedGraph, tracePlanning } from './tracing/index.js';

export interface OpenGraphOptions {
  readonly supergraphSdl: string;
  /** Data sources by subgraph name. */
  readonly dataSources: ReadonlyMap<string, DataSource<RequestContext>>;
  readonly settings: Configuration['gateway'];
  readonly log: Logger;
  /** Whether to trace operations of sampled requests. */
  readonly isTraced?: boolean;
}

/**
 * Opens the graph on the configured engine. Apollo's engine is loaded only if it is configured, because it takes two
 * seconds and 70 MB.
 * @throws {ConfigurationError} if the settings contradict each other, or the module with plugins is invalid
 */
export async function openGraph(options: OpenGraphOptions): Promise<OpenedGraph<Graph>> {
  assertPluginsAreUsed(options.settings);
  const opened = await openOnEngine(options);
  if (!options.isTraced) return opened;
  const { graph } = opened;
  const traced = {
    ...tracedGraph(graph, { isNamed: false }),
    internal: tracedGraph(graph.internal, { isNamed: true }),
  };
  return { ...opened, graph: traced };
}

async function openOnEngine({ settings, isTraced, ...parts }: OpenGraphOptions): Promise<OpenedGraph<Graph>> {
  if (settings.engine === 'rampart') {
    const graph = buildGraph({ ...parts, wrapPlanning: isTraced ? tracePlanning : undefined });
    return { graph, close: async () => {} };
  }
  const { openApolloGraph } = await import('./apollo-engine/index.js');
  return await openApolloGraph({ ...parts, pluginsFile: settings.apolloPlugins });
}

/**
 * Rejects a configured plugins module if the configured engine does not run plugins.
 * @throws {ConfigurationError} if there are plugins and the engine is not `apollo`
 */
export function assertPluginsAreUsed({ engine, apolloPlugins }: Configuration['gateway']): void {
  if (apolloPlugins === '' || engine === 'apollo') return;
  throw new ConfigurationError(
    `[gateway] apollo_plugins is set, but engine is ${engine}, which has no plugins: set engine = apollo, or remove apollo_plugins`,
  );
}
