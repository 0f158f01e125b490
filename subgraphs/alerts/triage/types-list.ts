import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { AlertOrderField, AlertStatus, OrderDirection, Platform, Severity } from '../vocabulary.js';
import { Alert } from './types.js';

registerEnumType(AlertOrderField, {
  name: 'AlertOrderField',
  description: 'What alerts are ordered by. Alerts that are equal in it follow each other by id.',
  valuesConfig: {
    CREATED_AT: { description: 'When the alert was opened: stable while alerts merge.' },
    LAST_SEEN: { description: 'When its latest inference was made.' },
    ATTACK_PROB: { description: 'The score of the model.' },
    SEVERITY: { description: 'The severity, and the score within one severity.' },
  },
});

registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Direction of an order.',
  valuesConfig: {
    ASC: { description: 'The least, or the oldest, first.' },
    DESC: { description: 'The greatest, or the newest, first.' },
  },
});

@InputType('AlertFilter', {
  description: `Which alerts to take. Fields that are given all have to hold; of a list, any one value, of at most ${maxItems.filterValues}. Null is not given.`,
})
export class AlertFilter {
  @Field(() => ID, { nullable: true, description: 'Only this tenant. The empty string matches nothing.' })
  tenantId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only this endpoint; the case of the hostname does not matter.' })
  endpointId?: string | null;

  @Field(() => [Severity], { nullable: true, description: 'Only these severities.' })
  severity?: Severity[] | null;

  @Field(() => [AlertStatus], { nullable: true, description: 'Only these statuses.' })
  status?: AlertStatus[] | null;

  @Field(() => [Platform], { nullable: true, description: 'Only these operating systems.' })
  platform?: Platform[] | null;

  @Field(() => [String], { nullable: true, description: 'Only alerts that show one of these techniques.' })
  technique?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only these models.' })
  modelName?: string[] | null;

  @Field(() => Float, { nullable: true, description: 'Least `attackProb`, inclusive.' })
  minAttackProb?: number | null;

  @Field(() => Float, { nullable: true, description: 'Greatest `attackProb`, inclusive.' })
  maxAttackProb?: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Only alerts still seen at or after this time, to the millisecond.',
  })
  seenAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only alerts first seen before this time.' })
  seenBefore?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only alerts opened at or after this time.' })
  createdAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only alerts opened before this time.' })
  createdBefore?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: `Only alerts whose notes contain this text, whatever its case; at most ${maxCharacters.search} characters.`,
  })
  notes?: string | null;
}

@InputType('AlertOrder', { description: 'Order of a list of alerts.' })
export class AlertOrder {
  // No default values: buildSubgraphSchema hands them on in the spelling of the graph.
  @Field(() => AlertOrderField, { nullable: true, description: 'What to order by; CREATED_AT when not given.' })
  field?: AlertOrderField | null;

  @Field(() => OrderDirection, { nullable: true, description: 'In which direction; DESC when not given.' })
  direction?: OrderDirection | null;
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
