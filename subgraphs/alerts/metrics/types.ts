import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { enumType } from '../../../platform/graph/index.js';
import { AttackTactic, AttackTechnique } from '../attack/types.js';
import { AlertStatus, AlertTime, HistogramInterval, Platform, ResponseTimesKey, Severity } from '../vocabulary.js';

enumType(AlertTime, {
  name: 'AlertTime',
  description: 'Timestamp by which a histogram counts alerts.',
  values: {
    FIRST_SEEN: 'Time of the earliest inference.',
    LAST_SEEN: 'Time of the latest inference.',
    CREATED_AT: 'Time when the alert was opened.',
  },
});

enumType(HistogramInterval, {
  name: 'HistogramInterval',
  description:
    'Bucket width of a histogram. Buckets start at multiples of the width since the Unix epoch (1970-01-01T00:00:00Z).',
  values: {
    MINUTE: '60 seconds.',
    HOUR: '3600 seconds.',
    DAY: '86400 seconds, from midnight UTC.',
  },
});

@ObjectType('SeverityCount', { description: 'Number of alerts with one severity.' })
export class SeverityCount {
  @Field(() => Severity, { description: 'Severity of the alerts.' })
  value!: Severity;

  @Field(() => Int, { description: 'Number of alerts.' })
  count!: number;
}

@ObjectType('StatusCount', { description: 'Number of alerts with one status.' })
export class StatusCount {
  @Field(() => AlertStatus, { description: 'Status of the alerts.' })
  value!: AlertStatus;

  @Field(() => Int, { description: 'Number of alerts.' })
  count!: number;
}

@ObjectType('PlatformCount', { description: 'Number of alerts on one operating system.' })
export class PlatformCount {
  @Field(() => Platform, { description: 'Operating system of the endpoints.' })
  value!: Platform;

  @Field(() => Int, { description: 'Number of alerts.' })
  count!: number;
}

@ObjectType('EndpointCount', { description: 'Number of alerts of one endpoint that match the filter.' })
export class EndpointCount {
  @Field(() => String, { description: 'Hostname of the endpoint.' })
  value!: string;

  @Field(() => ID, { description: 'Id of the tenant of the endpoint.' })
  tenantId!: string;

  @Field(() => Int, { description: 'Number of alerts.' })
  count!: number;
}

@ObjectType('ValueCount', { description: 'Number of alerts with one value of a facet.' })
export class ValueCount {
  @Field(() => String, { description: 'Value of the facet: the name of a model, or the id of an ATT&CK technique.' })
  value!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the technique; null for models, and for techniques that ATT&CK does not contain.',
  })
  name?: string | null;

  @Field(() => Int, { description: 'Number of alerts.' })
  count!: number;
}

@ObjectType('AlertTechniqueCount', { description: 'Number of alerts with one technique.' })
export class AlertTechniqueCount {
  @Field(() => AttackTechnique, { description: 'Technique or sub-technique.' })
  technique!: AttackTechnique;

  @Field(() => Int, { description: 'Number of alerts.' })
  count!: number;
}

@ObjectType('AlertMatrixTechnique', {
  description: 'Numbers of alerts with one technique and with each of its sub-techniques.',
})
export class AlertMatrixTechnique {
  @Field(() => AttackTechnique, { description: 'Technique of the alerts.' })
  technique!: AttackTechnique;

  @Field(() => Int, { description: 'Number of alerts with the technique or any of its sub-techniques.' })
  count!: number;

  @Field(() => [AlertTechniqueCount], {
    description:
      'Counts for the sub-techniques that belong to the same tactic. Sub-techniques without alerts are omitted unless `includeEmpty` is true.',
  })
  @Directive('@listSize(assumedSize: 5)')
  subtechniques!: AlertTechniqueCount[];
}

@ObjectType('AlertMatrixTactic', { description: 'Number of alerts with techniques of one tactic.' })
export class AlertMatrixTactic {
  @Field(() => AttackTactic, { description: 'Tactic of the techniques.' })
  tactic!: AttackTactic;

  @Field(() => Int, { description: 'Number of alerts with the tactic itself or any of its techniques.' })
  count!: number;

  @Field(() => [AlertMatrixTechnique], {
    description: 'Counts by technique. Techniques without alerts are omitted unless `includeEmpty` is true.',
  })
  @Directive('@listSize(assumedSize: 30)')
  techniques!: AlertMatrixTechnique[];
}

@ObjectType('AlertAttackMatrix', {
  description:
    'Number of matching alerts by tactic and technique, as in the MITRE ATT&CK matrix. A revoked technique counts as the technique that replaced it. Each count equals the `totalCount` of `alerts` with the same filter and `attack: [<id>]`.',
})
export class AlertAttackMatrix {
  @Field(() => String, { description: 'Version of ATT&CK, such as 18.1.' })
  version!: string;

  @Field(() => String, { description: 'MITRE copyright notice, to be shown with the matrix.' })
  notice!: string;

  @Field(() => [AlertMatrixTactic], { description: 'All tactics, in the order of the matrix.' })
  @Directive('@listSize(assumedSize: 14)')
  tactics!: AlertMatrixTactic[];

  @Field(() => [AlertTechniqueCount], {
    description:
      'Counts for technique identifiers that are not in the matrix, because they are deprecated or unknown to ATT&CK, highest first; at most 100.',
  })
  @Directive('@listSize(assumedSize: 10)')
  others!: AlertTechniqueCount[];
}

@ObjectType('AlertFacets', {
  description: 'Numbers of matching alerts by value, highest number first. Values without alerts are omitted.',
})
export class AlertFacets {
  @Field(() => [SeverityCount], { description: 'Counts by severity.' })
  @Directive('@cost(weight: 50)')
  severity!: SeverityCount[];

  @Field(() => [StatusCount], { description: 'Counts by status.' })
  @Directive('@cost(weight: 50)')
  status!: StatusCount[];

  @Field(() => [PlatformCount], { description: 'Counts by operating system.' })
  @Directive('@cost(weight: 50)')
  platform!: PlatformCount[];

  @Field(() => [ValueCount], { description: 'Counts by model, at most `top`.' })
  @Directive('@cost(weight: 50)')
  model!: ValueCount[];

  @Field(() => [EndpointCount], { description: 'Counts by endpoint, at most `top`.' })
  @Directive('@cost(weight: 200)')
  endpoint!: EndpointCount[];

  @Field(() => [ValueCount], {
    description: 'Counts by technique, at most `top`. An alert counts once for each of its techniques.',
  })
  @Directive('@cost(weight: 200)')
  technique!: ValueCount[];
}

enumType(ResponseTimesKey, {
  name: 'ResponseTimesKey',
  description: 'Dimension by which response times are grouped.',
  values: {
    TENANT: 'Tenant of the alerts.',
    MODEL: 'Model of the alerts.',
    SEVERITY: 'Current severity of the alerts.',
  },
});

@ObjectType('AlertDurations', { description: 'Statistics of durations, in seconds.' })
export class AlertDurations {
  @Field(() => Int, { description: 'Number of alerts from which the statistics are computed.' })
  count!: number;

  @Field(() => Float, { description: 'Arithmetic mean.' })
  meanSeconds!: number;

  @Field(() => Float, { description: 'Median (50th percentile), interpolated.' })
  medianSeconds!: number;

  @Field(() => Float, { description: '90th percentile, interpolated.' })
  p90Seconds!: number;

  @Field(() => Float, { description: '95th percentile, interpolated.' })
  p95Seconds!: number;

  @Field(() => Float, { description: 'Maximum duration.' })
  maxSeconds!: number;
}

@ObjectType('AlertResponseTimes', {
  description: 'Response times of one group of alerts, computed from their status changes.',
})
export class AlertResponseTimes {
  @Field(() => ID, { nullable: true, description: 'Id of the tenant; null if alerts are not grouped by tenant.' })
  tenantId!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the model; null if alerts are not grouped by model.' })
  modelName!: string | null;

  @Field(() => Severity, { nullable: true, description: 'Severity; null if alerts are not grouped by severity.' })
  severity!: Severity | null;

  @Field(() => Int, {
    description: 'Number of alerts in the group, including alerts that have not been acknowledged or closed.',
  })
  alerts!: number;

  @Field(() => AlertDurations, {
    nullable: true,
    description:
      'Times to acknowledgement (MTTA), from the opening to the first status other than OPEN; for alerts that were restored before they were acknowledged, from the restoration. Null if no alert in the group has been acknowledged.',
  })
  acknowledged!: AlertDurations | null;

  @Field(() => AlertDurations, {
    nullable: true,
    description:
      'Times to resolution (MTTR) of closed alerts, from the opening to the last closing; for alerts that were restored before they were last closed, from the restoration. Null if no alert in the group is closed.',
  })
  resolved!: AlertDurations | null;
}

@ObjectType('AlertHistogramBucket', { description: 'Number of alerts in one time interval.' })
export class AlertHistogramBucket {
  @Field(() => GraphQLDateTime, { description: 'Start of the interval, inclusive.' })
  start!: Date;

  @Field(() => Int, { description: 'Number of alerts; may be 0.' })
  count!: number;

  @Field(() => [SeverityCount], {
    description: 'Counts by severity, most severe first. Severities without alerts are omitted.',
  })
  @Directive('@listSize(assumedSize: 4)')
  severity!: SeverityCount[];
}

/** The REST schema "HealthResponse" (specification, section 2). */
@ObjectType('AlertStoreStatus', { description: 'Liveness of the alert store.' })
export class AlertStoreStatus {
  @Field(() => String, { description: 'Always `ok`: if the store is not available, the query fails.' })
  status!: string;

  @Field(() => String, { description: 'Name of the service: `alert-api`.' })
  service!: string;

  @Field(() => Float, { description: 'Time since the process started serving alerts, in seconds.' })
  uptimeSeconds!: number;

  @Field(() => Int, { description: 'Number of stored alerts that you may read, suppressed or not.' })
  alertsCount!: number;
}

@ObjectType('ModelPrecision', { description: 'Precision of a model, computed from the verdicts on its alerts.' })
export class ModelPrecision {
  @Field(() => String, {
    description: 'Name of the model of the alerts at the time of their verdicts; see `Alert.modelName`.',
  })
  modelName!: string;

  @Field(() => Int, { description: 'Number of alerts with a verdict; the latest verdict of each alert counts.' })
  verdicts!: number;

  @Field(() => Int, { description: 'Number of verdicts that confirm an attack.' })
  truePositives!: number;

  @Field(() => Int, { description: 'Number of verdicts that rule out an attack.' })
  falsePositives!: number;

  @Field(() => Float, { description: 'True positives divided by verdicts, 0 to 1.' })
  precision!: number;
}
