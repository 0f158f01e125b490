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
  type PublishedGraph,
} from '../../gateway/index.js';
import type { RequestContext } from '../../platform/caller.js';
import { silentLog } from '../../platform/log.js';
import type { Subgraph } from '../../platform/subgraph.js';
import { subgraphs } from '../../subgraphs/index.js';
import { schemaText } from '../schema/support/schema-files.js';

/** The whole graph, of which these domains run in this process; what is asked of another one fails. */
export function graphWith(...running: readonly Subgraph[]): Graph {
  return graphOver(Object.fromEntries(running.map((subgraph) => [subgraph.name, new InProcessDataSource(subgraph)])));
}

/** The whole graph over data sources of a test's own; what is asked of another domain fails. */
export function graphOver(dataSources: Readonly<Record<string, DataSource>>): Graph {
  const own = wholeOver(dataSources);
  const graph = sharedGraph(own);
  return { ...askingFor(graph, own), internal: askingFor(graph.internal, own) };
}

/** These data sources, those of domains that are absent, and that of global ids. */
function wholeOver(dataSources: DataSources, options?: InProcessOptions): DataSources {
  const domains = Object.fromEntries(subgraphs.map(({ name }) => [name, dataSources[name] ?? absent(name)]));
  const nodes = createNodesSubgraph({ owners, dataSources: new Map(Object.entries(domains)) });
  return { ...domains, [nodesName]: new InProcessDataSource(nodes, options) };
}

/** The same on Apollo's engine. */
export async function apolloGraphOver(): Promise<(dataSources: DataSources) => Graph> {
  const graph = await openedApolloGraph();
  return (dataSources) => {
    const own = wholeOver(dataSources, { mode: 'interpreted' });
    return { ...askingFor(graph, own), internal: askingFor(graph.internal, own) };
  };
}

function askingFor(graph: PublishedGraph, own: DataSources): PublishedGraph {
  return {
    apiSchema: graph.apiSchema,
    supergraphSdl: graph.supergraphSdl,
    prepare(request) {
      const prepared = graph.prepare(request);
      return {
        ...prepared,
        execute(given) {
          // Apollo Server copies the context.
          return prepared.execute({ ...given, context: Object.assign(given.context, { [sources]: own }) });
        },
      };
    },
  };
}

const owners = ownersOfNodes(
  subgraphs.map(({ name }) => ({ name, typeDefs: schemaText(`subgraphs/${name}.graphql`) })),
);

type DataSources = Readonly<Record<string, DataSource>>;

/** Whom the graph asks for a request: the planner of all graphs of a test file is the same, and takes half a second to make. */
const sources = Symbol('data sources');
const graphs = new Map<string, Graph>();

/** A graph that asks the data sources of whoever runs a request. It is prepared for data sources of one kind. */
function sharedGraph(like: DataSources): Graph {
  const kinds = Object.entries(like).map(
    ([name, { coercesVariables = false, keepsTheSchema = false }]) =>
      [name, { coercesVariables, keepsTheSchema }] as const,
  );
  const key = JSON.stringify(kinds);
  const known = graphs.get(key);
  if (known !== undefined) return known;
  const graph = buildGraph({
    // The generated file: composing the domains again for every test file would cost more than most of them.
    supergraphSdl: schemaText('supergraph.graphql'),
    dataSources: new Map(kinds.map(([name, kind]) => [name, { ...kind, execute: (request) => send(name, request) }])),
  });
  graphs.set(key, graph);
  return graph;
}

let apolloGraph: Promise<OpenedGraph<Graph>> | undefined;

/** Opened once for all test files of a worker, and never closed: it has no connections. */
async function openedApolloGraph(): Promise<Graph> {
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
  const { [sources]: own }: RequestContext & { [sources]?: DataSources } = request.context;
  const source = own?.[name];
  if (source === undefined) throw new Error(`nobody has said where ${name} is for this request`);
  return source.execute(request);
}

function absent(name: string): DataSource {
  return {
    execute() {
      throw new Error(`the domain ${name} does not run in this test`);
    },
  };
}
