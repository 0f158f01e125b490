// The interface for commands, which must not load GraphQL.

export type { BacktestRow } from './backtests/repository.js';
export type { BacktestGroupRow } from './backtests/repository-results.js';
export { readBacktest, startBacktest } from './backtests/service/backtests.js';
export { groupsOf } from './backtests/service/results.js';
export { runBacktest } from './backtests/service/run-backtests.js';
export { type AlertDependencies, type AlertRequest, alertDependencies } from './dependencies.js';
export { exportEndpoints } from './endpoints/service-export.js';
export { type ImportCounts, importLines } from './imports/service/import-lines.js';
export { openInput } from './imports/service/open-input.js';
export { type RetentionStatus, retentionStatus } from './retention/service.js';
export { type ExportFormat, exportAlerts, exportFormats } from './service-export.js';
export { previewSuppression } from './suppressions/service/preview-suppression.js';
export { restoreSuppressed } from './suppressions/service/restore-suppressed.js';
export {
  addSuppression,
  endSuppression,
  listSuppressions,
  readSuppression,
  type SuppressionRow,
  stateOf,
} from './suppressions/service/suppressions.js';
export {
  previewBulkChange,
  progressOf,
  readBulkChange,
  startBulkChange,
} from './triage/service/bulk-changes.js';
export { runBulkChange } from './triage/service/run-bulk-changes.js';
export type { PreviewBulkAlertChangeInput } from './triage/types-bulk.js';
export type { AlertFilter } from './triage/types-list.js';
export { AlertStatus, Platform, Severity, SuppressedAlerts } from './vocabulary.js';
