import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { Domain } from '../domains/types.js';
import { LookAlikeKind } from './rules/look-alikes.js';

enumType(LookAlikeKind, {
  name: 'LookAlikeKind',
  description: 'Kind of similarity of a name to a brand.',
  values: {
    CONFUSABLE: 'Confusable characters: `rn` and `m`, `0` and `o`, letters of other alphabets.',
    EDIT: 'Edit distance 1: one character is added, removed or different; other characters may also be confusable.',
  },
});

@ObjectType('LookAlike', { description: 'An active domain name that looks like a brand.' })
export class LookAlike {
  @Field(() => Domain, { description: 'Domain name with its observations in all zones.' })
  domain!: Domain;

  @Field(() => String, { description: 'Domain name in Unicode; in Punycode if the Punycode is not valid.' })
  unicodeName!: string;

  @Field(() => String, { description: 'Name of the zone, such as `com`.' })
  zone!: string;

  @Field(() => LookAlikeKind, { description: 'Kind of similarity to the brand.' })
  kind!: LookAlikeKind;

  @Field(() => GraphQLDateTime, {
    description:
      'Start of the current uninterrupted period in which the name has been in the zone; not earlier than the oldest stored observation.',
  })
  activeSince!: Date;
}

export const LookAlikeConnection = connectionType(LookAlike, {
  name: 'LookAlike',
  node: 'look-alike',
  description:
    'A page of look-alikes, ordered by label and zone. It has no `totalCount`: counting would check every candidate in every zone.',
});
