import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AlertStatus, ChangeInterface, Platform, Prediction, Severity } from '../vocabulary.js';

registerEnumType(AlertStatus, {
  name: 'AlertStatus',
  description: 'Where an alert stands in its handling. Any status may follow any other.',
  valuesConfig: {
    OPEN: { description: 'Nobody has looked at it yet; every alert starts here.' },
    ACKNOWLEDGED: { description: 'Somebody has seen it.' },
    INVESTIGATING: { description: 'Somebody is working on it.' },
    RESOLVED: { description: 'Done; a true positive when a verdict set it.' },
    FALSE_POSITIVE: { description: 'Done; there was no attack.' },
  },
});

registerEnumType(Severity, {
  name: 'Severity',
  description: 'How grave an alert is; follows from `attackProb`.',
  valuesConfig: {
    LOW: { description: '`attackProb` below 0.70.' },
    MEDIUM: { description: '`attackProb` from 0.70 to below 0.85.' },
    HIGH: { description: '`attackProb` from 0.85 to below 0.95.' },
    CRITICAL: { description: '`attackProb` of 0.95 and more.' },
  },
});

registerEnumType(Prediction, {
  name: 'Prediction',
  description: 'Raw label that the model gave.',
  valuesConfig: {
    ATTACK: { description: 'It saw an attack; only this opens alerts.' },
    BENIGN: { description: 'It saw none.' },
    ERROR: { description: 'It failed.' },
  },
});

registerEnumType(ChangeInterface, {
  name: 'ChangeInterface',
  description: 'The interface through which a change came in.',
  valuesConfig: {
    REST: { description: 'A documented path.' },
    GRAPHQL: { description: 'This graph.' },
    COMMAND_LINE: { description: 'The `rampart` command.' },
  },
});

/** Specification, section 2, "AlertResponse". Fields that are not read from a row have a resolver. */
@ObjectType('Alert', {
  simpleResolvers: true,
  description: 'A security alert for one endpoint: one or more inferences of a model, merged by deduplication.',
})
@Directive('@key(fields: "id")')
export class Alert {
  @Field(() => ID, { description: 'UUID of the alert.' })
  id!: string;

  @Field(() => ID, { description: 'Tenant that the alert belongs to.' })
  tenantId!: string;

  @Field(() => String, { description: 'Hostname of the endpoint, in lower case.' })
  endpointId!: string;

  @Field(() => Severity, { description: 'Derived from `attackProb`.' })
  severity!: Severity;

  @Field(() => AlertStatus, { description: 'Where the alert stands in its handling.' })
  status!: AlertStatus;

  @Field(() => Platform, { description: 'Operating system of the endpoint, by the most recent inference.' })
  platform!: Platform;

  @Field(() => Float, { description: 'Greatest probability of an attack among the merged inferences, 0 to 1.' })
  attackProb!: number;

  @Field(() => Float, { description: 'Confidence of the model in the inference with the greatest `attackProb`.' })
  confidence!: number;

  @Field(() => Prediction, { description: 'Label of the inference with the greatest `attackProb`.' })
  prediction!: Prediction;

  @Field(() => [String], {
    description: 'Attack technique identifiers of all merged inferences, such as T1059.001, in order of appearance.',
  })
  ttpTechniques!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Technique description of the most recent inference; null when it has none.',
  })
  ttpExplanation!: string | null;

  @Field(() => [ID], { description: 'All inferences that were merged into this alert, in order of arrival.' })
  inferenceIds!: string[];

  @Field(() => [String], {
    description: 'Other endpoints of the tenant with an alert within the correlation window of this one, sorted.',
  })
  @Directive('@listSize(assumedSize: 5)')
  @Directive('@cost(weight: 1)')
  relatedEndpoints!: string[];

  @Field(() => Float, { description: 'Time of the first contributing inference, Unix epoch seconds.' })
  firstSeenEpoch!: number;

  @Field(() => Float, { description: 'Time of the latest contributing inference, Unix epoch seconds.' })
  lastSeenEpoch!: number;

  @Field(() => Float, { description: 'When the alert was opened, Unix epoch seconds.' })
  createdAtEpoch!: number;

  @Field(() => Float, { description: 'When the alert last changed, Unix epoch seconds.' })
  updatedAtEpoch!: number;

  @Field(() => String, { description: 'Free notes of the analysts; empty when there are none.' })
  analystNotes!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Who moved the alert to its status last; null when nobody said so.',
  })
  resolvedBy!: string | null;

  @Field(() => String, { description: 'Model behind the inferences.' })
  modelName!: string;

  @Field(() => Int, { description: 'Nodes in the graph behind the most recent inference.' })
  numNodes!: number;

  @Field(() => Int, { description: 'Edges in the graph behind the most recent inference.' })
  numEdges!: number;
}

@ObjectType('AlertTransition', {
  simpleResolvers: true,
  description: 'One change of the status of an alert. Transitions are only ever added.',
})
export class AlertTransition {
  @Field(() => GraphQLDateTime, { description: 'When it happened.' })
  at!: Date;

  @Field(() => AlertStatus, { description: 'Status before.' })
  fromStatus!: AlertStatus;

  @Field(() => AlertStatus, { description: 'Status after; the same as before when it was set again.' })
  toStatus!: AlertStatus;

  @Field(() => String, { description: 'The caller as the gateway knows it; `anonymous` when it did not say.' })
  caller!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Analyst or service account that the request named; null when it named nobody.',
  })
  resolvedBy!: string | null;

  @Field(() => String, { nullable: true, description: 'Notes given with the change; null when none were given.' })
  notes!: string | null;

  @Field(() => ChangeInterface, { description: 'Interface that the change came through.' })
  via!: ChangeInterface;
}

@ObjectType('AlertVerdict', {
  simpleResolvers: true,
  description: 'One verdict of an analyst on an alert. Verdicts are only ever added.',
})
export class AlertVerdict {
  @Field(() => GraphQLDateTime, { description: 'When it was given.' })
  at!: Date;

  @Field(() => Boolean, { description: 'True: there was an attack. False: there was none.' })
  isTruePositive!: boolean;

  @Field(() => String, { description: 'Model of the alert when the verdict was given.' })
  modelName!: string;

  @Field(() => String, { description: 'The caller as the gateway knows it; `anonymous` when it did not say.' })
  caller!: string;

  @Field(() => String, { nullable: true, description: 'Analyst that the request named; null when it named nobody.' })
  analyst!: string | null;

  @Field(() => String, { nullable: true, description: 'Notes given with the verdict; null when none were given.' })
  notes!: string | null;

  @Field(() => ChangeInterface, { description: 'Interface that the verdict came through.' })
  via!: ChangeInterface;
}

@ObjectType('AlertAccess', { simpleResolvers: true, description: 'What the caller may see and change of the alerts.' })
export class AlertAccess {
  @Field(() => ID, { nullable: true, description: 'Only what belongs to this tenant; null: what belongs to any.' })
  tenantId!: string | null;

  @Field(() => Boolean, { description: 'Whether the caller may change alerts; false for tokens of the role `viewer`.' })
  canChange!: boolean;
}
