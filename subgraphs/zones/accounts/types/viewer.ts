import { Directive, Field, ID, ObjectType } from 'type-graphql';

@ObjectType('Viewer', { simpleResolvers: true })
@Directive('@key(fields: "id")')
export class Viewer {
  @Field(() => ID)
  id!: string;
}
