import type { ContentDependencies } from '../items/index.js';
import type { TextReader } from './extraction/text-reader.js';

/** Dependencies of the extraction of text from stored contents. */
export interface ExtractionDependencies extends ContentDependencies {
  readonly reader: TextReader;
}
