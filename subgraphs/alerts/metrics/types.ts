import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AlertStatus, AlertTime, HistogramInterval, Platform, Severity } from '../vocabulary.js';

registerEnumType(AlertTime, {
  name: 'AlertTime',
  description: 'The moment by which a histogram counts an alert.',
  valuesConfig: {
    FIRST_SEEN: { description: 'When its first inference was made.' },
    LAST_SEEN: { description: 'When its latest inference was made.' },
    CREATED_AT: { description: 'When it was opened.' },
  },
});

registerEnumType(HistogramInterval, {
  name: 'HistogramInterval',
  description: 'Width of the buckets of a histogram. Buckets start at multiples of the width in UTC.',
  valuesConfig: {
    MINUTE: { description: '60 seconds.' },
    HOUR: { description: '3600 seconds.' },
    DAY: { description: '86400 seconds, from midnight UTC.' },
  },
});

@ObjectType('SeverityCount', { simpleResolvers: true, description: 'How many alerts have a severity.' })
export class SeverityCount {
  @Field(() => Severity, { description: 'The severity.' })
  value!: Severity;

  @Field(() => Int, { description: 'Alerts that have it.' })
  count!: number;
}

@ObjectType('StatusCount', { simpleResolvers: true, description: 'How many alerts have a status.' })
export class StatusCount {
  @Field(() => AlertStatus, { description: 'The status.' })
  value!: AlertStatus;

  @Field(() => Int, { description: 'Alerts that have it.' })
  count!: number;
}

@ObjectType('PlatformCount', { simpleResolvers: true, description: 'How many alerts are on an operating system.' })
export class PlatformCount {
  @Field(() => Platform, { description: 'The operating system.' })
  value!: Platform;

  @Field(() => Int, { description: 'Alerts on it.' })
  count!: number;
}

@ObjectType('EndpointCount', { simpleResolvers: true, description: 'How many alerts an endpoint has.' })
export class EndpointCount {
  @Field(() => String, { description: 'Hostname of the endpoint.' })
  value!: string;

  @Field(() => ID, { description: 'Tenant of the endpoint.' })
  tenantId!: string;

  @Field(() => Int, { description: 'Alerts on it.' })
  count!: number;
}

@ObjectType('ValueCount', { simpleResolvers: true, description: 'How many alerts have a value.' })
export class ValueCount {
  @Field(() => String, { description: 'The value.' })
  value!: string;

  @Field(() => Int, { description: 'Alerts that have it.' })
  count!: number;
}

@ObjectType('AlertFacets', {
  simpleResolvers: true,
  description:
    'Counts of the alerts that match a filter, by value; the greatest count first. Values without alerts are left out.',
})
export class AlertFacets {
  @Field(() => [SeverityCount], { description: 'By severity.' })
  @Directive('@cost(weight: 50)')
  severity!: SeverityCount[];

  @Field(() => [StatusCount], { description: 'By status.' })
  @Directive('@cost(weight: 50)')
  status!: StatusCount[];

  @Field(() => [PlatformCount], { description: 'By operating system.' })
  @Directive('@cost(weight: 50)')
  platform!: PlatformCount[];

  @Field(() => [ValueCount], { description: 'By model.' })
  @Directive('@cost(weight: 50)')
  model!: ValueCount[];

  @Field(() => [EndpointCount], { description: 'By endpoint.' })
  @Directive('@cost(weight: 200)')
  endpoint!: EndpointCount[];

  @Field(() => [ValueCount], { description: 'By technique. An alert counts once for each of its techniques.' })
  @Directive('@cost(weight: 200)')
  technique!: ValueCount[];
}

@ObjectType('AlertHistogramBucket', { simpleResolvers: true, description: 'How many alerts fall into a span of time.' })
export class AlertHistogramBucket {
  @Field(() => GraphQLDateTime, { description: 'Start of the span, inclusive.' })
  start!: Date;

  @Field(() => Float, { description: '`start` in Unix epoch seconds.' })
  startEpoch!: number;

  @Field(() => Int, { description: 'Alerts in it; may be 0.' })
  count!: number;
}

/** Specification, section 2, "HealthResponse". */
@ObjectType('AlertStoreStatus', { simpleResolvers: true, description: 'Liveness of the alert store.' })
export class AlertStoreStatus {
  @Field(() => String, { description: '`ok` when the store is attached; otherwise the field fails.' })
  status!: string;

  @Field(() => String, { description: 'Always `alert-api`.' })
  service!: string;

  @Field(() => Float, { description: 'Seconds since the application started.' })
  uptimeSeconds!: number;

  @Field(() => Int, { description: 'Alerts in the store that the caller may see.' })
  alertsCount!: number;
}

@ObjectType('ModelPrecision', {
  simpleResolvers: true,
  description: 'How often verdicts confirmed the alerts of a model.',
})
export class ModelPrecision {
  @Field(() => String, { description: 'The model.' })
  modelName!: string;

  @Field(() => Int, { description: 'Verdicts on its alerts; a later verdict on an alert replaces the earlier one.' })
  verdicts!: number;

  @Field(() => Int, { description: 'Verdicts that confirmed an attack.' })
  truePositives!: number;

  @Field(() => Int, { description: 'Verdicts that denied an attack.' })
  falsePositives!: number;

  @Field(() => Float, { description: 'True positives divided by verdicts, 0 to 1.' })
  precision!: number;
}
