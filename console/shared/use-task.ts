import { useRef, useState } from 'react';
import type { GraphFailure } from './graph-client.js';
import { asFailure } from './use-graph-query.js';

export interface Task<Input, Output> {
  readonly busy: boolean;
  /** The input of the last execution, to which `failure` and `data` belong. */
  readonly input: Input | undefined;
  readonly failure: GraphFailure | undefined;
  /** The result of the last execution, if it succeeded. */
  readonly data: Output | undefined;
  /** Executes the function. Returns undefined if it fails; see `failure`. */
  run(input: Input): Promise<Output | undefined>;
  /** Clears input, data and failure, and ignores the result of an execution in progress. */
  clear(): void;
}

type TaskState<Input, Output> = Partial<Pick<Task<Input, Output>, 'input' | 'failure' | 'data'>> & {
  readonly busy: boolean;
};

/**
 * A function that is executed on request, and the state of its last execution. An earlier execution that ends later
 * does not change the state.
 */
export function useTask<Input, Output>(execute: (input: Input) => Promise<Output>): Task<Input, Output> {
  const [{ busy, input: lastInput, failure, data }, setState] = useState<TaskState<Input, Output>>({ busy: false });
  const runs = useRef(0);

  async function run(input: Input): Promise<Output | undefined> {
    runs.current += 1;
    const number = runs.current;
    const setLastState = (state: TaskState<Input, Output>) => number === runs.current && setState(state);
    setState({ busy: true, input });
    try {
      const result = await execute(input);
      setLastState({ busy: false, input, data: result });
      return result;
    } catch (error) {
      setLastState({ busy: false, input, failure: asFailure(error) });
      return undefined;
    }
  }

  function clear(): void {
    runs.current += 1;
    setState({ busy: false });
  }

  return { busy, input: lastInput, failure, data, run, clear };
}
