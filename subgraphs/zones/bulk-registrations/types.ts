import { Directive, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType, Node } from '../../../platform/graph/index.js';
import { BulkRegistrationKind } from './vocabulary.js';

registerEnumType(BulkRegistrationKind, {
  name: 'BulkRegistrationKind',
  description: 'Common pattern of the names of a bulk registration.',
  valuesConfig: {
    SHARED: { description: 'A part of the name: `{*}-verify`, `northwind{*}`.' },
    NUMBERED: { description: 'All of the name except a number: `secure-login-{n}`.' },
    VARIANTS: { description: 'Each differs in one or two characters from another one: `~northwind`.' },
    RANDOM: { description: 'They look like random characters of the same kind: `{8-12 letters}`.' },
  },
});

/** Computed fields have a resolver. */
@ObjectType('BulkRegistration', {
  implements: Node,
  simpleResolvers: true,
  description:
    'A cluster of similar names that were added to a zone on one day (UTC) with the same nameservers. Names of the first import of a zone are in no cluster.',
})
@Directive('@key(fields: "id")')
export class BulkRegistration extends Node {
  @Field(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  declare id: string;

  @Field(() => String, { description: 'Name of the zone, such as `com`.' })
  zone!: string;

  @Field(() => [String], { description: 'Nameservers of the names on that day, sorted, with a trailing dot.' })
  nameservers!: readonly string[];

  @Field(() => BulkRegistrationKind, { description: 'Common pattern of the names.' })
  kind!: BulkRegistrationKind;

  @Field(() => String, {
    description:
      'Pattern of the labels in Unicode: `{n}` is a number, `{*}` any text; `~` precedes a name that the others are variants of.',
  })
  pattern!: string;

  @Field(() => Int, { description: 'Number of names; at least 5.' })
  size!: number;

  @Field(() => Float, {
    description:
      'Number of names that would fit the pattern by chance, estimated from the new names of the zone with other nameservers and of the days before.',
  })
  expectedSize!: number;

  @Field(() => Float, { description: 'Share of the characters of the names that the pattern explains, 0–1.' })
  similarity!: number;

  @Field(() => Float, {
    description:
      'Strength of the evidence for a single registration, 0–1: the share of the names that chance does not explain, reduced for small clusters, for dissimilar names, and for nameservers that usually get this many names a day.',
  })
  score!: number;

  @Field(() => Int, {
    description: 'Number of all names that were added to the zone on that day with these nameservers.',
  })
  registrations!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Average of `registrations` on the days with imports among the 28 days before; null if they are fewer than 3.',
  })
  usualRegistrations!: number | null;
}

export const BulkRegistrationConnection = connectionType(BulkRegistration, {
  name: 'BulkRegistration',
  node: 'bulk registration',
  description: 'A page of bulk registrations.',
});

@ObjectType('BulkRegistrationName', { simpleResolvers: true, description: 'A name of a bulk registration.' })
export class BulkRegistrationName {
  @Field(() => String, { description: 'Domain name in lower case and Punycode, without a trailing dot.' })
  name!: string;
}

export const BulkRegistrationNameConnection = connectionType(BulkRegistrationName, {
  name: 'BulkRegistrationName',
  node: 'name',
  description: 'A page of the names of a bulk registration.',
});
