import { Directive, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, Node } from '../../../platform/graph/index.js';
import { BulkRegistrationKind } from './vocabulary.js';

enumType(BulkRegistrationKind, {
  name: 'BulkRegistrationKind',
  description: 'Kind of pattern that the names of a bulk registration have in common.',
  values: {
    SHARED: 'The names share a part: `{*}-verify`, `northwind{*}`.',
    NUMBERED: 'The names differ only in a number: `secure-login-{n}`.',
    VARIANTS: 'Each name differs from another name in one or two characters: `~northwind`.',
    RANDOM: 'The names look like random characters of the same kind: `{8-12 letters}`.',
  },
});

/** Computed fields are declared in the class `BulkRegistrationResolver`. */
@ObjectType('BulkRegistration', {
  implements: Node,
  description:
    'Similar names that were added to a zone on one day (UTC) with the same nameservers. Names of the first import of a zone belong to no bulk registration.',
})
@Directive('@key(fields: "id")')
export class BulkRegistration extends Node {
  @Field(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  declare id: string;

  @Field(() => String, { description: 'Name of the zone, such as `com`.' })
  zone!: string;

  @Field(() => [String], { description: 'Nameservers of the names on `day`, sorted, with a trailing dot.' })
  nameservers!: readonly string[];

  @Field(() => BulkRegistrationKind, { description: 'Kind of pattern that the names have in common.' })
  kind!: BulkRegistrationKind;

  @Field(() => String, {
    description:
      'Pattern of the labels in Unicode: `{n}` is a number, `{*}` any text; `~` precedes a name that the others are variants of; `{8-12 letters}` is 8 to 12 random letters, likewise `digits` or `letters and digits`.',
  })
  pattern!: string;

  @Field(() => Int, { description: 'Number of names in the bulk registration; at least 5.' })
  size!: number;

  @Field(() => Float, {
    description:
      'Number of names that would fit the pattern by chance, estimated from names that were added to the zone with other nameservers or on earlier days.',
  })
  expectedSize!: number;

  @Field(() => Float, {
    description:
      'Similarity of the names, 0 to 1. For SHARED: the share of their characters in the common part. For NUMBERED: 1. For VARIANTS: 1 minus the average edit distance to the name in `pattern`, divided by the length of that name; at least 0. For RANDOM: the shortest length divided by the longest.',
  })
  similarity!: number;

  @Field(() => Float, {
    description:
      'Strength of the evidence that the names were registered together, 0 to 1: the share of the names that chance does not explain. Reduced for few names, for dissimilar names, and for nameservers that usually gain as many names in a day.',
  })
  score!: number;

  @Field(() => Int, {
    description:
      'Number of names that were added to the zone on `day` with these nameservers, whether or not they match the pattern.',
  })
  registrations!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Average of `registrations` over the days with imports among the 28 preceding days; null if there were fewer than 3 such days.',
  })
  usualRegistrations!: number | null;
}

export const BulkRegistrationConnection = connectionType(BulkRegistration, {
  name: 'BulkRegistration',
  node: 'bulk registration',
  description: 'A page of bulk registrations, newest day first, then highest score first.',
});

@ObjectType('BulkRegistrationName', { description: 'A domain name that belongs to a bulk registration.' })
export class BulkRegistrationName {
  @Field(() => String, { description: 'Domain name in lower case and Punycode, without a trailing dot.' })
  name!: string;
}

export const BulkRegistrationNameConnection = connectionType(BulkRegistrationName, {
  name: 'BulkRegistrationName',
  node: 'name',
  description: 'A page of the names of a bulk registration, sorted.',
});
