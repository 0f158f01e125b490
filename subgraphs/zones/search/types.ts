import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import { QueryQuota } from '../accounts/types/index.js';
import { ObservationStatus } from './rules/observations.js';

registerEnumType(ObservationStatus, {
  name: 'ObservationStatus',
  description: 'Whether a pair of a domain and a nameserver is in its zone.',
  valuesConfig: {
    ACTIVE: { description: 'It is there.' },
    INACTIVE: { description: 'It is no longer there.' },
  },
});

/** Specification, section 2, "Domain observation". */
@ObjectType('Observation', {
  simpleResolvers: true,
  description: 'The state of a pair of a domain and a nameserver, as an import found it.',
})
export class Observation {
  @Field(() => String, { description: 'The whole domain name, in lower case and Punycode.' })
  domain!: string;

  @Field(() => String, { description: 'Name of the zone that it was seen in, such as `com`.' })
  zone!: string;

  @Field(() => ObservationStatus, { description: 'Whether the pair is in the zone.' })
  status!: ObservationStatus;

  @Field(() => String, {
    nullable: true,
    description: 'The nameserver with a trailing dot; null is allowed by the specification, and does not occur.',
  })
  data!: string | null;

  @Field(() => Float, {
    description: 'Time of the import in which the state was first seen, Unix epoch milliseconds, a whole number.',
  })
  timestamp!: number;

  @Field(() => GraphQLDateTime, { description: '`timestamp` as a date.' })
  observedAt!: Date;
}

/** Specification, section 2, "Search page". */
@ObjectType('ObservationPage', { simpleResolvers: true, description: 'A page of observations of one search session.' })
export class ObservationPage {
  @Field(() => [Observation], {
    description: 'Current state: by domain, zone and nameserver. Change-set: by time, import, domain and nameserver.',
  })
  results!: Observation[];

  @Field(() => String, { description: 'The session; it ends some time after the last request that used it.' })
  pit!: string;

  @Field(() => String, { nullable: true, description: 'For `after`, together with `pit`; null on the last page.' })
  nextCursor!: string | null;

  @Field(() => Boolean, { description: 'The time was up before the page was full; there may be more behind it.' })
  isPartial!: boolean;

  @Field(() => QueryQuota, { nullable: true, description: 'What is left of the queries; null for operators.' })
  quota!: QueryQuota | null;
}
