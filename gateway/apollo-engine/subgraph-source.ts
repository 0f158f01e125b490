import type { GraphQLDataSource } from '@apollo/gateway';
import { GraphQLError, type GraphQLSchema, parse } from 'graphql';
import type { RequestContext } from '../../platform/caller.js';
import { abortError, type DataSource, type FetchResult, type SubgraphError } from '../execution/index.js';
import { convertExactIntegers } from './exact-integers.js';

type Response = Awaited<ReturnType<GraphQLDataSource['process']>>;

/** State that the data sources share between the fetches of one operation, keyed by the operation's context. */
const sharedContexts = new WeakMap<object, Map<DataSource, object>>();

/**
 * Adapts a data source, in process or over HTTP, to the interface of @apollo/gateway.
 * @param schema the supergraph
 */
export function subgraphSource(source: DataSource<RequestContext>, schema: GraphQLSchema): GraphQLDataSource {
  return {
    async process({ request, ...operation }) {
      // The gateway copied the context of the client's request. Apollo's other kinds of requests, which load schemas or
      // check health, do not occur.
      const context = operation.context as RequestContext;
      // The gateway ignores the signal, and would execute the rest of its plan.
      if (context.signal.aborted) throw abortError(context.signal);
      const text = request.query ?? '';
      const document = ('document' in operation ? operation.document : undefined) ?? parse(text);
      const result = await source.execute({
        text,
        document,
        operationName: request.operationName,
        variables: request.variables ?? {},
        context,
        sharedState: sharedContextsOf(context),
      });
      // Trusted subgraphs return JavaScript numbers.
      if (result.data && !source.isTrusted) convertExactIntegers(result.data, document, schema);
      return responseOf(result);
    },
  };
}

function sharedContextsOf(context: object): Map<DataSource, object> {
  const sharedState = sharedContexts.get(context) ?? new Map<DataSource, object>();
  sharedContexts.set(context, sharedState);
  return sharedState;
}

function responseOf({ data, errors, extensions }: FetchResult): Response {
  const response = { data: data ?? undefined, errors: errors?.map(asGraphQLError), extensions };
  return response as Response; // `Response` declares mutable members that cannot be undefined.
}

/**
 * Converts a subgraph's error to a GraphQLError. Errors received over HTTP are plain JSON, which Apollo's gateway would
 * treat as errors thrown in this process.
 */
function asGraphQLError(error: SubgraphError): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const { message, path, extensions } = error;
  return new GraphQLError(message, { path, extensions, originalError: error instanceof Error ? error : undefined });
}
