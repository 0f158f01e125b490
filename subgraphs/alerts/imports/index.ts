export { foldTally } from './repository.js';
export { ImportResolver } from './resolver.js';
export { groupIncidentsJobName } from './service/import-batch.js';
export { importInferences, maintainTallies } from './service/import-inferences.js';
export { importLines, type LineResult } from './service/import-lines.js';
export { submittedInferencesJob } from './service/import-submitted.js';
export { openInput } from './service/open-input.js';
