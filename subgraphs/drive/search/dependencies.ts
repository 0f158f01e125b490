import type { DriveContext } from '../context.js';
import type { DriveDependencies } from '../dependencies.js';
import type { ContentStore } from '../items/index.js';
import type { TextReader } from './extraction/text-reader.js';

/** Dependencies of reading the texts of contents. */
export interface ExtractionDependencies extends DriveDependencies {
  readonly content: ContentStore;
  readonly reader: TextReader;
}

export type SearchContext = DriveContext;
