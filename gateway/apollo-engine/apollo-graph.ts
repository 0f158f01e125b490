import { createHash } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import { toGraphQLError, withCode } from '../execution/index.js';
import type { Graph, OpenedGraph, OperationRequest, PublishedGraph } from '../graph.js';
import { startApolloServer } from './apollo-server.js';
import { createApolloGraph, type RunOperation, type ValidOperation } from './operations.js';
import { type ApolloGatewayOptions, type Executor, PlannedGateway } from './planned-gateway.js';
import { readServerOptions } from './server-options.js';
import { withAllAccessible } from './supergraph.js';

export interface ApolloEngineOptions extends ApolloGatewayOptions {
  /** Path of the module that exports plugins and options for Apollo Server; empty if not set. */
  readonly pluginsFile: string;
}

/**
 * Opens the graph on Apollo Server with Apollo's gateway. Internal operations run on a separate gateway without
 * plugins.
 * @throws {ConfigurationError} if the module with plugins is invalid
 */
export async function openApolloGraph(options: ApolloEngineOptions): Promise<OpenedGraph<Graph>> {
  const published = await openPublishedApolloGraph(options);
  try {
    const { graph, close } = await openInternalGraph(options);
    return {
      graph: { ...published.graph, internal: graph },
      async close() {
        await Promise.all([published.close(), close()]);
      },
    };
  } catch (error) {
    await published.close();
    throw error;
  }
}

/**
 * Like {@link openApolloGraph}, but without a graph for internal operations.
 * @throws {ConfigurationError} if the module with plugins is invalid
 */
export async function openPublishedApolloGraph(options: ApolloEngineOptions): Promise<OpenedGraph<PublishedGraph>> {
  const { supergraphSdl, log, pluginsFile } = options;
  const serverOptions = pluginsFile === '' ? {} : await readServerOptions(pluginsFile, log);
  const { apiSchema, run, stop } = await startApolloServer({
    gateway: new PlannedGateway(options),
    log,
    serverOptions,
  });
  return { graph: createApolloGraph({ apiSchema, supergraphSdl, run }), close: stop };
}

async function openInternalGraph(options: ApolloEngineOptions): Promise<OpenedGraph<PublishedGraph>> {
  const { supergraphSdl } = options;
  const gateway = new PlannedGateway({ ...options, supergraphSdl: withAllAccessible(supergraphSdl) });
  const { schema: apiSchema, executor } = await gateway.load();
  const run: RunOperation = (operation, request) => runOnGateway({ executor, operation, request, apiSchema });
  return { graph: createApolloGraph({ apiSchema, supergraphSdl, run }), close: () => gateway.stop() };
}

interface GatewayRun {
  readonly executor: Executor;
  readonly operation: ValidOperation;
  readonly request: OperationRequest;
  readonly apiSchema: PublishedGraph['apiSchema'];
}

/** Runs an operation on Apollo's gateway without Apollo Server. Adds `extensions.code` to errors that have none. */
async function runOnGateway({ executor, operation, request, apiSchema }: GatewayRun): Promise<ExecutionResult> {
  const { selected, text } = operation;
  const { variables, context } = request;
  const operationName = selected.operation.name?.value;
  const requestContext = {
    request: { query: text, operationName, variables },
    document: selected.document,
    queryHash: createHash('sha256').update(text).digest('hex'),
    operationName,
    // A copy for this operation, because data sources use it as the key of per-operation state.
    context: { ...context },
    metrics: {},
    schema: apiSchema,
  };
  // The gateway uses only these members of Apollo Server's request context.
  const result = await executor(requestContext as unknown as Parameters<Executor>[0]);
  const { data, errors } = result;
  if (errors === undefined || errors.length === 0) return { data };
  const graphQLErrors = errors.map(toGraphQLError);
  // The gateway returns no data if the variables are invalid.
  return data === undefined
    ? { errors: graphQLErrors.map((error) => withCode(error, 'BAD_USER_INPUT')) }
    : { errors: graphQLErrors, data };
}
