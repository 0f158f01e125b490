import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { AlertOrderField, AlertStatus, OrderDirection, Platform, Severity, SuppressedAlerts } from '../vocabulary.js';
import { Alert } from './types.js';

enumType(AlertOrderField, {
  name: 'AlertOrderField',
  description:
    'Sort key of alerts. Alerts with equal values are sorted by id: ascending with DESC, descending with ASC, so each order is the exact reverse of the other.',
  values: {
    CREATED_AT: 'Time when the alert was opened; does not change when inferences are merged.',
    LAST_SEEN: 'Time of the latest inference.',
    ATTACK_PROB: 'Maximum attack probability of the inferences.',
    SEVERITY: 'Severity, then the maximum attack probability.',
    DUE: 'Due time of the next unmet target; alerts without an unmet target are last in ascending order, first in descending order.',
  },
});

enumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Sort direction.',
  values: {
    ASC: 'Ascending: lowest or oldest first.',
    DESC: 'Descending: highest or newest first.',
  },
});

enumType(SuppressedAlerts, {
  name: 'SuppressedAlerts',
  description: 'Whether a filter matches suppressed alerts.',
  values: {
    EXCLUDE: 'Alerts that are not suppressed.',
    ONLY: 'Suppressed alerts.',
    INCLUDE: 'All alerts.',
  },
});

@InputType('AlertFilter', {
  description: `Filter for alerts. An alert matches if it matches every field, and any value of each list. A list has at most ${maxItems.filterValues} values; an empty list matches nothing. Null and omitted fields do not filter, except \`suppressed\`.`,
})
export class AlertFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the tenant. The empty string matches nothing. Null: all tenants.',
  })
  tenantId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Id of a tenant. If you can access no tenant with this id, the filter matches all tenants whose id contains the value, case-insensitive. At most ${maxCharacters.search} characters; the empty string does not filter. Null: all tenants.`,
  })
  tenant?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Hostname of an endpoint, case-insensitive. If no endpoint has this hostname, the filter matches all endpoints whose hostname contains the value. At most ${maxCharacters.search} characters; the empty string does not filter. Null: all endpoints.`,
  })
  endpoint?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Alerts of any of these models. A value that is not the name of a model matches all models whose names contain it, case-insensitive. Null: all models.',
  })
  model?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Hostname of the endpoint, case-insensitive. Null: all endpoints.',
  })
  endpointId?: string | null;

  @Field(() => [Severity], {
    nullable: true,
    description: 'Alerts with any of these severities. Null: all severities.',
  })
  severity?: Severity[] | null;

  @Field(() => [AlertStatus], { nullable: true, description: 'Alerts with any of these statuses. Null: all statuses.' })
  status?: AlertStatus[] | null;

  @Field(() => [Platform], {
    nullable: true,
    description: 'Alerts of endpoints with any of these operating systems. Null: all operating systems.',
  })
  platform?: Platform[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Alerts with any of these technique identifiers, such as T1059.001. Null: all techniques.',
  })
  technique?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Alerts with any of these MITRE ATT&CK tactics, techniques or sub-techniques, by identifier, name or part of the name, case-insensitive, such as TA0002, T1059 or powershell. A tactic includes its techniques; a technique includes its sub-techniques and the revoked techniques that it replaced. A value that matches nothing in ATT&CK is rejected with `BAD_USER_INPUT`. Null: all alerts.',
  })
  attack?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Alerts of any of these models, by exact, case-sensitive name; see also `model`. Null: all models.',
  })
  modelName?: string[] | null;

  @Field(() => Float, { nullable: true, description: 'Minimum `attackProb`, inclusive. Null: no minimum.' })
  minAttackProb?: number | null;

  @Field(() => Float, { nullable: true, description: 'Maximum `attackProb`, inclusive. Null: no maximum.' })
  maxAttackProb?: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Alerts last seen at or after this time; millisecond precision. Null: no limit.',
  })
  seenAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Alerts first seen before this time. Null: no limit.' })
  seenBefore?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Alerts opened at or after this time. Null: no limit.' })
  createdAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Alerts opened before this time. Null: no limit.' })
  createdBefore?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: `Search words, case-insensitive. Each word must occur in the endpoint, tenant, model, explanation or notes, or be the identifier or part of the name of an ATT&CK tactic or technique of the alert. The text after the ninth word is matched as a whole. At most ${maxCharacters.search} characters; a blank string does not filter. Null: all alerts.`,
  })
  text?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Text that the notes must contain, case-insensitive; at most ${maxCharacters.search} characters. The empty string does not filter. Null: all alerts.`,
  })
  notes?: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Alerts with a target due before this time that was met late or is unmet. With the current time, alerts that missed a target match; with a later time, alerts whose unmet target is due before then also match. Null: all alerts.',
  })
  breachedBefore?: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Alerts with an unmet target due before this time. With the current time, overdue alerts match; with a later time, alerts that become overdue before then also match. Null: all alerts.',
  })
  dueBefore?: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Alerts whose unmet targets are all due at or after this time, and alerts without unmet targets, such as closed alerts. With the current time, alerts that are not overdue match. Null: all alerts.',
  })
  dueAfter?: Date | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Alerts assigned to any of these people; your own id is `viewer { id }`. Null: all alerts.',
  })
  assigneeId?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only assigned alerts. False: only unassigned alerts. Null: both.',
  })
  isAssigned?: boolean | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Alerts with a comment that mentions any of these people; your own id is `viewer { id }`. Null: all alerts.',
  })
  mentionedId?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Alerts in any of these incidents, by global id. Null: all alerts.',
  })
  incidentId?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only alerts in an incident. False: only alerts in no incident. Null: both.',
  })
  hasIncident?: boolean | null;

  @Field(() => SuppressedAlerts, {
    nullable: true,
    description: 'Whether suppressed alerts match. Null or omitted: only alerts that are not suppressed.',
  })
  suppressed?: SuppressedAlerts | null;
}

@InputType('AlertOrder', { description: 'Sort order of alerts.' })
export class AlertOrder {
  // No default values, because buildSubgraphSchema would pass enum defaults on by name instead of value.
  @Field(() => AlertOrderField, { nullable: true, description: 'Sort key; default CREATED_AT.' })
  field?: AlertOrderField | null;

  @Field(() => OrderDirection, { nullable: true, description: 'Sort direction; default DESC.' })
  direction?: OrderDirection | null;
}

export const AlertConnection = connectionType(Alert, {
  name: 'Alert',
  node: 'alert',
  description: 'A page of alerts, with statistics of all alerts that match the filter.',
  isBidirectional: true,
});

export const EndpointAlertConnection = connectionType(Alert, {
  name: 'EndpointAlert',
  node: 'alert',
  description:
    'A page of the alerts of an endpoint, excluding suppressed alerts. For the total, see `Endpoint.totalAlerts` and `Endpoint.openAlerts`.',
});

/** The REST schema "AlertListResponse" (specification, section 2). */
@ObjectType('AlertPage', { description: 'A page of alerts by offset.' })
@Directive('@inaccessible')
export class AlertPage {
  @Field(() => [Alert], { description: 'Alerts of this page; empty if `offset` is `total` or more.' })
  nodes!: Alert[];

  @Field(() => Int, { description: 'Number of alerts that match the filter, on all pages.' })
  total!: number;

  @Field(() => Int, { description: 'Value of the argument `limit`.' })
  limit!: number;

  @Field(() => Int, { description: 'Value of the argument `offset`.' })
  offset!: number;
}
