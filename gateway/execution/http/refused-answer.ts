import { type FieldNode, Kind } from 'graphql';
import type { FetchRequest, FetchResult, SubgraphError } from '../data-source.js';

const codeOfStatus: Readonly<Record<number, string>> = { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN' };
const textOfStatus: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };
/** Maximum number of errors of a fetch; all have the same cause. */
const maxErrors = 100;

/** Whether the status means that the caller may not read the data. */
export function isRefusal(status: number): boolean {
  return codeOfStatus[status] !== undefined;
}

/**
 * Converts a response with status 401 or 403 to errors with the code UNAUTHENTICATED or FORBIDDEN. If it is GraphQL,
 * the errors are those of the subgraph, with their code as `subgraphCode`; otherwise there is one error for each field
 * or entity of the fetch.
 */
export function refusedAnswer(
  request: FetchRequest,
  { status, subgraph, result }: { status: number; subgraph: string; result: FetchResult | undefined },
): FetchResult {
  const code = codeOfStatus[status] ?? 'FORBIDDEN';
  const reported = result?.errors ?? [];
  if (reported.length > 0) return { ...result, errors: reported.map((error) => withRefusalCode(error, code)) };
  const message = `Subgraph "${subgraph}" answered ${status} ${textOfStatus[status]}`;
  const errors = pathsOf(request).map((path) => ({ message, path, extensions: { code, subgraph } }));
  return { errors };
}

function withRefusalCode(error: SubgraphError, code: string): SubgraphError {
  const own = error.extensions?.code;
  const subgraphCode = own === undefined || own === code ? {} : { subgraphCode: own };
  return { ...error, extensions: { ...error.extensions, ...subgraphCode, code } };
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
