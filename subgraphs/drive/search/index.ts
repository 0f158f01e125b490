import { searchDrive } from './service/search.js';
import { countPendingExtractions } from './service/text-metadata.js';

export type { TextReader } from './extraction/text-reader.js';
export { createTextReader } from './extraction/text-reader.js';
export { mayStoreText } from './rules/text-storage.js';
export { extractionJob, readerLimits, requestExtraction } from './service/extract-texts.js';
export type { SearchResult } from './service/search.js';
export { SearchScope } from './vocabulary.js';

export const searchOperations = { searchDrive, countPendingExtractions };
