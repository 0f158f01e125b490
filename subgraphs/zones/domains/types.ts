import { Directive, Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { Observation } from '../search/types.js';

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
