import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import { type ObservationPageRecord, observationPage } from './service/observation-page.js';
import type { ObservationRecord } from './service/pages.js';
import { searchObservations } from './service/search-observations.js';
import { Observation, ObservationConnection, ObservationPage } from './types.js';

const zoneDescription = 'Zone to search, such as `com` or `com.zone`; `*` for all zones.';
const searchDescription =
  'Prefix of the domain name, which may end with a dot; with `*` (any characters), a pattern for the whole name. Case-insensitive; at most 253 letters, digits, hyphens, dots and `*`; international names in Punycode. Null, empty or `*`: all names. The tier `TRIAL` permits only prefixes.';

@Resolver(() => Observation)
export class ObservationResolver {
  @PermittedQuery('zones.read', () => ObservationConnection, {
    description:
      'Search one zone or all zones. Without `start` and `end`, return the current state, including delegations that ended within the history of the tier (operators: 180 days); sorted by domain, zone and nameserver. With `start`, `end` or both, return the changes in that window; sorted by time (oldest first), import, domain and nameserver. All pages show the state at the time of the first page. If the caller is an account, the first page counts as one query toward its quota. Cursors expire `[zones] pit_ttl_seconds` seconds (default: 120) after the last page was requested.',
  })
  @Directive(pageListSize)
  async observations(
    @Arg('zone', () => String, { description: zoneDescription }) zone: string,
    @Arg('search', () => String, { nullable: true, description: searchDescription })
    search: string | null | undefined,
    @Arg('start', () => GraphQLDateTime, {
      nullable: true,
      description:
        'Start of the window, inclusive; not in the future and within the history of the tier (operators: 180 days). Required in the tier `TRIAL`. Default if `end` is specified: 10 days before it, or the start of the history if that is later.',
    })
    start: Date | null | undefined,
    @Arg('end', () => GraphQLDateTime, {
      nullable: true,
      description:
        'End of the window, exclusive; not in the future, and at most 10 days after `start`. Observations become visible seconds to minutes after their time. Default if `start` is specified: now.',
    })
    end: Date | null | undefined,
    @Arg('at', () => GraphQLDateTime, {
      nullable: true,
      description:
        'Return the state of the zone at this time, as the last import up to this time contained it, instead of the current state; only active observations. Not in the future and, for accounts, within the history of the tier. Requires a single zone; cannot be combined with `start` and `end`. If the log of changes does not reach back to this time, the error contains the earliest available time (`availableFrom`).',
    })
    at: Date | null | undefined,
    @First('observations') first: number | null | undefined,
    @After('observations') after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<ObservationRecord>> {
    return await searchObservations(context.dependencies, context, { zone, search, start, end, at, first, after });
  }

  @PermittedQuery('zones.read', () => ObservationPage, {
    description:
      'Search one zone or all zones with the parameters and the results of the REST service. Without `start` and `end`, return the current state; otherwise, return the changes in the window.',
  })
  @Directive('@inaccessible')
  @Directive(
    '@listSize(assumedSize: 1000, slicingArguments: ["limit"], sizedFields: ["results"], requireOneSlicingArgument: false)',
  )
  async observationPage(
    @Arg('zone', () => String, { description: zoneDescription }) zone: string,
    @Arg('search', () => String, { nullable: true, description: searchDescription })
    search: string | null | undefined,
    @Arg('limit', () => Int, {
      nullable: true,
      description:
        'Maximum number of results, 1–10000; default 1000. Reduced to the maximum of the tier if that is lower, and to 5000 for wildcard searches.',
    })
    limit: number | null | undefined,
    @Arg('start', () => String, {
      nullable: true,
      description:
        'Start of the window, inclusive, ISO 8601; not in the future and within the history of the tier (operators: 180 days). Required in the tier `TRIAL`. Default if `end` is specified: 10 days before it, or the start of the history if that is later.',
    })
    start: string | null | undefined,
    @Arg('end', () => String, {
      nullable: true,
      description:
        'End of the window, exclusive, ISO 8601; not in the future, at most 10 days after `start`. Default if `start` is specified: now.',
    })
    end: string | null | undefined,
    @Arg('after', () => String, {
      nullable: true,
      description: '`nextCursor` of the previous page; requires `pit`. Null or empty: the first page.',
    })
    after: string | null | undefined,
    @Arg('pit', () => String, {
      nullable: true,
      description: '`pit` of the first page; requires `after`. Null or empty: the first page.',
    })
    pit: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ObservationPageRecord> {
    return await observationPage(context.dependencies, context, { zone, search, limit, start, end, after, pit });
  }

  @FieldResolver(() => GraphQLDateTime, {
    description: 'Snapshot time of the import that added the delegation or, if it is `INACTIVE`, removed it.',
  })
  observedAt(@Root() observation: Observation): Date {
    return new Date(observation.timestamp);
  }
}
