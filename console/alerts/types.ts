export const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export const statuses = ['OPEN', 'ACKNOWLEDGED', 'INVESTIGATING', 'RESOLVED', 'FALSE_POSITIVE'] as const;
export const platforms = ['WINDOWS', 'LINUX'] as const;

export type Severity = (typeof severities)[number];
export type AlertStatus = (typeof statuses)[number];
export type Platform = (typeof platforms)[number];

/** What the list shows of an alert (operations/alert-list.graphql). Times are Unix epoch seconds. */
export interface AlertRow {
  readonly id: string;
  readonly tenantId: string;
  readonly endpointId: string;
  readonly severity: Severity;
  readonly status: AlertStatus;
  readonly platform: Platform;
  readonly attackProb: number;
  readonly ttpTechniques: readonly string[];
  readonly relatedEndpoints: readonly string[];
  readonly modelName: string;
  readonly createdAtEpoch: number;
  readonly lastSeenEpoch: number;
}

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** What the token may do; null when the server did not say. */
export interface AccessData {
  readonly alertAccess: { readonly canChange: boolean } | null;
}

export interface AlertListData extends AccessData {
  readonly alerts: {
    readonly totalCount: number;
    readonly pageInfo: PageInfo;
    readonly nodes: readonly AlertRow[];
  };
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
  /** Of endpoints only: two tenants may have a host of the same name. */
  readonly tenantId?: string;
}

export const facetNames = ['severity', 'status', 'platform', 'technique', 'endpoint', 'model'] as const;
export type FacetName = (typeof facetNames)[number];
export type Facets = Readonly<Record<FacetName, readonly FacetValue[]>>;

/** Alerts first seen within one span of time. */
export interface HistogramBucket {
  readonly startEpoch: number;
  readonly count: number;
}

export interface AlertTransition {
  readonly at: string;
  readonly fromStatus: AlertStatus;
  readonly toStatus: AlertStatus;
  /** Who sent it, as the server knows. */
  readonly caller: string;
  /** Whom the request named. */
  readonly resolvedBy: string | null;
  readonly notes: string | null;
  readonly via: string;
}

export interface AlertVerdict {
  readonly at: string;
  readonly isTruePositive: boolean;
  readonly caller: string;
  readonly analyst: string | null;
  readonly notes: string | null;
  readonly via: string;
}

export type RelatedAlert = Pick<AlertRow, 'id' | 'endpointId' | 'severity' | 'status' | 'attackProb' | 'lastSeenEpoch'>;

/** Everything about one alert (operations/alert-detail.graphql). */
export interface AlertDetail extends AlertRow {
  readonly confidence: number;
  readonly prediction: string;
  readonly ttpExplanation: string | null;
  readonly inferenceIds: readonly string[];
  readonly firstSeenEpoch: number;
  readonly updatedAtEpoch: number;
  readonly analystNotes: string;
  readonly resolvedBy: string | null;
  readonly numNodes: number;
  readonly numEdges: number;
  readonly endpoint: { readonly totalAlerts: number; readonly openAlerts: number };
  readonly relatedAlerts: readonly RelatedAlert[];
  readonly transitions: readonly AlertTransition[];
  readonly verdicts: readonly AlertVerdict[];
}
