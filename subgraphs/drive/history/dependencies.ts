import type { DriveContext } from '../context.js';
import type { DriveDependencies } from '../dependencies.js';
import type { ContentStore } from '../items/index.js';

export interface HistoryDependencies extends DriveDependencies {
  readonly content: ContentStore;
}

export type HistoryContext = DriveContext<HistoryDependencies>;
