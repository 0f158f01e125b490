import { createHash } from 'node:crypto';
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway';
import { type ExecutionResult, type GraphQLSchema, parse } from 'graphql';
import type { DataSource } from '../../gateway/execution/index.js';
import type { RequestContext } from '../../platform/caller.js';

type Executor = Awaited<ReturnType<ApolloGateway['load']>>['executor'];

/** Apollo's gateway over the same data sources. */
export interface ReferenceExecutor {
  execute(request: {
    document: string;
    operationName?: string;
    variables: Record<string, unknown>;
    context: RequestContext;
  }): Promise<ExecutionResult>;
  stop(): Promise<void>;
}

export async function startReferenceExecutor(
  supergraphSdl: string,
  dataSources: ReadonlyMap<string, DataSource>,
): Promise<ReferenceExecutor & { schema: GraphQLSchema }> {
  const gateway = new ApolloGateway({
    supergraphSdl: forReferenceGateway(supergraphSdl),
    // As in Rampart: the planner changes the order of fields if it keeps fragments.
    queryPlannerConfig: { reuseQueryFragments: false },
    buildService: ({ name }) => adapt(dataSources, name),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const { schema, executor } = await gateway.load();
  return {
    schema,
    execute: ({ document, operationName, variables, context }) =>
      executor({
        request: { query: document, operationName, variables },
        document: parse(document),
        queryHash: createHash('sha256').update(document).digest('hex'),
        operationName,
        context,
        metrics: {},
        schema,
        logger: console,
        // The executor uses only these members of Apollo Server's request context.
      } as unknown as Parameters<Executor>[0]) as Promise<ExecutionResult>,
    stop: () => gateway.stop(),
  };
}

/** The reference gateway rejects links with `for: SECURITY`. */
function forReferenceGateway(supergraphSdl: string): string {
  return supergraphSdl.replaceAll(
    /(@link\(url: "[^"]*\/(?:authenticated|requiresScopes|policy)\/[^"]*"), for: SECURITY\)/g,
    '$1)',
  );
}

function adapt(dataSources: ReadonlyMap<string, DataSource>, name: string): GraphQLDataSource {
  const dataSource = dataSources.get(name);
  if (dataSource === undefined) throw new Error(`No data source "${name}"`);
  return {
    async process({ request, context }) {
      const query = request.query ?? '';
      const result = await dataSource.execute({
        text: query,
        document: parse(query),
        operationName: request.operationName,
        variables: request.variables ?? {},
        context: context as RequestContext,
      });
      return {
        data: result.data ?? undefined,
        errors: result.errors as ExecutionResult['errors'],
        extensions: result.extensions,
      } as Awaited<ReturnType<GraphQLDataSource['process']>>;
    },
  };
}
