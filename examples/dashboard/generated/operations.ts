/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Filter for alerts. An alert matches if it matches every field, and any value of each list. A list has at most 1000 values; an empty list matches nothing. Null and omitted fields do not filter, except `suppressed`. */
export type AlertFilter = {
  /** Id of the tenant. The empty string matches nothing. Null: all tenants. */
  readonly tenantId?: string | null | undefined;
  /** Id of a tenant. If you can access no tenant with this id, the filter matches all tenants whose id contains the value, case-insensitive. At most 1000 characters; the empty string does not filter. Null: all tenants. */
  readonly tenant?: string | null | undefined;
  /** Hostname of an endpoint, case-insensitive. If no endpoint has this hostname, the filter matches all endpoints whose hostname contains the value. At most 1000 characters; the empty string does not filter. Null: all endpoints. */
  readonly endpoint?: string | null | undefined;
  /** Alerts of any of these models. A value that is not the name of a model matches all models whose names contain it, case-insensitive. Null: all models. */
  readonly model?: ReadonlyArray<string> | null | undefined;
  /** Hostname of the endpoint, case-insensitive. Null: all endpoints. */
  readonly endpointId?: string | null | undefined;
  /** Alerts with any of these severities. Null: all severities. */
  readonly severity?: ReadonlyArray<Severity> | null | undefined;
  /** Alerts with any of these statuses. Null: all statuses. */
  readonly status?: ReadonlyArray<AlertStatus> | null | undefined;
  /** Alerts of endpoints with any of these operating systems. Null: all operating systems. */
  readonly platform?: ReadonlyArray<Platform> | null | undefined;
  /** Alerts with any of these technique identifiers, such as T1059.001. Null: all techniques. */
  readonly technique?: ReadonlyArray<string> | null | undefined;
  /** Alerts with any of these MITRE ATT&CK tactics, techniques or sub-techniques, by identifier, name or part of the name, case-insensitive, such as TA0002, T1059 or powershell. A tactic includes its techniques; a technique includes its sub-techniques and the revoked techniques that it replaced. A value that matches nothing in ATT&CK is rejected with `BAD_USER_INPUT`. Null: all alerts. */
  readonly attack?: ReadonlyArray<string> | null | undefined;
  /** Alerts of any of these models, by exact, case-sensitive name; see also `model`. Null: all models. */
  readonly modelName?: ReadonlyArray<string> | null | undefined;
  /** Minimum `attackProb`, inclusive. Null: no minimum. */
  readonly minAttackProb?: number | null | undefined;
  /** Maximum `attackProb`, inclusive. Null: no maximum. */
  readonly maxAttackProb?: number | null | undefined;
  /** Alerts last seen at or after this time; millisecond precision. Null: no limit. */
  readonly seenAfter?: string | null | undefined;
  /** Alerts first seen before this time. Null: no limit. */
  readonly seenBefore?: string | null | undefined;
  /** Alerts opened at or after this time. Null: no limit. */
  readonly createdAfter?: string | null | undefined;
  /** Alerts opened before this time. Null: no limit. */
  readonly createdBefore?: string | null | undefined;
  /** Search words, case-insensitive. Each word must occur in the endpoint, tenant, model, explanation or notes, or be the identifier or part of the name of an ATT&CK tactic or technique of the alert. The text after the ninth word is matched as a whole. At most 1000 characters; a blank string does not filter. Null: all alerts. */
  readonly text?: string | null | undefined;
  /** Text that the notes must contain, case-insensitive; at most 1000 characters. The empty string does not filter. Null: all alerts. */
  readonly notes?: string | null | undefined;
  /** Alerts with a target due before this time that was met late or is unmet. With the current time, alerts that missed a target match; with a later time, alerts whose unmet target is due before then also match. Null: all alerts. */
  readonly breachedBefore?: string | null | undefined;
  /** Alerts with an unmet target due before this time. With the current time, overdue alerts match; with a later time, alerts that become overdue before then also match. Null: all alerts. */
  readonly dueBefore?: string | null | undefined;
  /** Alerts whose unmet targets are all due at or after this time, and alerts without unmet targets, such as closed alerts. With the current time, alerts that are not overdue match. Null: all alerts. */
  readonly dueAfter?: string | null | undefined;
  /** Alerts assigned to any of these people; your own id is `viewer { id }`. Null: all alerts. */
  readonly assigneeId?: ReadonlyArray<string> | null | undefined;
  /** True: only assigned alerts. False: only unassigned alerts. Null: both. */
  readonly isAssigned?: boolean | null | undefined;
  /** Alerts with a comment that mentions any of these people; your own id is `viewer { id }`. Null: all alerts. */
  readonly mentionedId?: ReadonlyArray<string> | null | undefined;
  /** Alerts in any of these incidents, by global id. Null: all alerts. */
  readonly incidentId?: ReadonlyArray<string> | null | undefined;
  /** True: only alerts in an incident. False: only alerts in no incident. Null: both. */
  readonly hasIncident?: boolean | null | undefined;
  /** Whether suppressed alerts match. Null or omitted: only alerts that are not suppressed. */
  readonly suppressed?: SuppressedAlerts | null | undefined;
};

/** Triage status of an alert. Any status can be changed to any other. */
export type AlertStatus =
  /** New; the initial status of every alert. */
  | 'OPEN'
  /** Seen by an analyst, not yet investigated. */
  | 'ACKNOWLEDGED'
  /** Under investigation. */
  | 'INVESTIGATING'
  /** Closed. If a verdict set the status, the alert is a true positive. */
  | 'RESOLVED'
  /** Closed: there was no attack. */
  | 'FALSE_POSITIVE';

/** Status of the delegation of a domain to a nameserver. */
export type ObservationStatus =
  /** The zone delegates the domain to the nameserver. */
  | 'ACTIVE'
  /** The zone no longer delegates the domain to the nameserver. */
  | 'INACTIVE';

/** Operating system of an endpoint. */
export type Platform =
  /** Microsoft Windows. */
  | 'WINDOWS'
  /** Linux. Also assumed for alerts that Rampart itself opens on an endpoint whose operating system is unknown. */
  | 'LINUX';

/** Severity of an alert, derived from `attackProb`. */
export type Severity =
  /** `attackProb` below 0.70. */
  | 'LOW'
  /** `attackProb` from 0.70 to below 0.85. */
  | 'MEDIUM'
  /** `attackProb` from 0.85 to below 0.95. */
  | 'HIGH'
  /** `attackProb` of 0.95 or more. */
  | 'CRITICAL';

/** Whether a filter matches suppressed alerts. */
export type SuppressedAlerts =
  /** Alerts that are not suppressed. */
  | 'EXCLUDE'
  /** Suppressed alerts. */
  | 'ONLY'
  /** All alerts. */
  | 'INCLUDE';

export type AlertChangesSubscriptionVariables = Exact<{
  filter?: AlertFilter | null | undefined;
}>;


export type AlertChangesSubscription = { readonly alertChanged: { readonly id: string, readonly severity: Severity, readonly status: AlertStatus, readonly endpoint: { readonly hostname: string, readonly openAlerts: number, readonly domain: { readonly name: string } | null } } | null };

export type ChangeAlertStatusMutationVariables = Exact<{
  id: string;
  status: AlertStatus;
  notes?: string | null | undefined;
}>;


export type ChangeAlertStatusMutation = { readonly updateAlert: { readonly alert: { readonly id: string, readonly status: AlertStatus, readonly notes: string } } | null };

export type WorstOpenAlertsQueryVariables = Exact<{
  first?: number;
  tenantId?: string | null | undefined;
}>;


export type WorstOpenAlertsQuery = { readonly alerts: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly severity: Severity, readonly attackProb: number, readonly lastSeen: string, readonly endpoint: { readonly hostname: string, readonly openAlerts: number } & ({ readonly controllers: ReadonlyArray<{ readonly guid: string, readonly version: string, readonly lastContact: string }> | null } | { readonly controllers?: never }) & ({ readonly domain: { readonly name: string, readonly latestObservation: { readonly zone: string, readonly status: ObservationStatus, readonly data: string | null } | null } | null } | { readonly domain?: never }) } & ({ readonly evidence: ReadonlyArray<{ readonly notes: string, readonly item: { readonly path: string | null, readonly webUrl: string | null } | null }> | null } | { readonly evidence?: never })> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const AlertChangesDocument = new TypedDocumentString(`
    subscription AlertChanges($filter: AlertFilter) {
  alertChanged(filter: $filter) {
    id
    severity
    status
    endpoint {
      hostname
      openAlerts
      domain {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AlertChangesSubscription, AlertChangesSubscriptionVariables>;
export const ChangeAlertStatusDocument = new TypedDocumentString(`
    mutation ChangeAlertStatus($id: ID!, $status: AlertStatus!, $notes: String) {
  updateAlert(input: {id: $id, status: $status, notes: $notes}) {
    alert {
      id
      status
      notes
    }
  }
}
    `) as unknown as TypedDocumentString<ChangeAlertStatusMutation, ChangeAlertStatusMutationVariables>;
export const WorstOpenAlertsDocument = new TypedDocumentString(`
    query WorstOpenAlerts($first: Int! = 5, $tenantId: ID) {
  alerts(
    filter: {status: [OPEN], tenantId: $tenantId}
    orderBy: {field: SEVERITY}
    first: $first
  ) {
    totalCount
    nodes {
      id
      severity
      attackProb
      lastSeen
      endpoint {
        hostname
        openAlerts
        ... @defer(label: "controllers") {
          controllers {
            guid
            version
            lastContact
          }
        }
        ... @defer(label: "domain") {
          domain {
            name
            latestObservation {
              zone
              status
              data
            }
          }
        }
      }
      ... @defer(label: "evidence") {
        evidence {
          notes
          item {
            path
            webUrl
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WorstOpenAlertsQuery, WorstOpenAlertsQueryVariables>;