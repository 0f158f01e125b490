import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { AlertStatus, Platform, Severity } from '../vocabulary.js';
import { Alert } from './alert.js';

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

@ObjectType('AlertEdge', { simpleResolvers: true, description: 'An alert and its place in the list.' })
export class AlertEdge {
  @Field(() => String, { description: 'Opaque mark of this place, for `after` and `before`.' })
  cursor!: string;

  @Field(() => Alert, { description: 'The alert.' })
  node!: Alert;
}

@ObjectType('AlertConnection', {
  simpleResolvers: true,
  description: 'A page of alerts with what a dashboard shows beside it; everything under one filter.',
})
export class AlertConnection {
  @Field(() => [AlertEdge], { description: 'Alerts with their cursors.' })
  edges!: AlertEdge[];

  @Field(() => [Alert], { description: 'The alerts alone.' })
  nodes!: Alert[];

  @Field(() => PageInfo, { description: 'What lies before and after this page.' })
  pageInfo!: PageInfo;
}

/** Specification, section 2, "AlertListResponse". */
@ObjectType('AlertPage', { simpleResolvers: true, description: 'A page of alerts by offset.' })
export class AlertPage {
  @Field(() => [Alert], { description: 'The alerts of this page; empty beyond the end.' })
  nodes!: Alert[];

  @Field(() => Int, { description: 'Alerts that match, on all pages.' })
  total!: number;

  @Field(() => Int, { description: 'The limit that was asked for.' })
  limit!: number;

  @Field(() => Int, { description: 'The offset that was asked for.' })
  offset!: number;
}
