import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { Domain } from '../domains/types.js';
import { LookAlikeKind } from './rules/look-alikes.js';

registerEnumType(LookAlikeKind, {
  name: 'LookAlikeKind',
  description: 'Why a name looks like a brand.',
  valuesConfig: {
    CONFUSABLE: { description: 'Letters that look alike: `rn` and `m`, `0` and `o`, those of other alphabets.' },
    EDIT: { description: 'One character more, less, or another one.' },
  },
});

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
