/**
 * The closed vocabularies of alerts, in the spelling of the wire (specification, section 2).
 * Their order is the order in which PostgreSQL sorts the enums of the same name.
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

/** Through which interface a change came in. */
export const ChangeInterface = { REST: 'rest', GRAPHQL: 'graphql', COMMAND_LINE: 'command-line' } as const;
export type ChangeInterface = (typeof ChangeInterface)[keyof typeof ChangeInterface];

export const AlertOrderField = {
  CREATED_AT: 'created_at',
  LAST_SEEN: 'last_seen',
  ATTACK_PROB: 'attack_prob',
  SEVERITY: 'severity',
} as const;
export type AlertOrderField = (typeof AlertOrderField)[keyof typeof AlertOrderField];

export const OrderDirection = { ASC: 'asc', DESC: 'desc' } as const;
export type OrderDirection = (typeof OrderDirection)[keyof typeof OrderDirection];

/** The moment of an alert by which a histogram counts it. */
export const AlertTime = { FIRST_SEEN: 'first_seen', LAST_SEEN: 'last_seen', CREATED_AT: 'created_at' } as const;
export type AlertTime = (typeof AlertTime)[keyof typeof AlertTime];

/** Widths of histogram buckets, in seconds. */
export const HistogramInterval = { MINUTE: 60, HOUR: 3600, DAY: 86400 } as const;
export type HistogramInterval = (typeof HistogramInterval)[keyof typeof HistogramInterval];
