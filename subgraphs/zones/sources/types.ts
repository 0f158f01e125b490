import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLBigInt } from '../../../platform/graph/index.js';
import { PullOutcome, SourceKind, SourceState } from './vocabulary.js';

registerEnumType(SourceKind, {
  name: 'ZoneSourceKind',
  description: 'Protocol by which a zone is pulled from its source.',
  valuesConfig: {
    HTTPS: { description: 'Download of a zone file over HTTPS.' },
    AXFR: { description: 'Zone transfer, incremental (IXFR) if possible.' },
    CZDS: { description: 'Download from the Centralized Zone Data Service of ICANN.' },
  },
});

registerEnumType(SourceState, {
  name: 'ZoneSourceState',
  description: 'State of a zone that has a source.',
  valuesConfig: {
    PENDING: { description: 'No pull has ended yet.' },
    CURRENT: { description: 'The zone is current.' },
    FAILING: { description: 'The last pull failed; the zone is not stale yet.' },
    STALE: { description: 'The zone was not pulled successfully before `staleAt`.' },
  },
});

registerEnumType(PullOutcome, {
  name: 'ZonePullOutcome',
  description: 'Outcome of a pull of a zone.',
  valuesConfig: {
    IMPORTED: { description: 'A zone file or transfer was imported; the log of imports contains its counts.' },
    UNCHANGED: { description: 'The source has no newer version.' },
    FAILED: { description: 'The pull failed, or its content was rejected; `error` contains the cause.' },
  },
});

@ObjectType('ZoneSource', {
  simpleResolvers: true,
  description: 'A configured source from which a zone is pulled, with its state.',
})
export class ZoneSourceType {
  @Field(() => String, { description: 'Name of the zone, such as `com`.' })
  zone!: string;

  @Field(() => SourceKind, { description: 'Protocol of the source.' })
  kind!: SourceKind;

  @Field(() => String, { description: 'Configured source; the query of a URL is hidden.' })
  origin!: string;

  @Field(() => SourceState, { description: 'State of the zone.' })
  state!: SourceState;

  @Field(() => Boolean, { description: 'Whether the zone is being pulled.' })
  isPulling!: boolean;

  @Field(() => PullOutcome, { nullable: true, description: 'Outcome of the last pull; null before the first one.' })
  outcome!: PullOutcome | null;

  @Field(() => String, { nullable: true, description: 'Error of the last pull; null if it did not fail.' })
  error!: string | null;

  @Field(() => Int, { description: 'Number of consecutive failures.' })
  failures!: number;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description:
      'Serial number of the zone at the last pull; null before the first pull, or if the zone has no serial number.',
  })
  serial!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time at which the last pull started; null before the first one.',
  })
  lastAttemptAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time at which the zone was last known to be current; null before the first successful pull.',
  })
  currentAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time at which the zone becomes, or became, stale; null if the source has not been scheduled yet.',
  })
  staleAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time at which the next pull is due; null if the source has not been scheduled yet.',
  })
  nextAttemptAt!: Date | null;
}
