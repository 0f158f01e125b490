export { ImportResolver } from './resolver.js';
export { groupIncidentsJob } from './service/import-batch.js';
export { foldAlertTally, importInferences } from './service/import-inferences.js';
export { importLines, type LineResult } from './service/import-lines.js';
export { openInput } from './service/open-input.js';
