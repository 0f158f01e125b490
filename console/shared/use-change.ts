import { useState } from 'react';
import { type GraphFailure, runOperation } from './graph-client.js';
import { refreshEverything } from './revision.js';
import { asFailure } from './use-graph-query.js';

export interface Change<Data> {
  readonly busy: boolean;
  readonly failure: GraphFailure | undefined;
  /** The answer of the last run that succeeded. */
  readonly done: Data | undefined;
  /** Runs the mutation; every query of the page asks again afterwards. */
  run(variables: Readonly<Record<string, unknown>>): Promise<Data | undefined>;
  /** Forgets answer and failure. */
  clear(): void;
}

interface ChangeState<Data> {
  readonly busy: boolean;
  readonly failure?: GraphFailure;
  readonly done?: Data;
}

/** A mutation that a form runs. */
export function useChange<Data>(document: string): Change<Data> {
  const [state, setState] = useState<ChangeState<Data>>({ busy: false });

  async function run(variables: Readonly<Record<string, unknown>>): Promise<Data | undefined> {
    setState({ busy: true });
    try {
      const done = await runOperation<Data>({ document, variables });
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
