export { ImportResolver } from './resolver.js';
export { foldAlertTally, importInferences } from './service/import-inferences.js';
export { importLines } from './service/import-lines.js';
