import { useState } from 'react';
import type { TypedDocumentString } from '../generated/operations.js';
import { type GraphFailure, type OperationData, runOperation } from './graph-client.js';
import { refreshEverything } from './revision.js';
import { asFailure } from './use-graph-query.js';

export interface Change<Data, Variables> {
  readonly busy: boolean;
  readonly failure: GraphFailure | undefined;
  /** The data of the last successful run. */
  readonly done: OperationData<Data> | undefined;
  /** Runs the mutation, then refreshes every query of the page. */
  run(variables: Variables): Promise<OperationData<Data> | undefined>;
  /** Clears data and failure. */
  clear(): void;
}

interface ChangeState<Data> {
  readonly busy: boolean;
  readonly failure?: GraphFailure;
  readonly done?: OperationData<Data>;
}

/** A mutation that a form runs. */
export function useChange<Data, Variables>(document: TypedDocumentString<Data, Variables>): Change<Data, Variables> {
  const [state, setState] = useState<ChangeState<Data>>({ busy: false });

  async function run(variables: Variables): Promise<OperationData<Data> | undefined> {
    setState({ busy: true });
    try {
      const done = await runOperation({ document, variables });
      setState({ busy: false, done });
      refreshEverything();
      return done;
    } catch (error) {
      setState({ busy: false, failure: asFailure(error) });
      return undefined;
    }
  }

  return { busy: state.busy, failure: state.failure, done: state.done, run, clear: () => setState({ busy: false }) };
}
