import type { TypedDocumentString } from '../generated/operations.js';
import { isOutcomeUnknown, type OperationData, runOperation } from './graph-client.js';
import { refreshQueries } from './revision.js';
import { asFailure } from './use-graph-query.js';
import { type Task, useTask } from './use-task.js';

/** A mutation and the state of its last execution. A successful one refreshes every query of the page. */
export function useMutation<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
): Task<Variables, OperationData<Data>> {
  return useTask(async (variables: Variables) => {
    try {
      const data = await runOperation({ document, variables });
      refreshQueries();
      return data;
    } catch (error) {
      // The change conflicts with `theirs`, so the page is outdated. Other conflicts do not refresh the page, because
      // their rows, and thus their failures, would disappear. If the response was lost, the change may have been saved.
      const failure = asFailure(error);
      if (failure.details.theirs !== undefined || isOutcomeUnknown(failure)) {
        refreshQueries();
      }
      throw error;
    }
  });
}
