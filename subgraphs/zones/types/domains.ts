import { GraphQLDate, GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { LookAlikeKind } from '../vocabulary.js';
import { Observation } from './search.js';

registerEnumType(LookAlikeKind, {
  name: 'LookAlikeKind',
  description: 'Why a name looks like a brand.',
  valuesConfig: {
    CONFUSABLE: { description: 'Letters that look alike: `rn` and `m`, `0` and `o`, those of other alphabets.' },
    EDIT: { description: 'One character more, less, or another one.' },
  },
});

@ObjectType('Domain', { simpleResolvers: true, description: 'A domain name, as the zones know it.' })
@Directive('@key(fields: "name")')
export class Domain {
  @Field(() => String, { description: 'In lower case and Punycode, without a final dot.' })
  name!: string;

  @Field(() => String, { description: 'As people see it; as `name` where that is no valid Punycode.' })
  unicodeName!: string;

  @Field(() => [Observation], {
    description:
      'The latest observation of each pair in every zone; inactive ones within the time that the plan reads.',
  })
  @Directive('@listSize(assumedSize: 4)')
  observations!: Observation[];
}

@ObjectType('Endpoint', { simpleResolvers: true })
@Directive('@key(fields: "tenantId hostname")')
export class Endpoint {
  @Field(() => ID)
  tenantId!: string;

  @Field(() => String)
  hostname!: string;
}

@ObjectType('ObservationEdge', { simpleResolvers: true, description: 'An observation and its place in the list.' })
export class ObservationEdge {
  @Field(() => String, { description: 'Opaque mark of this place, for `after`.' })
  cursor!: string;

  @Field(() => Observation, { description: 'The observation.' })
  node!: Observation;
}

@ObjectType('ObservationConnection', {
  simpleResolvers: true,
  description: 'A page of observations, the newest first.',
})
export class ObservationConnection {
  @Field(() => [ObservationEdge], { description: 'Observations with their cursors.' })
  edges!: ObservationEdge[];

  @Field(() => [Observation], { description: 'The observations alone.' })
  nodes!: Observation[];

  @Field(() => PageInfo, { description: 'What lies before and after this page.' })
  pageInfo!: PageInfo;
}

@ObjectType('LookAlike', { simpleResolvers: true, description: 'A name in a zone that looks like a brand.' })
export class LookAlike {
  @Field(() => Domain, { description: 'The name.' })
  domain!: Domain;

  @Field(() => String, { description: 'The whole name as people see it.' })
  unicodeName!: string;

  @Field(() => String, { description: 'Name of the zone that it is in, such as `com`.' })
  zone!: string;

  @Field(() => LookAlikeKind, { description: 'Why it looks like the brand.' })
  kind!: LookAlikeKind;

  @Field(() => GraphQLDateTime, { description: 'Since when it is in the zone without a gap, as far as is known.' })
  activeSince!: Date;
}

@ObjectType('LookAlikeEdge', { simpleResolvers: true, description: 'A look-alike and its place in the list.' })
export class LookAlikeEdge {
  @Field(() => String, { description: 'Opaque mark of this place, for `after`.' })
  cursor!: string;

  @Field(() => LookAlike, { description: 'The look-alike.' })
  node!: LookAlike;
}

@ObjectType('LookAlikeConnection', { simpleResolvers: true, description: 'A page of look-alikes, by label and zone.' })
export class LookAlikeConnection {
  @Field(() => [LookAlikeEdge], { description: 'Look-alikes with their cursors.' })
  edges!: LookAlikeEdge[];

  @Field(() => [LookAlike], { description: 'The look-alikes alone.' })
  nodes!: LookAlike[];

  @Field(() => PageInfo, { description: 'What lies before and after this page.' })
  pageInfo!: PageInfo;
}

@ObjectType('ZoneDayCount', {
  simpleResolvers: true,
  description: 'How the names of a zone changed on one day, in UTC.',
})
export class ZoneDayCount {
  @Field(() => GraphQLDate, { description: 'The day.' })
  day!: Date;

  @Field(() => Float, { description: 'Names that came, a whole number; all of them with the first import.' })
  added!: number;

  @Field(() => Float, { description: 'Names that went, a whole number.' })
  removed!: number;
}
