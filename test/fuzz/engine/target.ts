import type { Random } from './random.js';

/** What is fuzzed: some code that reads bytes from outside, and what must be true of everything it does with them. */
export interface Target {
  readonly name: string;
  /** Inputs are cut to this length. */
  readonly maxBytes: number;
  /** Inputs between two readings of the coverage. One where an input takes longer than a reading. */
  readonly batchSize: number;
  /** True where nothing else runs beside the input: then also how often code ran counts as coverage. */
  readonly isDeterministic: boolean;
  /** An input that takes longer is a finding. */
  readonly maxMilliseconds: number;
  /** Words that mutations insert. */
  readonly dictionary: readonly string[];
  open(environment: TargetEnvironment): Promise<OpenTarget>;
}

export interface TargetEnvironment {
  /** A folder of this worker's own, removed after the run. */
  readonly folder: string;
  /** URL of an empty database of this worker's own. */
  createDatabase(): Promise<string>;
}

export interface OpenTarget {
  /** Whatever it throws is a finding. */
  run(input: Buffer): void | Promise<void>;
  /** An input that follows a grammar. */
  generate?(random: Random): Buffer;
  /** What must be true between inputs, such as that the server is healthy. Whatever it throws is a finding. */
  checkUp?(): Promise<void>;
  close(): Promise<void>;
}
