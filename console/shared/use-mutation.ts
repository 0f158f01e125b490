import { useState } from 'react';
import type { TypedDocumentString } from '../generated/operations.js';
import { type GraphFailure, type OperationData, runOperation } from './graph-client.js';
import { refreshQueries } from './revision.js';
import { asFailure } from './use-graph-query.js';

export interface Mutation<Data, Variables> {
  readonly busy: boolean;
  readonly failure: GraphFailure | undefined;
  /** The data of the last successful execution. */
  readonly data: OperationData<Data> | undefined;
  /** Runs the mutation, then refreshes every query of the page. Returns undefined if it fails; see `failure`. */
  run(variables: Variables): Promise<OperationData<Data> | undefined>;
  /** Clears data and failure. */
  clear(): void;
}

interface MutationState<Data> {
  readonly busy: boolean;
  readonly failure?: GraphFailure;
  readonly data?: OperationData<Data>;
}

/** A mutation and the state of its last execution. */
export function useMutation<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
): Mutation<Data, Variables> {
  const [state, setState] = useState<MutationState<Data>>({ busy: false });

  async function run(variables: Variables): Promise<OperationData<Data> | undefined> {
    setState({ busy: true });
    try {
      const data = await runOperation({ document, variables });
      setState({ busy: false, data });
      refreshQueries();
      return data;
    } catch (error) {
      const failure = asFailure(error);
      setState({ busy: false, failure });
      // The page is older than `theirs`, which the change conflicts with. The rows of other conflicts, and thus their
      // failures, would disappear.
      if (failure.details.theirs !== undefined) {
        refreshQueries();
      }
      return undefined;
    }
  }

  return { busy: state.busy, failure: state.failure, data: state.data, run, clear: () => setState({ busy: false }) };
}
