import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ObjectType } from 'type-graphql';
import { connectionType, enumType, GraphQLBigInt } from '../../../platform/graph/index.js';
import { QueryQuota } from '../accounts/types/index.js';
import { ObservationStatus } from './rules/observations.js';

enumType(ObservationStatus, {
  name: 'ObservationStatus',
  description: 'Status of the delegation of a domain to a nameserver.',
  values: {
    ACTIVE: 'The zone delegates the domain to the nameserver.',
    INACTIVE: 'The zone no longer delegates the domain to the nameserver.',
  },
});

/** Specification, section 2, "Domain observation". */
@ObjectType('Observation', { description: 'A delegation of a domain to a nameserver, as observed by an import.' })
export class Observation {
  @Field(() => String, { description: 'Domain name in lower case and Punycode, without a trailing dot.' })
  domain!: string;

  @Field(() => String, { description: 'Name of the zone, such as `com`.' })
  zone!: string;

  @Field(() => ObservationStatus, {
    description: 'Whether the zone delegates the domain to the nameserver (active) or no longer does (inactive).',
  })
  status!: ObservationStatus;

  @Field(() => String, {
    nullable: true,
    description:
      'Nameserver, with a trailing dot. Null is reserved for future use; currently, every observation has a nameserver.',
  })
  data!: string | null;

  @Field(() => GraphQLBigInt, { description: '`observedAt` in Unix epoch milliseconds.' })
  @Directive('@inaccessible')
  timestamp!: number;

  @Field(() => GraphQLDateTime, {
    description: 'Snapshot time of the import that added the delegation or, if it is `INACTIVE`, removed it.',
  })
  observedAt!: Date;
}

export const ObservationConnection = connectionType(Observation, {
  name: 'Observation',
  node: 'observation',
  description: 'A page of observations. It has no `totalCount`: counting would read all matches.',
});

/** Specification, section 2, "Search page". */
@ObjectType('ObservationPage', { description: 'A page of observations of a search session.' })
@Directive('@inaccessible')
export class ObservationPage {
  @Field(() => [Observation], {
    description:
      'Observations of the current state, sorted by domain, zone and nameserver, or of the changes in a window, sorted by time (oldest first), import, domain and nameserver.',
  })
  results!: Observation[];

  @Field(() => String, {
    description:
      'Id of the search session (point in time); pass as `pit` with `after`. It expires `[zones] pit_ttl_seconds` seconds (default: 120) after the last page was requested.',
  })
  pit!: string;

  @Field(() => String, { nullable: true, description: 'Cursor; pass as `after` with `pit`. Null on the last page.' })
  nextCursor!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the time limit was reached before the page was full. If true, continue the search with `nextCursor`.',
  })
  isPartial!: boolean;

  @Field(() => QueryQuota, { nullable: true, description: 'Query quota of the account; null for operators.' })
  quota!: QueryQuota | null;
}
