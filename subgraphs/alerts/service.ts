// The interface for commands, which must not load GraphQL.
export { alertDependencies } from './dependencies.js';
export { exportEndpoints } from './endpoints/service-export.js';
export { type ImportCounts, importLines } from './imports/service/import-lines.js';
export { openInput } from './imports/service/open-input.js';
export { type RetentionStatus, retentionStatus } from './retention/service.js';
export { type ExportFormat, exportAlerts, exportFormats } from './service-export.js';
export {
  type BulkActionInput,
  cancelBulkChange,
  previewBulkChange,
  progressOf,
  readBulkChange,
  startBulkChange,
} from './triage/service/bulk-changes.js';
export { runBulkChange } from './triage/service/run-bulk-changes.js';
export type { AlertFilterInput } from './triage/service/scoped-filter.js';
export { AlertStatus, Platform, Severity } from './vocabulary.js';
