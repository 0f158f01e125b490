import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { enumType, Node } from '../../../platform/graph/index.js';
import { AlertPerson } from '../people/types.js';
import { AlertStatus, ChangeInterface, Platform, Prediction, Severity } from '../vocabulary.js';

enumType(AlertStatus, {
  name: 'AlertStatus',
  description: 'Triage status of an alert. Any status can be changed to any other.',
  values: {
    OPEN: 'New; the initial status of every alert.',
    ACKNOWLEDGED: 'Seen by an analyst, not yet investigated.',
    INVESTIGATING: 'Under investigation.',
    RESOLVED: 'Closed. If a verdict set the status, the alert is a true positive.',
    FALSE_POSITIVE: 'Closed: there was no attack.',
  },
});

enumType(Severity, {
  name: 'Severity',
  description: 'Severity of an alert, derived from `attackProb`.',
  values: {
    LOW: '`attackProb` below 0.70.',
    MEDIUM: '`attackProb` from 0.70 to below 0.85.',
    HIGH: '`attackProb` from 0.85 to below 0.95.',
    CRITICAL: '`attackProb` of 0.95 or more.',
  },
});

enumType(Prediction, {
  name: 'Prediction',
  description: 'Label that the model assigned to an inference.',
  values: {
    ATTACK: 'Attack; only inferences with this label open or join alerts.',
    BENIGN: 'No attack.',
    ERROR: 'The model reported an error instead of a result.',
  },
});

enumType(ChangeInterface, {
  name: 'ChangeInterface',
  description: 'Interface through which a change was made.',
  values: {
    REST: 'The REST API.',
    GRAPHQL: 'The GraphQL API.',
    COMMAND_LINE: 'The `rampart` command line.',
  },
});

/** Options of the field `caller` in transitions and verdicts. */
const callerField = {
  description: 'Name of the authenticated person or token; `anonymous` for a caller without credentials.',
};
const statedActorField = {
  nullable: true,
  description:
    'Person or service account that the request names, as unverified free text (`resolved_by` and `analyst` in REST); null if the request names none.',
};
const actorField = {
  nullable: true,
  description: '`statedActor`, otherwise `caller`; null for an anonymous caller without `statedActor`.',
};

/** The REST schema "AlertResponse" (specification, section 2). Computed fields have resolvers. */
@ObjectType('Alert', {
  implements: Node,
  description: 'A security alert for one endpoint: one or more inferences of a model, merged by deduplication.',
})
@Directive('@key(fields: "id")')
export class Alert extends Node {
  @Field(() => ID, { description: 'UUID of the alert; also its global id.' })
  declare id: string;

  @Field(() => ID, { description: 'Id of the tenant that the alert belongs to.' })
  tenantId!: string;

  @Field(() => String, {
    description:
      'Hostname of the endpoint, in lower case; for an alert about a confirmed brand hit, the name of the hit.',
  })
  endpointId!: string;

  @Field(() => Severity, { description: 'Severity, derived from `attackProb`.' })
  severity!: Severity;

  @Field(() => AlertStatus, { description: 'Triage status.' })
  status!: AlertStatus;

  @Field(() => Platform, { description: 'Operating system of the endpoint, according to the most recent inference.' })
  platform!: Platform;

  @Field(() => Float, { description: 'Maximum attack probability of the merged inferences, 0 to 1.' })
  attackProb!: number;

  @Field(() => Float, {
    description: 'Confidence of the model in the inference with the maximum `attackProb`, 0 to 1.',
  })
  confidence!: number;

  @Field(() => Prediction, { description: 'Label of the inference with the maximum `attackProb`.' })
  prediction!: Prediction;

  @Field(() => [String], {
    description: 'Attack technique identifiers of all merged inferences, such as T1059.001, in order of appearance.',
  })
  ttpTechniques!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Description of the techniques, from the most recent inference; null if that inference has none.',
  })
  ttpExplanation!: string | null;

  @Field(() => [ID], { description: 'Ids of all inferences merged into this alert, in order of arrival.' })
  inferenceIds!: string[];

  @Field(() => [String], {
    description:
      'Hostnames of other endpoints of the tenant with an alert, suppressed or not, within the correlation window of this alert (`[alerts] correlation_window_seconds`); sorted.',
  })
  @Directive('@listSize(assumedSize: 5)')
  @Directive('@cost(weight: 1)')
  relatedEndpoints!: string[];

  @Field(() => GraphQLDateTime, { description: 'Time of the earliest merged inference.' })
  firstSeen!: Date;

  @Field(() => GraphQLDateTime, { description: 'Time of the latest merged inference.' })
  lastSeen!: Date;

  @Field(() => GraphQLDateTime, { description: 'Time when the alert was opened.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    description:
      'Time of the last change to the alert. Each change to the status or the assignee sets a different time; pass the value as `expectedUpdatedAt` to detect concurrent changes.',
  })
  updatedAt!: Date;

  @Field(() => Float, { description: 'Time of the earliest merged inference, in Unix epoch seconds.' })
  @Directive('@inaccessible')
  firstSeenEpoch!: number;

  @Field(() => Float, { description: 'Time of the latest merged inference, in Unix epoch seconds.' })
  @Directive('@inaccessible')
  lastSeenEpoch!: number;

  @Field(() => Float, { description: 'Time when the alert was opened, in Unix epoch seconds.' })
  @Directive('@inaccessible')
  createdAtEpoch!: number;

  @Field(() => Float, { description: 'Time of the last change to the alert, in Unix epoch seconds.' })
  @Directive('@inaccessible')
  updatedAtEpoch!: number;

  @Field(() => String, { description: 'Notes of analysts, as free text; empty if there are none.' })
  notes!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Person or service account that last set the status, as stated in the request (unverified free text). If the request states none, the value becomes the name of the authenticated caller, but REST requests and anonymous callers leave it unchanged. Null if never set, or if a request cleared it with an empty string. For authenticated callers, see `transitions { caller }`.',
  })
  actor!: string | null;

  @Field(() => String, { description: 'Name of the model that produced the inferences.' })
  modelName!: string;

  @Field(() => Int, { description: 'Number of nodes in the graph of the most recent inference.' })
  numNodes!: number;

  @Field(() => Int, { description: 'Number of edges in the graph of the most recent inference.' })
  numEdges!: number;

  @Field(() => Int, { description: 'Number of comments.' })
  commentCount!: number;
}

@ObjectType('AlertAssignment', { description: 'A change of the assignee of an alert. Assignments are append-only.' })
export class AlertAssignment {
  @Field(() => GraphQLDateTime, { description: 'Time of the change.' })
  at!: Date;

  @Field(() => AlertPerson, { nullable: true, description: 'Assignee before the change; null if there was none.' })
  from!: AlertPerson | null;

  @Field(() => AlertPerson, {
    nullable: true,
    description: 'Assignee after the change; null if the alert was unassigned.',
  })
  to!: AlertPerson | null;

  @Field(() => String, { description: 'Name of the authenticated person or token that made the change.' })
  caller!: string;

  @Field(() => ChangeInterface, { description: 'Interface through which the change was made.' })
  via!: ChangeInterface;
}

@ObjectType('AlertTransition', { description: 'A change of the status of an alert. Transitions are append-only.' })
export class AlertTransition {
  @Field(() => GraphQLDateTime, { description: 'Time of the change.' })
  at!: Date;

  @Field(() => AlertStatus, { description: 'Status before the change.' })
  fromStatus!: AlertStatus;

  @Field(() => AlertStatus, {
    description: 'Status after the change; the same as `fromStatus` if the status was set again.',
  })
  toStatus!: AlertStatus;

  @Field(() => String, callerField)
  caller!: string;

  @Field(() => String, statedActorField)
  statedActor!: string | null;

  @Field(() => String, actorField)
  actor!: string | null;

  @Field(() => String, { nullable: true, description: 'Notes in the request; null if it contained none.' })
  notes!: string | null;

  @Field(() => ChangeInterface, { description: 'Interface through which the change was made.' })
  via!: ChangeInterface;
}

@ObjectType('AlertVerdict', { description: 'A verdict of an analyst on an alert. Verdicts are append-only.' })
export class AlertVerdict {
  @Field(() => GraphQLDateTime, { description: 'Time of the verdict.' })
  at!: Date;

  @Field(() => Boolean, { description: 'True: the alert is a true positive; false: it is a false positive.' })
  isTruePositive!: boolean;

  @Field(() => String, {
    description: 'Name of the model of the alert at the time of the verdict; see `Alert.modelName`.',
  })
  modelName!: string;

  @Field(() => String, callerField)
  caller!: string;

  @Field(() => String, statedActorField)
  statedActor!: string | null;

  @Field(() => String, actorField)
  actor!: string | null;

  @Field(() => String, { nullable: true, description: 'Notes in the request; null if it contained none.' })
  notes!: string | null;

  @Field(() => ChangeInterface, { description: 'Interface through which the verdict was submitted.' })
  via!: ChangeInterface;
}

@ObjectType('AlertAccess', { description: 'Your permissions on alerts.' })
export class AlertAccess {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the tenant to which you are restricted; null if you may access several or all tenants.',
  })
  tenantId!: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Ids of the tenants to which you are restricted; null if you may access all tenants.',
  })
  tenants!: readonly string[] | null;

  @Field(() => Boolean, {
    description:
      'Whether you may change alerts: true for the roles `analyst` and `admin`, and for anonymous callers while `[auth] alerts` is `open`.',
  })
  canChange!: boolean;
}
