import { Directive, Field, ObjectType } from 'type-graphql';

@ObjectType('PageInfo', { simpleResolvers: true, description: 'What lies before and after a page of a connection.' })
@Directive('@shareable')
export class PageInfo {
  @Field(() => Boolean, { description: 'There is more after this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'There is more before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null on an empty page.' })
  endCursor!: string | null;
}
