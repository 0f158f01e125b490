import { LRUCache } from 'lru-cache';
import {
  buildGraph,
  createNodesSubgraph,
  type DataSource,
  type FetchRequest,
  type Graph,
  InProcessDataSource,
  type InProcessOptions,
  nodesName,
  type OpenedGraph,
  openGraph,
  ownersOfNodes,
  type PreparedOperation,
  type PublishedGraph,
} from '../../gateway/index.js';
import type { RequestContext } from '../../platform/caller.js';
import { silentLog } from '../../platform/log.js';
import type { Subgraph } from '../../platform/subgraph.js';
import { subgraphs } from '../../subgraphs/index.js';
import { schemaText } from '../schema/support/schema-files.js';

/** The whole graph with these domains in this process; requests to others fail. */
export function graphWith(...running: readonly Subgraph[]): Graph {
  return graphOver(Object.fromEntries(running.map((subgraph) => [subgraph.name, new InProcessDataSource(subgraph)])));
}

/** The whole graph over the test's data sources; requests to other domains fail. */
export function graphOver(dataSources: Readonly<Record<string, DataSource>>): Graph {
  const own = completeDataSources(dataSources);
  const graph = sharedGraph(own);
  return {
    ...bindDataSources(cachePreparedOperations(graph), own),
    internal: bindDataSources(cachePreparedOperations(graph.internal), own),
  };
}

/** The given data sources, failing data sources for absent domains, and the data source of global ids. */
function completeDataSources(dataSources: DataSources, options?: InProcessOptions): DataSources {
  const domains = Object.fromEntries(
    subgraphs.map(({ name }) => [name, dataSources[name] ?? createAbsentDomain(name)]),
  );
  const nodes = createNodesSubgraph({ owners, dataSources: new Map(Object.entries(domains)) });
  return { ...domains, [nodesName]: new InProcessDataSource(nodes, options) };
}

/** Like {@link graphOver}, on Apollo's engine. */
export async function apolloGraphOver(): Promise<(dataSources: DataSources) => Graph> {
  const graph = await openApolloGraph();
  return (dataSources) => {
    const own = completeDataSources(dataSources, { mode: 'interpreted' });
    return { ...bindDataSources(graph, own), internal: bindDataSources(graph.internal, own) };
  };
}

type OperationRequest = Parameters<PreparedOperation['execute']>[0];

function bindDataSources(graph: PublishedGraph, dataSources: DataSources): PublishedGraph {
  return {
    apiSchema: graph.apiSchema,
    supergraphSdl: graph.supergraphSdl,
    prepare(request) {
      const prepared = graph.prepare(request);
      const { executeIncrementally } = prepared;
      // Adds the data sources to the context object, which Apollo Server copies.
      const withSources = (input: OperationRequest): OperationRequest => ({
        ...input,
        context: Object.assign(input.context, { [sources]: dataSources }),
      });
      return {
        ...prepared,
        execute: (input) => prepared.execute(withSources(input)),
        executeIncrementally: executeIncrementally && ((input) => executeIncrementally(withSources(input))),
      };
    },
  };
}

/** Prepared operations of the shared graphs: preparing one takes longer than most tests of it. */
const preparedOperations = new WeakMap<PublishedGraph, LRUCache<object | string, PreparedOperation>>();

/** The graph, which prepares each operation once for all test files of a worker. */
function cachePreparedOperations(graph: PublishedGraph): PublishedGraph {
  const operations = preparedOperations.get(graph) ?? new LRUCache<object | string, PreparedOperation>({ max: 500 });
  preparedOperations.set(graph, operations);
  return {
    apiSchema: graph.apiSchema,
    supergraphSdl: graph.supergraphSdl,
    prepare(request) {
      const { document, text = document, operationName = '' } = request;
      const key = typeof text === 'string' ? `${operationName} ${text}` : text;
      const prepared = operations.get(key) ?? graph.prepare(request);
      operations.set(key, prepared);
      return prepared;
    },
  };
}

const owners = ownersOfNodes(
  subgraphs.map(({ name }) => ({ name, typeDefs: schemaText(`subgraphs/${name}.graphql`) })),
);

type DataSources = Readonly<Record<string, DataSource>>;

/**
 * Key of a request's data sources in its context. All graphs of a test file share a planner, which takes half a second
 * to create.
 */
const sources = Symbol('data sources');
const graphs = new Map<string, Graph>();

/** A graph that uses the data sources of each request. It is prepared for data sources of one kind. */
function sharedGraph(like: DataSources): Graph {
  const kinds = Object.entries(like).map(
    ([name, { coercesVariables = false, isTrusted = false }]) => [name, { coercesVariables, isTrusted }] as const,
  );
  const key = JSON.stringify(kinds);
  const existing = graphs.get(key);
  if (existing !== undefined) return existing;
  const graph = buildGraph({
    // The generated file, because composing for every test file would take longer than most of them.
    supergraphSdl: schemaText('supergraph.graphql'),
    dataSources: new Map(kinds.map(([name, kind]) => [name, { ...kind, execute: (request) => send(name, request) }])),
  });
  graphs.set(key, graph);
  return graph;
}

let apolloGraph: Promise<OpenedGraph<Graph>> | undefined;

/** Opened once for all test files of a worker, and never closed, because it has no connections. */
async function openApolloGraph(): Promise<Graph> {
  apolloGraph ??= openGraph({
    supergraphSdl: schemaText('supergraph.graphql'),
    dataSources: new Map(
      [...subgraphs.map(({ name }) => name), nodesName].map((name) => [
        name,
        { execute: (request) => send(name, request) },
      ]),
    ),
    settings: { engine: 'apollo', apolloPlugins: '' },
    log: silentLog,
  });
  return (await apolloGraph).graph;
}

function send(name: string, request: FetchRequest<RequestContext>): ReturnType<DataSource['execute']> {
  const { [sources]: dataSources }: RequestContext & { [sources]?: DataSources } = request.context;
  const source = dataSources?.[name];
  if (source === undefined) throw new Error(`nobody has said where ${name} is for this request`);
  return source.execute(request);
}

function createAbsentDomain(name: string): DataSource {
  return {
    execute() {
      throw new Error(`the domain ${name} does not run in this test`);
    },
  };
}
