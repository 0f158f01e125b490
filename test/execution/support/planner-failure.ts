import { RequestErrors } from '../../../gateway/execution/index.js';

const failures = ['We should have an edge', 'Was not able to find any options for'];

/**
 * Whether Apollo's planner failed. It fails for some operations over interfaces, in both gateways, so there is nothing
 * to compare.
 */
export function isPlannerFailure(error: unknown): boolean {
  if (error instanceof RequestErrors) return error.kind === 'unplanned';
  return error instanceof Error && failures.some((failure) => error.message.startsWith(failure));
}
