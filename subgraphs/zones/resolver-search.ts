import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { ZonesContext } from './context.js';
import type { ObservationPageRecord } from './service/index.js';
import { Observation, ObservationPage } from './types/index.js';

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
      description: 'The beginning of the domain, or with `*` a pattern for all of it.',
    })
    search: string | null | undefined,
    @Arg('limit', () => Int, {
      nullable: true,
      description: 'Size of the page, 1 to 10000 and no more than the plan allows; 1000 when not given.',
    })
    limit: number | null | undefined,
    @Arg('start', () => String, { nullable: true, description: 'ISO 8601, inclusive, not in the future.' })
    start: string | null | undefined,
    @Arg('end', () => String, {
      nullable: true,
      description: 'ISO 8601, exclusive, not in the future, at most 10 days after `start`.',
    })
    end: string | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'The `nextCursor` of the page before, with `pit`.' })
    after: string | null | undefined,
    @Arg('pit', () => String, { nullable: true, description: 'The `pit` of the first page, with `after`.' })
    pit: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ObservationPageRecord> {
    return await context.service.observationPage(context, { zone, search, limit, start, end, after, pit });
  }

  @FieldResolver(() => GraphQLDateTime, { description: '`timestamp` as a date.' })
  observedAt(@Root() observation: Observation): Date {
    return new Date(observation.timestamp);
  }
}
