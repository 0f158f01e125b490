import { Directive, Field, ID, ObjectType } from 'type-graphql';

@ObjectType('Viewer')
@Directive('@key(fields: "id")')
export class Viewer {
  @Field(() => ID)
  id!: string;
}
