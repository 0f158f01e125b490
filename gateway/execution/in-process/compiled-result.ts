import { type ExecutionResult, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { FetchResult } from '../data-source.js';
import { childOf } from '../deferral/delivered-data.js';
import { compileLeaves, type LeafFailure } from './leaf-completion.js';
import { nullableAncestorDepth } from './nullable-ancestor.js';

type ErrorPath = readonly (string | number)[];

/**
 * Creates a function that converts the result of compiled code to the result of graphql-js: serialized leaves, and one
 * error per null. The operation must have been prepared for the compiler, that is, have only inline fragments and no
 * conditions.
 */
export function createResultConverter(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): (result: ExecutionResult) => FetchResult {
  const completeLeaves = compileLeaves({ schema, operation, fragments: new Map(), variables: {} });
  const toNull = (path: ErrorPath): number => nullableAncestorDepth(schema, operation, path);
  return ({ data, errors }) => {
    const failures = data ? completeLeaves(data) : [];
    if (!errors?.length && failures.length === 0) return { data };
    const all = [...(errors ?? []), ...failures.map(leafError)];
    return {
      data: failures.reduce((rest, { path }) => setNullAt(rest, path.slice(0, toNull(path))), data),
      errors: keepFirstPerNull(all, toNull).map(withFieldName),
    };
  };
}

function leafError({ path, error }: LeafFailure): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { path, originalError });
}

/** Sets the value at the end of the path to null. */
function setNullAt(data: ExecutionResult['data'], path: ErrorPath): ExecutionResult['data'] {
  const last = path.at(-1);
  if (last === undefined) return null;
  const parent = path.slice(0, -1).reduce<unknown>(childOf, data);
  if (typeof parent === 'object' && parent !== null) Object.assign(parent, { [last]: null });
  return data;
}

/**
 * Keeps only the first error for each position that becomes null, as graphql-js does. Compiled code reports all errors.
 */
function keepFirstPerNull(errors: readonly GraphQLError[], toNull: (path: ErrorPath) => number): GraphQLError[] {
  const reported = new Set<string>();
  return errors.filter(({ path }) => {
    const steps = path === undefined ? undefined : toNull(path);
    if (path === undefined || steps === path.length) return true;
    const pathKey = JSON.stringify(path.slice(0, steps));
    const isFirst = !reported.has(pathKey);
    reported.add(pathKey);
    return isFirst;
  });
}

const mergedFieldNames = /(non-nullable field \w+\.)\((\w+)(?:,\w+)+\)/;

/** Replaces `(name,name)`, which compiled code writes in messages for a field that is selected twice, with the name. */
function withFieldName(error: GraphQLError): GraphQLError {
  if (!mergedFieldNames.test(error.message)) return error;
  return new GraphQLError(error.message.replace(mergedFieldNames, '$1$2'), {
    path: error.path,
    originalError: error.originalError,
    extensions: error.extensions,
  });
}
