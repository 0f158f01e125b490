import type {
  AlertDetailQuery,
  AlertFacetsQuery,
  AlertListQuery,
  AlertStatus,
  Platform,
  Severity,
} from '../generated/operations.js';

export type AlertList = NonNullable<AlertListQuery['alerts']>;
export type AlertRow = AlertList['nodes'][number];
export type AlertDetail = NonNullable<AlertDetailQuery['alert']>;
export type Facets = NonNullable<AlertFacetsQuery['alerts']>['facets'];
export type FacetName = keyof Facets;

/** A value of any facet with its count. */
export interface FacetValue {
  readonly value: string;
  /** Name of a technique; null if ATT&CK does not contain the identifier. Absent for other facets. */
  readonly name?: string | null;
  readonly count: number;
  /** Tenant of an endpoint, because two tenants can have hosts of the same name. Absent for other facets. */
  readonly tenantId?: string;
}

/** The values of the graph's enums, in the order in which the console shows them. */
export const severities: readonly Severity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
export const statuses: readonly AlertStatus[] = ['OPEN', 'ACKNOWLEDGED', 'INVESTIGATING', 'RESOLVED', 'FALSE_POSITIVE'];
export const platforms: readonly Platform[] = ['WINDOWS', 'LINUX'];
export const facetNames: readonly FacetName[] = ['severity', 'status', 'platform', 'technique', 'endpoint', 'model'];
