import type { ExecutionResult } from 'graphql';
import type { RequestContext } from '../../../platform/caller.js';
import { clientOf } from './clients.js';

const refusals: ReadonlySet<unknown> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

/**
 * The result without data where nothing but the refusals of subgraphs (401, 403) came of an operation: its HTTP status is then that of the first
 * error. Data of any field keeps the status 200.
 */
export function withStatusOfRefusal(result: ExecutionResult, context: Pick<RequestContext, 'caller'>): ExecutionResult {
  const { errors, data } = result;
  if (!clientOf(context)?.wasRefused || errors === undefined || data === undefined) return result;
  const isEmpty = data === null || Object.values(data).every((value) => value === null);
  if (!isEmpty || !errors.every(({ extensions }) => refusals.has(extensions.code))) return result;
  return { errors };
}
