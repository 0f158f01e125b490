import type { BenchmarkArguments } from '../arguments.js';
import type { CompetitorServers } from '../competitor-servers.js';
import type { BenchmarkEnvironment } from '../environment.js';
import type { Measurement } from '../report.js';

export interface SuiteContext {
  readonly options: BenchmarkArguments;
  readonly benchmark: BenchmarkEnvironment;
  readonly servers: CompetitorServers;
  /** Ids of some alerts. Requests for one alert use each id in turn. */
  readonly alertIds: readonly string[];
  onProgress(message: string): void;
}

/** Runs a suite and returns its measurements. */
export type Suite = (context: SuiteContext) => Promise<Measurement[]>;
