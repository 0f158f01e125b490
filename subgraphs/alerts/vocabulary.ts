/**
 * Status of an alert. The values of this enum and of the next three are spelled as in the REST API (specification,
 * section 2); PostgreSQL sorts them in this order.
 */
export const AlertStatus = {
  OPEN: 'open',
  ACKNOWLEDGED: 'acknowledged',
  INVESTIGATING: 'investigating',
  RESOLVED: 'resolved',
  FALSE_POSITIVE: 'false_positive',
} as const;
export type AlertStatus = (typeof AlertStatus)[keyof typeof AlertStatus];

export const Severity = { LOW: 'low', MEDIUM: 'medium', HIGH: 'high', CRITICAL: 'critical' } as const;
export type Severity = (typeof Severity)[keyof typeof Severity];

export const Platform = { WINDOWS: 'windows', LINUX: 'linux' } as const;
export type Platform = (typeof Platform)[keyof typeof Platform];

export const Prediction = { ATTACK: 'attack', BENIGN: 'benign', ERROR: 'error' } as const;
export type Prediction = (typeof Prediction)[keyof typeof Prediction];

/** Interface through which a change was made. */
export const ChangeInterface = { REST: 'rest', GRAPHQL: 'graphql', COMMAND_LINE: 'command-line' } as const;
export type ChangeInterface = (typeof ChangeInterface)[keyof typeof ChangeInterface];

export const AlertOrderField = {
  CREATED_AT: 'created_at',
  LAST_SEEN: 'last_seen',
  ATTACK_PROB: 'attack_prob',
  SEVERITY: 'severity',
  DUE: 'due',
} as const;
export type AlertOrderField = (typeof AlertOrderField)[keyof typeof AlertOrderField];

export const OrderDirection = { ASC: 'asc', DESC: 'desc' } as const;
export type OrderDirection = (typeof OrderDirection)[keyof typeof OrderDirection];

export const AlertTime = { FIRST_SEEN: 'first_seen', LAST_SEEN: 'last_seen', CREATED_AT: 'created_at' } as const;
export type AlertTime = (typeof AlertTime)[keyof typeof AlertTime];

export const ResponseTimesKey = { TENANT: 'tenant', MODEL: 'model', SEVERITY: 'severity' } as const;
export type ResponseTimesKey = (typeof ResponseTimesKey)[keyof typeof ResponseTimesKey];

/** Widths of histogram buckets in seconds. */
export const HistogramInterval = { MINUTE: 60, HOUR: 3600, DAY: 86400 } as const;
export type HistogramInterval = (typeof HistogramInterval)[keyof typeof HistogramInterval];

/** Status of an incident. PostgreSQL sorts the values in this order. */
export const IncidentStatus = {
  OPEN: 'open',
  INVESTIGATING: 'investigating',
  RESOLVED: 'resolved',
  FALSE_POSITIVE: 'false_positive',
} as const;
export type IncidentStatus = (typeof IncidentStatus)[keyof typeof IncidentStatus];

export const IncidentOrderField = { UPDATED_AT: 'updated_at', CREATED_AT: 'created_at', SEVERITY: 'severity' } as const;
export type IncidentOrderField = (typeof IncidentOrderField)[keyof typeof IncidentOrderField];

export const IncidentEntryKind = {
  OPENED: 'opened',
  ALERTS_ADDED: 'alerts_added',
  ALERTS_REMOVED: 'alerts_removed',
  MERGED: 'merged',
  SPLIT: 'split',
  STATUS: 'status',
  OWNER: 'owner',
  TITLE: 'title',
  COMMENT: 'comment',
} as const;
export type IncidentEntryKind = (typeof IncidentEntryKind)[keyof typeof IncidentEntryKind];

/** Name of the job that runs bulk changes of alerts. */
export const bulkChangesJobName = 'alerts.change-in-bulk';

export const BulkChangeState = {
  PREVIEW: 'preview',
  RUNNING: 'running',
  DONE: 'done',
  CANCELLED: 'cancelled',
} as const;
export type BulkChangeState = (typeof BulkChangeState)[keyof typeof BulkChangeState];

export const SkippedReason = { TRIAGED: 'triaged', UNMATCHED: 'unmatched', DELETED: 'deleted' } as const;
export type SkippedReason = (typeof SkippedReason)[keyof typeof SkippedReason];

/** Name of the job that runs backtests of the alert policy. */
export const backtestsJobName = 'alerts.run-policy-backtests';

export const BacktestState = {
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
} as const;
export type BacktestState = (typeof BacktestState)[keyof typeof BacktestState];

/** Fields of the alert filter whose values can be listed. */
export const AlertFilterField = { TENANT: 'tenant', ENDPOINT: 'endpoint', MODEL: 'model', ATTACK: 'attack' } as const;
export type AlertFilterField = (typeof AlertFilterField)[keyof typeof AlertFilterField];

/** How an example alert of a backtest differs between the two policies. The values are those of the database. */
export const BacktestSampleKind = { LOST: 'lost', AVOIDED: 'saved', ADDED: 'added' } as const;
export type BacktestSampleKind = (typeof BacktestSampleKind)[keyof typeof BacktestSampleKind];
export const SuppressedAlerts = { EXCLUDE: 'exclude', ONLY: 'only', INCLUDE: 'include' } as const;
export type SuppressedAlerts = (typeof SuppressedAlerts)[keyof typeof SuppressedAlerts];

export const SuppressionState = {
  SCHEDULED: 'scheduled',
  ACTIVE: 'active',
  RESTORING: 'restoring',
  ENDED: 'ended',
} as const;
export type SuppressionState = (typeof SuppressionState)[keyof typeof SuppressionState];

/** Name of the job that ends suppressions whose end time has passed, and restores the alerts of ended suppressions. */
export const suppressionsJobName = 'alerts.restore-suppressed';
