import type { ContentDependencies } from '../items/index.js';
import type { TextReader } from './extraction/text-reader.js';

/** Dependencies of reading the texts of contents. */
export interface ExtractionDependencies extends ContentDependencies {
  readonly reader: TextReader;
}
