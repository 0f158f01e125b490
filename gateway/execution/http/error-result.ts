import { type FieldNode, Kind } from 'graphql';
import type { FetchRequest, FetchResult, SubgraphError } from '../data-source.js';

const codeOfStatus: Readonly<Record<number, string>> = { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN' };
const textOfStatus: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };
/** Maximum number of errors that one rejected fetch reports; all have the same cause. */
const maxErrors = 100;

/** Whether an HTTP status means that the caller may not read the data: 401 or 403. */
export function isAccessDenied(status: number): boolean {
  return codeOfStatus[status] !== undefined;
}

/**
 * Converts a response with status 401 or 403 to errors with the code UNAUTHENTICATED or FORBIDDEN. If the response is
 * GraphQL, its errors are preserved, with their own code as `subgraphCode`. A response without errors counts as one
 * error without a path. An error without a path is reported for each field or entity of the fetch.
 */
export function errorResult(
  request: FetchRequest,
  { status, subgraph, result }: { status: number; subgraph: string; result: FetchResult | undefined },
): FetchResult {
  const code = codeOfStatus[status] ?? 'FORBIDDEN';
  const reported = result?.errors ?? [];
  if (reported.length > 0) {
    const errors = reported.map((error) => withRejectionCode(error, { code, subgraph }));
    return { ...result, errors: errors.flatMap((error) => atPaths(error, request)).slice(0, maxErrors) };
  }
  const message = `Subgraph "${subgraph}" returned ${status} ${textOfStatus[status]}`;
  return { errors: atPaths({ message, extensions: { code, subgraph } }, request) };
}

function atPaths(error: SubgraphError, request: FetchRequest): SubgraphError[] {
  if (error.path !== undefined) return [error];
  return pathsOf(request).map((path) => ({ ...error, path }));
}

function withRejectionCode(error: SubgraphError, rejection: { code: string; subgraph: string }): SubgraphError {
  const code = error.extensions?.code;
  const subgraphCode = code === undefined || code === rejection.code ? {} : { subgraphCode: code };
  return { ...error, extensions: { ...error.extensions, ...subgraphCode, ...rejection } };
}

function pathsOf({ document, variables }: FetchRequest): (string | number)[][] {
  const { representations } = variables;
  if (Array.isArray(representations)) {
    return representations.slice(0, maxErrors).map((_, index) => ['_entities', index]);
  }
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const selections = operation !== undefined && 'selectionSet' in operation ? operation.selectionSet?.selections : [];
  const fields = (selections ?? []).filter((selection): selection is FieldNode => selection.kind === Kind.FIELD);
  return fields.slice(0, maxErrors).map(({ alias, name }) => [(alias ?? name).value]);
}
