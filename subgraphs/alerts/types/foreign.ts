import { Directive, Field, ID, ObjectType } from 'type-graphql';

@ObjectType('Controller', { simpleResolvers: true })
@Directive('@key(fields: "guid")')
export class Controller {
  @Field(() => ID)
  guid!: string;

  @Field(() => String)
  @Directive('@external')
  lastHostname!: string;
}

@ObjectType('Domain', { simpleResolvers: true })
@Directive('@key(fields: "name")')
export class Domain {
  @Field(() => String)
  name!: string;
}
