export { ImportResolver } from './resolver.js';
export { foldAlertTally, importInferences } from './service/import-inferences.js';
export { type ImportFigures, type ImportLinesInput, importLines, type RejectedLine } from './service/import-lines.js';
