import { GraphQLError } from 'graphql';
import type { SubgraphError } from '../data-source.js';

type ErrorPath = readonly (string | number)[];

/** What servers add to extensions that names internals. */
const internalExtensions = ['response', 'http', 'exception', 'stacktrace'] as const;

/**
 * A subgraph's error in the client's terms: with the path in the client's operation, and always with a code. `serviceName` is the
 * subgraph's, as Apollo's gateway has it; who answers decides whether clients hear of it.
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
    // Errors that came over the wire are plain JSON and have no original.
    originalError: error instanceof Error ? error : undefined,
  });
}
