import { useState } from 'react';
import type { GraphFailure } from './graph-client.js';
import { asFailure } from './use-graph-query.js';

export interface Task<Input, Output> {
  readonly busy: boolean;
  readonly failure: GraphFailure | undefined;
  /** The result of the last successful execution. */
  readonly data: Output | undefined;
  /** Executes the function. Returns undefined if it fails; see `failure`. */
  run(input: Input): Promise<Output | undefined>;
  /** Clears data and failure. */
  clear(): void;
}

interface TaskState<Output> {
  readonly busy: boolean;
  readonly failure?: GraphFailure;
  readonly data?: Output;
}

/** A function that is executed on request, and the state of its last execution. */
export function useTask<Input, Output>(execute: (input: Input) => Promise<Output>): Task<Input, Output> {
  const [{ busy, failure, data }, setState] = useState<TaskState<Output>>({ busy: false });

  async function run(input: Input): Promise<Output | undefined> {
    setState({ busy: true });
    try {
      const result = await execute(input);
      setState({ busy: false, data: result });
      return result;
    } catch (error) {
      setState({ busy: false, failure: asFailure(error) });
      return undefined;
    }
  }

  return { busy, failure, data, run, clear: () => setState({ busy: false }) };
}
