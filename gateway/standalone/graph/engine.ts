import type { Supergraph } from '@apollo/federation-internals';
import { parse } from 'graphql';
import type { RequestContext } from '../../../platform/caller.js';
import { type Configuration, ConfigurationError } from '../../../platform/configuration/index.js';
import type { Logger } from '../../../platform/log.js';
import { buildGraph, type DataSource, readOverrideLabels } from '../../execution/index.js';
import type { OpenedGraph, PublishedGraph } from '../../graph.js';
import { assertPluginsAreUsed } from '../../open-graph.js';
import { tracedGraph, tracedSource, tracePlanning } from '../../tracing/index.js';
import { SupergraphError, startupFailure } from './http-supergraph.js';

export type Engine = Configuration['gateway']['engine'];

export interface EngineOptions {
  readonly engine: Engine;
  /** Path of the module that exports plugins for Apollo Server; empty if not set. */
  readonly pluginsFile: string;
  readonly supergraphSdl: string;
  readonly overrideLabels: readonly string[] | undefined;
  readonly log: Logger;
  /** Whether to trace operations and fetches of sampled requests. */
  readonly isTraced?: boolean;
}

interface Parts {
  readonly supergraph: Supergraph;
  readonly dataSources: ReadonlyMap<string, DataSource<RequestContext>>;
}

/**
 * @throws {SupergraphError} if the supergraph cannot be served
 * @throws {ConfigurationError} if the plugins are invalid
 */
export async function openOnEngine(options: EngineOptions, parts: Parts): Promise<OpenedGraph<PublishedGraph>> {
  if (!options.isTraced) return await open(options, parts);
  const dataSources = new Map([...parts.dataSources].map(tracedSource));
  const { graph, close } = await open(options, { ...parts, dataSources });
  return { graph: tracedGraph(graph, { isNamed: false }), close };
}

async function open(options: EngineOptions, parts: Parts): Promise<OpenedGraph<PublishedGraph>> {
  const { engine, pluginsFile, supergraphSdl, overrideLabels, log } = options;
  assertPluginsAreUsed({ engine, apolloPlugins: pluginsFile });
  if (engine === 'apollo') assertNoProgressiveOverrides(supergraphSdl);
  try {
    if (engine === 'rampart') {
      return {
        graph: buildGraph({ supergraphSdl, overrideLabels, wrapPlanning: tracePlanning, ...parts }),
        close: async () => {},
      };
    }
    const { openPublishedApolloGraph, withoutSubscriptionType } = await import('../../apollo-engine/index.js');
    // The engine executes introspection, so its schema must not have subscriptions, which it does not serve.
    const apollo = {
      supergraphSdl: withoutSubscriptionType(supergraphSdl),
      dataSources: parts.dataSources,
      pluginsFile,
      log,
    };
    const { graph, close } = await openPublishedApolloGraph(apollo);
    return { graph: { ...graph, supergraphSdl }, close };
  } catch (error) {
    throw error instanceof ConfigurationError ? error : startupFailure(error);
  }
}

/**
 * Rejects progressive overrides, because Apollo's gateway would send all requests for an overridden field to one
 * subgraph.
 */
function assertNoProgressiveOverrides(supergraphSdl: string): void {
  const [label] = readOverrideLabels(parse(supergraphSdl));
  if (label === undefined) return;
  throw new SupergraphError(
    `the supergraph has a progressive override with the label ${JSON.stringify(label)}, which the engine apollo ignores: use --engine rampart`,
  );
}
