export { foldTally } from './repository.js';
export { ImportResolver } from './resolver.js';
export { groupIncidentsJob } from './service/import-batch.js';
export { handedInferencesJob } from './service/import-handed.js';
export { importInferences, maintainTallies } from './service/import-inferences.js';
export { importLines, type LineResult } from './service/import-lines.js';
export { openInput } from './service/open-input.js';
