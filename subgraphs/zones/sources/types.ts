import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { enumType, GraphQLBigInt } from '../../../platform/graph/index.js';
import { PullOutcome, SourceKind, SourceState } from './vocabulary.js';

enumType(SourceKind, {
  name: 'ZoneSourceKind',
  description: 'Protocol by which a zone is pulled from its source.',
  values: {
    HTTPS: 'Download of a zone file over HTTPS.',
    AXFR: 'Zone transfer, incremental (IXFR) if possible.',
    CZDS: 'Download from the Centralized Zone Data Service of ICANN.',
  },
});

enumType(SourceState, {
  name: 'ZoneSourceState',
  description: 'Whether a zone that has a source is current.',
  values: {
    PENDING: 'The zone has never been known to be current, and is not stale yet; the last pull, if any, did not fail.',
    CURRENT: 'The last pull succeeded, and the zone is not stale.',
    FAILING: 'The last pull failed; the zone is not stale yet.',
    STALE: '`staleAt` has passed: no pull has succeeded in time, or CZDS has published no newer file.',
  },
});

enumType(PullOutcome, {
  name: 'ZonePullOutcome',
  description: 'Outcome of a pull of a zone.',
  values: {
    IMPORTED: 'A zone file or transfer was imported; for its numbers of domains and observations, see `zoneImports`.',
    UNCHANGED: 'The source has no newer version, or CZDS does not permit another download yet.',
    FAILED: 'The pull failed, or its content was rejected; `error` contains the cause.',
  },
});

@ObjectType('ZoneSource', { description: 'A configured source from which a zone is pulled, with its state.' })
export class ZoneSourceType {
  @Field(() => String, {
    description: 'Name of the zone, such as `com`; `*` for the list of all zones that the CZDS account may download.',
  })
  zone!: string;

  @Field(() => SourceKind, { description: 'Protocol of the source.' })
  kind!: SourceKind;

  @Field(() => String, {
    description: 'Source as configured in `[zones] sources`; the query string and the fragment of a URL are hidden.',
  })
  origin!: string;

  @Field(() => SourceState, { description: 'Whether the zone is current.' })
  state!: SourceState;

  @Field(() => Boolean, { description: 'Whether the zone is being pulled.' })
  isPulling!: boolean;

  @Field(() => PullOutcome, {
    nullable: true,
    description: 'Outcome of the last completed pull from this source; null before the end of the first pull.',
  })
  outcome!: PullOutcome | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Error of the last completed pull from this source; null if the pull succeeded, and before the end of the first pull.',
  })
  error!: string | null;

  @Field(() => Int, {
    description:
      'Number of consecutive failed pulls; 0 if the last completed pull succeeded, and before the first pull.',
  })
  failures!: number;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description:
      'Serial number of the zone at the last successful pull from this source; null before the first successful pull, or if the zone has no serial number.',
  })
  serial!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the last pull started; null before the first pull.',
  })
  lastAttemptAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the zone was last known to be current: it was imported, or, except for CZDS, the source had no newer version; for `*`, time when the list was last read. Null if the zone was never known to be current.',
  })
  currentAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the zone becomes, or became, stale. For AXFR, `currentAt` plus the expire time of the SOA record, limited to 1 hour–60 days; for other sources, `currentAt` plus `[zones] stale_hours`. While `currentAt` is null, `[zones] stale_hours` after the source was added. Null if the source has not been scheduled yet.',
  })
  staleAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the next pull is due; null if the source has not been scheduled yet.',
  })
  nextAttemptAt!: Date | null;
}
