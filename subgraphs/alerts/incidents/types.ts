import { Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, Node } from '../../../platform/graph/index.js';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { Alert } from '../triage/types.js';
import { ChangeInterface, IncidentEntryKind, IncidentOrderField, IncidentStatus, Severity } from '../vocabulary.js';

enumType(IncidentStatus, {
  name: 'IncidentStatus',
  description:
    'Status of an incident. Any status can be changed to any other. The statuses of the alerts do not depend on it.',
  values: {
    OPEN: 'New; the initial status of every incident.',
    INVESTIGATING: 'Under investigation.',
    RESOLVED: 'Closed: the incident was handled.',
    FALSE_POSITIVE: 'Closed: there was no attack.',
  },
});

enumType(IncidentOrderField, {
  name: 'IncidentOrderField',
  description:
    'Sort key of incidents, in descending order. Incidents with equal values are sorted by id, in ascending order.',
  values: {
    UPDATED_AT: 'Time of the last change.',
    CREATED_AT: 'Time when the incident was opened.',
    SEVERITY: 'Severity, then the time of the last change; incidents without alerts are last.',
  },
});

enumType(IncidentEntryKind, {
  name: 'IncidentEntryKind',
  description: 'Kind of entry in the timeline of an incident.',
  values: {
    OPENED:
      'The incident was opened with the title `after`; if it was split off, `other` is the incident that contained the alerts before.',
    ALERTS_ADDED: 'Alerts that were in no incident were added.',
    ALERTS_REMOVED: 'Alerts were removed; they no longer belong to an incident.',
    MERGED: 'The incident `other`, whose title was `before`, was merged into this incident, with all of its alerts.',
    SPLIT: 'Alerts were moved to the new incident `other` with the title `after`.',
    STATUS: 'The status was changed from `before` to `after`.',
    OWNER: 'The owner was changed from `before` to `after`; null: no owner.',
    TITLE: 'The title was changed from `before` to `after`.',
    COMMENT: 'The comment `body` was added.',
  },
});

/** Computed fields have resolvers. */
@ObjectType('Incident', {
  implements: Node,
  description: 'Alerts of one tenant that are handled together. An alert belongs to at most one incident.',
})
@Directive('@key(fields: "id")')
export class Incident extends Node {
  @Field(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  declare id: string;

  @Field(() => ID, { description: 'Tenant that the incident belongs to.' })
  tenantId!: string;

  @Field(() => String, { description: 'Title; Rampart generates it for incidents that it opens automatically.' })
  title!: string;

  @Field(() => IncidentStatus, { description: 'Whether the incident is open, under investigation or closed.' })
  status!: IncidentStatus;

  @Field(() => Severity, {
    nullable: true,
    description: 'Highest severity of the alerts; null if the incident contains no alerts, for example after a merge.',
  })
  severity!: Severity | null;

  @Field(() => Boolean, {
    description:
      'Whether Rampart opened the incident automatically; false if a person or program opened it. See the setting `[alerts] incident_min_alerts`.',
  })
  isAutomatic!: boolean;

  @Field(() => Int, {
    description: 'Number of comments in the timeline, excluding those of incidents that were merged into this one.',
  })
  commentCount!: number;
}

@ObjectType('IncidentValueCount', {
  description: 'Number of alerts of an incident on one endpoint or with one technique.',
})
export class IncidentValueCount {
  @Field(() => String, { description: 'Hostname of the endpoint or identifier of the technique.' })
  value!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the technique; null for endpoints and for techniques that ATT&CK does not contain.',
  })
  name!: string | null;

  @Field(() => Int, { description: 'Number of alerts of the incident with this value.' })
  count!: number;
}

@ObjectType('IncidentEntry', { description: 'An entry in the timeline of an incident. The timeline is append-only.' })
export class IncidentEntry {
  @Field(() => IncidentEntryKind, { description: 'Kind of change that the entry records.' })
  kind!: IncidentEntryKind;

  @Field(() => ChangeInterface, {
    nullable: true,
    description: 'Interface through which the change was made; null if Rampart made the change automatically.',
  })
  via!: ChangeInterface | null;

  @Field(() => Int, {
    description:
      'Number of alerts with which the incident was opened, or that were added, removed or moved; 0 for other kinds.',
  })
  alertCount!: number;

  @Field(() => [ID], {
    description: 'UUIDs of the alerts that `alertCount` counts; the first 100 in ascending order.',
  })
  alertIds!: string[];

  @Field(() => String, {
    nullable: true,
    description:
      'For STATUS, OWNER and TITLE, the value before the change: the status in lower case, the name of the owner, or the title. For MERGED, the title of `other`. Null for other kinds, and if there was no owner.',
  })
  before!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'For STATUS, OWNER and TITLE, the value after the change: the status in lower case, the name of the owner, or the title. For OPENED, the title; for SPLIT, the title of `other`. Null for other kinds, and if the owner was removed.',
  })
  after!: string | null;

  @Field(() => String, { nullable: true, description: 'Text of the comment; null for other kinds.' })
  body!: string | null;
}

@InputType('IncidentFilter', {
  description: `Filter for incidents. An incident matches if it matches every field, and any value of each list. A list has at most ${maxItems.filterValues} values; an empty list matches nothing. Null and omitted fields do not filter, except \`includeMerged\`.`,
})
export class IncidentFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the tenant. The empty string matches nothing. Null: all tenants.',
  })
  tenantId?: string | null;

  @Field(() => [IncidentStatus], {
    nullable: true,
    description: 'Incidents with any of these statuses. Null: all statuses.',
  })
  status?: IncidentStatus[] | null;

  @Field(() => [Severity], {
    nullable: true,
    description: 'Incidents with any of these severities. Null: all severities.',
  })
  severity?: Severity[] | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Ids of people: only incidents owned by any of them. Your own id is `viewer { id }`. Null: all incidents.',
  })
  ownerId?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only incidents with an owner. False: only incidents without an owner. Null: both.',
  })
  isOwned?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: `Substring of the title, case-insensitive; at most ${maxCharacters.search} characters. Null or empty: all titles.`,
  })
  title?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to include incidents that were merged into others; default false.',
  })
  includeMerged?: boolean | null;
}

export const IncidentConnection = connectionType(Incident, {
  name: 'Incident',
  node: 'incident',
  description: 'A page of incidents.',
  totalCount: { description: 'Exact number of incidents that match the filter, on all pages.', cost: 5 },
});

export const IncidentAlertConnection = connectionType(Alert, {
  name: 'IncidentAlert',
  node: 'alert',
  description: 'A page of the alerts of an incident. For the total, see `Incident.alertCount`.',
});

export const IncidentEntryConnection = connectionType(IncidentEntry, {
  name: 'IncidentEntry',
  node: 'entry',
  nodes: 'entries',
  description: 'A page of the timeline of an incident.',
});
