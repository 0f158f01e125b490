import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { ZonesContext } from '../context.js';
import { type ObservationPageRecord, observationPage } from './service/observation-page.js';
import { Observation, ObservationPage } from './types.js';

@Resolver(() => Observation)
export class ObservationResolver {
  @Query(() => ObservationPage, {
    description:
      'Searches a zone. Without `start` and `end`: the current state. With them: the change-set of that window. The first page of a search counts as one query.',
  })
  @Directive(
    '@listSize(assumedSize: 1000, slicingArguments: ["limit"], sizedFields: ["results"], requireOneSlicingArgument: false)',
  )
  async observationPage(
    @Arg('zone', () => String, { description: 'Such as `com` or `com.zone`; `*` for all zones.' }) zone: string,
    @Arg('search', () => String, {
      nullable: true,
      description:
        'Beginning of the domain name, which may end in a dot, or with `*` a pattern for the whole name. Empty: no filter.',
    })
    search: string | null | undefined,
    @Arg('limit', () => Int, {
      nullable: true,
      description: 'Size of the page, 1 to 10000 and no more than the plan allows; 1000 when not given.',
    })
    limit: number | null | undefined,
    @Arg('start', () => String, {
      nullable: true,
      description:
        'Inclusive lower bound, ISO 8601, not in the future, within the history window of the plan (tolerance: an hour).',
    })
    start: string | null | undefined,
    @Arg('end', () => String, {
      nullable: true,
      description:
        'Exclusive upper bound, ISO 8601, not in the future, at most 10 days after `start` (tolerance: an hour).',
    })
    end: string | null | undefined,
    @Arg('after', () => String, {
      nullable: true,
      description: 'The `nextCursor` of the previous page, with `pit`. Empty: the first page.',
    })
    after: string | null | undefined,
    @Arg('pit', () => String, {
      nullable: true,
      description: 'The `pit` of the first page, with `after`. Empty: the first page.',
    })
    pit: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ObservationPageRecord> {
    return await observationPage(context.dependencies, context, { zone, search, limit, start, end, after, pit });
  }

  @FieldResolver(() => GraphQLDateTime, { description: '`timestamp` as a date.' })
  observedAt(@Root() observation: Observation): Date {
    return new Date(observation.timestamp);
  }
}
