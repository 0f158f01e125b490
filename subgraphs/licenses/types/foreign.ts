import { Directive, Field, ID, ObjectType } from 'type-graphql';

@ObjectType('Endpoint', { simpleResolvers: true })
@Directive('@key(fields: "tenantId hostname")')
export class Endpoint {
  @Field(() => ID)
  tenantId!: string;

  @Field(() => String)
  hostname!: string;
}

@ObjectType('Domain', { simpleResolvers: true })
@Directive('@key(fields: "name")')
export class Domain {
  @Field(() => String)
  name!: string;
}
