import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ID, InputType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { AlertOrderField, AlertStatus, OrderDirection, Platform, Severity } from '../vocabulary.js';
import './enums.js';

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
