import { GraphQLError } from 'graphql';
import type { Graph, PublishedGraph } from '../../../gateway/index.js';
import { DomainError } from '../../../platform/domain-error.js';

/** The graph, whose executions all fail with this error. */
export function failing(graph: Graph, error: Error): Graph {
  return { ...failingOperations(graph, error), internal: failingOperations(graph.internal, error) };
}

function failingOperations(graph: PublishedGraph, error: Error): PublishedGraph {
  return {
    apiSchema: graph.apiSchema,
    supergraphSdl: graph.supergraphSdl,
    prepare(request) {
      const prepared = graph.prepare(request);
      const errors = [new GraphQLError(error.message, { originalError: error })];
      return { ...prepared, execute: async () => ({ data: null, errors }) };
    },
  };
}

/** An unexpected error with internal details. */
export const internalError = new Error('a secret of the inside');

/** The error of a request that timed out. */
export const timeoutError = new DomainError(
  'TIMEOUT',
  'The request timed out. Request less data at once, or try again later.',
);
