import type { RequestContext } from '../platform/caller.js';
import { type Configuration, ConfigurationError } from '../platform/configuration/index.js';
import type { Logger } from '../platform/log.js';
import type { DataSource } from './execution/index.js';
import { buildGraph, type Graph, type OpenedGraph } from './graph.js';
import { tracedGraph, tracePlanning } from './tracing/index.js';

export interface OpenGraphOptions {
  readonly supergraphSdl: string;
  /** By the subgraphs' names. */
  readonly dataSources: ReadonlyMap<string, DataSource<RequestContext>>;
  readonly settings: Configuration['gateway'];
  readonly log: Logger;
  /** Whether operations of sampled requests have spans. */
  readonly isTraced?: boolean;
}

/**
 * Opens the graph on the engine of the settings. Apollo's is loaded only if it is chosen: it takes two seconds and 70 MB.
 * @throws {ConfigurationError} when the settings do not fit, or the module with plugins cannot be used
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
 * Plugins that would never run are refused: their author expects them to.
 * @throws {ConfigurationError}
 */
export function assertPluginsAreUsed({ engine, apolloPlugins }: Configuration['gateway']): void {
  if (apolloPlugins === '' || engine === 'apollo') return;
  throw new ConfigurationError(
    `[gateway] apollo_plugins is set, but engine is ${engine}, which has no plugins: set engine = apollo, or remove apollo_plugins`,
  );
}
