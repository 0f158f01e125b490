import { Directive, Field, ObjectType } from 'type-graphql';

@ObjectType('PageInfo', { description: 'Information about pagination in a connection.' })
@Directive('@shareable')
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are more items after this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether there are more items before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null on an empty page.' })
  endCursor!: string | null;
}
