import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import { PermittedQuery, selectedFields } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import type { AlertConnectionRecord } from '../triage/index.js';
import { AlertConnection } from '../triage/types-list.js';
import { AlertTime, HistogramInterval, ResponseTimesKey } from '../vocabulary.js';
import { countAlerts, countByTime, modelPrecision, readStoreStatus, responseTimes } from './service.js';
import { type AttackMatrixRecord, countAttackMatrix } from './service-attack-matrix.js';
import { countFacets, type FacetsRecord } from './service-facets.js';
import {
  AlertAttackMatrix,
  AlertFacets,
  AlertHistogramBucket,
  AlertResponseTimes,
  AlertStoreStatus,
  ModelPrecision,
} from './types.js';

@Resolver()
class MetricsResolver {
  @PermittedQuery('alerts.read', () => AlertStoreStatus, {
    description: 'Return the status of the alert store, with the number of stored alerts that you may read.',
  })
  async alertStore(@Ctx() context: AlertsContext): Promise<AlertStoreStatus> {
    return await readStoreStatus(context);
  }

  @PermittedQuery('alerts.read', () => [ModelPrecision], {
    description: 'Return the precision of each model whose alerts have verdicts, sorted by model name.',
  })
  @Directive('@listSize(assumedSize: 20)')
  async modelPrecision(
    @Arg('tenantId', () => ID, {
      nullable: true,
      description:
        'Only verdicts on alerts of this tenant; the list is empty for a tenant that you may not access. Default: all tenants that you may access.',
    })
    tenantId: string | null | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<ModelPrecision[]> {
    return await modelPrecision(context, { tenantId });
  }
}

@Resolver(() => AlertConnection)
class AlertConnectionResolver {
  @FieldResolver(() => Int, { description: 'Exact number of alerts that match the filter, on all pages.' })
  @Directive('@cost(weight: 200)')
  totalCount(@Root() connection: AlertConnectionRecord, @Ctx() context: AlertsContext): Promise<number> | number {
    return connection.total ?? countAlerts(context, connection.filter);
  }

  @FieldResolver(() => AlertFacets, {
    description: 'Counts of matching alerts by severity, status, operating system, model, endpoint and technique.',
  })
  @Directive('@cost(weight: 500)')
  async facets(
    @Root() connection: AlertConnectionRecord,
    @Arg('top', () => Int, {
      defaultValue: 10,
      description: 'Maximum number of values of each of `endpoint`, `technique` and `model`, 1–100; default 10.',
    })
    top: number,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<FacetsRecord> {
    const facets = selectedFields(info).names;
    return await countFacets(context, { filter: connection.filter, top, facets });
  }

  @FieldResolver(() => [AlertResponseTimes], {
    description:
      'Times from the opening of the matching alerts to their acknowledgement and closing, by group. Groups are sorted by the dimensions in `by`; at most 1000 groups are returned.',
  })
  @Directive('@cost(weight: 500)')
  @Directive('@listSize(assumedSize: 20)')
  async responseTimes(
    @Root() connection: AlertConnectionRecord,
    @Arg('by', () => [ResponseTimesKey], {
      nullable: true,
      description: 'Dimensions to group by, each at most once; default: one group of all alerts.',
    })
    by: ResponseTimesKey[] | null | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<AlertResponseTimes[]> {
    return await responseTimes(context, { filter: connection.filter, by: by ?? [] });
  }

  @FieldResolver(() => AlertAttackMatrix, {
    description: 'Counts of matching alerts, arranged as in the MITRE ATT&CK matrix.',
  })
  @Directive('@cost(weight: 500)')
  async attackMatrix(
    @Root() connection: AlertConnectionRecord,
    @Arg('includeEmpty', () => Boolean, {
      defaultValue: false,
      description: 'Whether techniques and sub-techniques without matching alerts are listed; default false.',
    })
    includeEmpty: boolean,
    @Ctx() context: AlertsContext,
  ): Promise<AttackMatrixRecord> {
    return await countAttackMatrix(context, { filter: connection.filter, includeEmpty });
  }

  @FieldResolver(() => [AlertHistogramBucket], {
    description:
      'Number of matching alerts by time, in contiguous buckets from the first alert to the last; empty if no alert matches. Fails with `BAD_USER_INPUT` if there would be more than 1000 buckets.',
  })
  @Directive('@cost(weight: 20)')
  @Directive('@listSize(assumedSize: 100)')
  async histogram(
    @Root() connection: AlertConnectionRecord,
    @Arg('interval', () => HistogramInterval, {
      nullable: true,
      description: 'Bucket width; default HOUR. Mutually exclusive with `intervalSeconds`.',
    })
    interval: HistogramInterval | null | undefined,
    @Arg('intervalSeconds', () => Int, {
      nullable: true,
      description:
        'Bucket width in seconds, 1–31622400. Mutually exclusive with `interval`. Null or omitted: `interval` applies.',
    })
    intervalSeconds: number | null | undefined,
    @Arg('by', () => AlertTime, { nullable: true, description: 'Timestamp to count by; default FIRST_SEEN.' })
    by: AlertTime | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AlertHistogramBucket[]> {
    const { filter } = connection;
    const bySeverity = selectedFields(info).names.includes('severity');
    return await countByTime(context, { filter, interval, intervalSeconds, by, bySeverity });
  }
}

export const metricsResolvers = [MetricsResolver, AlertConnectionResolver];
