import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { NameserverChangeDirection, NameserverChangeKind } from './vocabulary.js';

enumType(NameserverChangeKind, {
  name: 'NameserverChangeKind',
  description: 'Kind of change to the nameservers of a domain.',
  values: {
    ADDED: 'The domain was added to the zone, possibly again.',
    REMOVED: 'The domain was removed from the zone.',
    MOVED: 'The nameservers of the domain changed; the domain remained in the zone.',
  },
});

enumType(NameserverChangeDirection, {
  name: 'NameserverChangeDirection',
  description: 'Direction of a nameserver change: domains start or stop using a nameserver.',
  values: {
    TO: 'Domains that started using the nameserver.',
    FROM: 'Domains that stopped using the nameserver.',
  },
});

@ObjectType('NameserverDomain', { description: 'A domain that uses the requested nameservers.' })
class NameserverDomain {
  @Field(() => String, { description: 'Domain name in lower case and Punycode, without a trailing dot.' })
  domain!: string;

  @Field(() => String, { description: 'Name of the zone, such as `com`.' })
  zone!: string;

  @Field(() => [String], { description: 'All nameservers of the domain, sorted, with a trailing dot.' })
  nameservers!: readonly string[];

  @Field(() => GraphQLDateTime, {
    description: 'Snapshot time of the import since which the domain has continuously used all requested nameservers.',
  })
  since!: Date;
}

export const NameserverDomainConnection = connectionType(NameserverDomain, {
  name: 'NameserverDomain',
  node: 'domain',
  description:
    'A page of domains, grouped by zone and set of nameservers, then sorted by name. It has no `totalCount`: counting would read all domains. A page can be empty even if `hasNextPage` is true.',
});

@ObjectType('NameserverChange', { description: 'A change to the nameservers of a domain, found by an import.' })
class NameserverChange {
  @Field(() => String, { description: 'Domain name in lower case and Punycode, without a trailing dot.' })
  domain!: string;

  @Field(() => String, { description: 'Name of the zone, such as `com`.' })
  zone!: string;

  @Field(() => NameserverChangeKind, {
    description: 'Whether the domain was added, removed, or moved to other nameservers.',
  })
  kind!: NameserverChangeKind;

  @Field(() => GraphQLDateTime, { description: 'Snapshot time of the import that found the change.' })
  changedAt!: Date;

  @Field(() => [String], {
    description: 'Nameservers before the change, sorted, with a trailing dot; empty if the domain was added.',
  })
  before!: readonly string[];

  @Field(() => [String], {
    description: 'Nameservers after the change, sorted, with a trailing dot; empty if the domain was removed.',
  })
  after!: readonly string[];
}

export const NameserverChangeConnection = connectionType(NameserverChange, {
  name: 'NameserverChange',
  node: 'change',
  description:
    'A page of changes, oldest import first, then sorted by name. It has no `totalCount`: counting would read all changes. A page can be empty even if `hasNextPage` is true.',
});
