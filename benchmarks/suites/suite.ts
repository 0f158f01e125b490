import type { BenchmarkArguments } from '../arguments.js';
import type { Contestants } from '../contestants.js';
import type { Figure } from '../report.js';
import type { Workbench } from '../workbench.js';

export interface SuiteContext {
  readonly options: BenchmarkArguments;
  readonly bench: Workbench;
  readonly contestants: Contestants;
  /** Ids of some alerts, which requests for one alert ask for in turn. */
  readonly alertIds: readonly string[];
  onProgress(text: string): void;
}

/** Measures and returns its figures. */
export type Suite = (context: SuiteContext) => Promise<Figure[]>;
