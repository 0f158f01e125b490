import { ApolloServer, HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import type { ExecutionResult, GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../platform/caller.js';
import type { Logger } from '../../platform/log.js';
import { toGraphQLError } from '../execution/index.js';
import type { HttpExchange, OperationRequest } from '../graph.js';
import { apolloLogger } from './logger.js';
import type { RunOperation, ValidOperation } from './operations.js';
import type { PlannedGateway } from './planned-gateway.js';
import type { ServerOptions } from './server-options.js';

export interface RunningApolloServer {
  readonly apiSchema: GraphQLSchema;
  readonly run: RunOperation;
  stop(): Promise<void>;
}

/**
 * Response headers that describe the body. Those of Apollo Server are ignored, because the GraphQL endpoint writes the
 * body.
 */
const headersOfBody: ReadonlySet<string> = new Set(['content-type', 'content-length']);

/**
 * Starts Apollo Server with Apollo's gateway. Apollo Server only executes operations: the GraphQL endpoint admits
 * requests, applies limits, resolves documents, handles HTTP and masks errors.
 */
export async function startApolloServer(parts: {
  gateway: PlannedGateway;
  log: Logger;
  serverOptions: ServerOptions;
}): Promise<RunningApolloServer> {
  const { gateway, log, serverOptions } = parts;
  const server = new ApolloServer<RequestContext>({
    ...serverOptions,
    gateway,
    logger: apolloLogger(log),
    // Access to introspection is decided earlier, for each request.
    introspection: true,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    nodeEnv: 'production',
    // Returns the original errors for masking, because a formatted error loses its cause.
    formatError: (_formatted, error) => toGraphQLError(error),
  });
  await server.start();
  const { schema } = gateway;
  if (schema === undefined) throw new Error('Apollo Gateway provided no schema at startup');
  return {
    apiSchema: schema,
    run: (operation, request) => runOnServer(server, operation, request),
    stop: () => server.stop(),
  };
}

async function runOnServer(
  server: ApolloServer<RequestContext>,
  { selected, text }: ValidOperation,
  { variables, context, exchange }: OperationRequest,
): Promise<ExecutionResult> {
  const operationName = selected.operation.name?.value;
  const { body, http } = await server.executeOperation(
    {
      query: text,
      variables,
      ...(operationName && { operationName }),
      ...(exchange && { http: httpRequestOf(exchange) }),
    },
    // A plain object, because the server copies it, and methods of a request would not work on the copy.
    { contextValue: { ...context } },
  );
  for (const [name, value] of exchange === undefined ? [] : http.headers) {
    if (!headersOfBody.has(name)) exchange?.header(name, value);
  }
  if (body.kind !== 'single')
    throw new Error('Apollo Server returned an incremental response, which the gateway does not support');
  const { data, errors, extensions } = body.singleResult;
  return {
    ...(data !== undefined && { data }),
    ...(errors && { errors: errors.map(asGraphQLError) }),
    ...(extensions && { extensions }),
  };
}

/**
 * Converts an error of a result to a GraphQLError. It already is a GraphQLError, unless a plugin has replaced the
 * result of `formatError` with a plain object.
 */
function asGraphQLError(error: GraphQLFormattedError): GraphQLError {
  return toGraphQLError(error instanceof Error ? error : new Error(error.message));
}

function httpRequestOf({ request: { method, url, headers } }: HttpExchange): HTTPGraphQLRequest {
  const headerMap = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) headerMap.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const queryIndex = url.indexOf('?');
  return { method, headers: headerMap, search: queryIndex === -1 ? '' : url.slice(queryIndex), body: undefined };
}
