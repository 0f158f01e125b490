import type { ExecutionResult } from 'graphql';
import type { RequestContext } from '../../../platform/caller.js';
import { clientOf } from './clients.js';

const rejections: ReadonlySet<unknown> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

/**
 * Removes the data of a result if subgraphs rejected (401, 403) all of its fields, so the response has the HTTP status
 * of the first error. A result in which any field has data has status 200.
 */
export function withStatusOfRejection(
  result: ExecutionResult,
  context: Pick<RequestContext, 'caller'>,
): ExecutionResult {
  const { errors, data } = result;
  if (!clientOf(context)?.wasRejected || errors === undefined || data === undefined) return result;
  const isEmpty = data === null || Object.values(data).every((value) => value === null);
  if (!isEmpty || !errors.every(({ extensions }) => rejections.has(extensions.code))) return result;
  return { errors };
}
