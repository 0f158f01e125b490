import { Directive, Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../../platform/graph/index.js';
import { Observation } from '../search/types.js';

@ObjectType('Domain', {
  implements: Node,
  description: 'A domain name with its observations in all zones.',
})
@Directive('@key(fields: "id")')
@Directive('@key(fields: "name")')
export class Domain extends Node {
  @Field(() => String, { description: 'Domain name in lower case and Punycode, without a trailing dot.' })
  name!: string;

  @Field(() => String, { description: 'Domain name in Unicode; the same as `name` if `name` is not valid Punycode.' })
  unicodeName!: string;

  @Field(() => [Observation], {
    description:
      "Latest observation of each nameserver in every zone, sorted by zone (the root zone first, then the longest zone name) and nameserver; inactive observations only within the history of the caller's tier.",
  })
  @Directive('@listSize(assumedSize: 4)')
  observations!: Observation[];
}

@ObjectType('Endpoint')
@Directive('@key(fields: "tenantId hostname")')
export class Endpoint {
  @Field(() => ID)
  tenantId!: string;

  @Field(() => String)
  hostname!: string;
}
