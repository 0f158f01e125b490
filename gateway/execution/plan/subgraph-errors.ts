import { GraphQLError } from 'graphql';
import type { SubgraphError } from '../data-source.js';

type ErrorPath = readonly (string | number)[];

/** Names of error extensions that reveal internals of a server. */
const internalExtensions = ['response', 'http', 'exception', 'stacktrace'] as const;

/**
 * Translates a subgraph's error: sets the path in the client's operation, a code and, like Apollo's gateway,
 * `serviceName`. The program decides whether clients see the error.
 */
export function translateError(error: SubgraphError, subgraph: string, path: ErrorPath | undefined): GraphQLError {
  const extensions: Record<string, unknown> = {
    code: 'DOWNSTREAM_SERVICE_ERROR',
    ...error.extensions,
    serviceName: subgraph,
  };
  for (const name of internalExtensions) delete extensions[name];
  return new GraphQLError(error.message || `Error while fetching subquery from service "${subgraph}"`, {
    path,
    extensions,
    // Errors received over HTTP are plain JSON without an original error.
    originalError: error instanceof Error ? error : undefined,
  });
}
