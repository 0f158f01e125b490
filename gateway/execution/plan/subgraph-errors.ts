import { GraphQLError } from 'graphql';
import type { SubgraphError } from '../data-source.js';

type ErrorPath = readonly (string | number)[];

/** Extensions of servers that reveal internals. */
const internalExtensions = ['response', 'http', 'exception', 'stacktrace'] as const;

/**
 * Translates a subgraph's error: sets the path in the client's operation, a code, and `serviceName` like Apollo's
 * gateway. The program decides whether clients see it.
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
