import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { AlertConnection, type AlertConnectionRecord } from '../triage/index.js';
import { AlertTime, HistogramInterval } from '../vocabulary.js';
import {
  countAlerts,
  countByTime,
  countFacets,
  type FacetsRecord,
  type HistogramBucket,
  modelPrecision,
  storeStatus,
} from './service.js';
import { AlertFacets, AlertHistogramBucket, AlertStoreStatus, ModelPrecision } from './types.js';

@Resolver()
export class MetricsResolver {
  @Query(() => AlertStoreStatus, { description: 'Liveness of the alert store and how many alerts it holds.' })
  async alertStore(@Ctx() context: AlertsContext): Promise<AlertStoreStatus> {
    return await storeStatus(context);
  }

  @Query(() => [ModelPrecision], { description: 'Precision of every model that has verdicts, by name of the model.' })
  @Directive('@listSize(assumedSize: 20)')
  async modelPrecision(
    @Arg('tenantId', () => ID, { nullable: true, description: 'Only alerts of this tenant.' }) tenantId:
      | string
      | null
      | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<ModelPrecision[]> {
    return await modelPrecision(context, { tenantId });
  }
}

@Resolver(() => AlertConnection)
export class AlertConnectionResolver {
  @FieldResolver(() => Int, { description: 'Alerts that match, on all pages; exact.' })
  @Directive('@cost(weight: 200)')
  async totalCount(@Root() connection: AlertConnectionRecord, @Ctx() context: AlertsContext): Promise<number> {
    return await countAlerts(context, connection.filter);
  }

  @FieldResolver(() => AlertFacets, { description: 'Counts by value of the alerts that match.' })
  @Directive('@cost(weight: 500)')
  async facets(
    @Root() connection: AlertConnectionRecord,
    @Arg('top', () => Int, {
      defaultValue: 10,
      description: 'At most so many values of `endpoint`, `technique` and `model` each, 1 to 100.',
    })
    top: number,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<FacetsRecord> {
    const facets = selectedFields(info).names;
    return await countFacets(context, { filter: connection.filter, top, facets });
  }

  @FieldResolver(() => [AlertHistogramBucket], {
    description:
      'Counts of the alerts that match by time, without gaps from the first to the last; at most 1000 buckets.',
  })
  @Directive('@cost(weight: 20)')
  @Directive('@listSize(assumedSize: 100)')
  async histogram(
    @Root() connection: AlertConnectionRecord,
    @Arg('interval', () => HistogramInterval, {
      nullable: true,
      description: 'Width of a bucket; HOUR when neither this nor `intervalSeconds` is given.',
    })
    interval: HistogramInterval | null | undefined,
    @Arg('intervalSeconds', () => Int, {
      nullable: true,
      description: 'Width of a bucket in seconds, instead of `interval`.',
    })
    intervalSeconds: number | null | undefined,
    @Arg('by', () => AlertTime, { nullable: true, description: 'The moment that counts; FIRST_SEEN when not given.' })
    by: AlertTime | null | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<HistogramBucket[]> {
    const { filter } = connection;
    return await countByTime(context, { filter, interval, intervalSeconds, by });
  }
}
