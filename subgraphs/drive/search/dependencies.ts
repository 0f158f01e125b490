import type { ContentDependencies } from '../items/index.js';
import type { TextReader } from './extraction/text-reader.js';

/** Dependencies of the text extraction. */
export interface ExtractionDependencies extends ContentDependencies {
  readonly reader: TextReader;
}
