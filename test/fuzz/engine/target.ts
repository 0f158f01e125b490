import type { Random } from './random.js';

/** A fuzzing target: code that reads external bytes, and the properties that must hold. */
export interface Target {
  readonly name: string;
  /** Maximum length of inputs; longer ones are truncated. */
  readonly maxBytes: number;
  /** Number of inputs between readings of the coverage; one if an input takes longer than a reading. */
  readonly batchSize: number;
  /** Whether nothing else runs concurrently; then execution counts are part of the coverage. */
  readonly isDeterministic: boolean;
  /** Maximum duration of an input; a slower one is a finding. */
  readonly maxMs: number;
  /** Words that mutations insert into inputs. */
  readonly dictionary: readonly string[];
  open(environment: TargetEnvironment): Promise<OpenTarget>;
}

export interface TargetEnvironment {
  /** A separate directory for this worker, removed after the run. */
  readonly folder: string;
  /** Creates an empty database for this worker and returns its URL. */
  createDatabase(): Promise<string>;
}

export interface OpenTarget {
  /** Runs an input. Any error is a finding. */
  run(input: Buffer): void | Promise<void>;
  /** Generates an input from a grammar. */
  generate?(random: Random): Buffer;
  /** Verifies invariants between inputs, for example that the server is healthy. Any error is a finding. */
  checkUp?(): Promise<void>;
  close(): Promise<void>;
}
