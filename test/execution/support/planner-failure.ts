import { RequestErrors } from '../../../gateway/execution/index.js';

const failures = ['We should have an edge', 'Was not able to find any options for'];

/** Apollo's planner fails at some operations over interfaces, for the stock gateway as for us: there is nothing to compare. */
export function isPlannerFailure(error: unknown): boolean {
  if (error instanceof RequestErrors) return error.kind === 'unplanned';
  return error instanceof Error && failures.some((failure) => error.message.startsWith(failure));
}
