import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Int, Resolver } from 'type-graphql';
import { PermittedQuery } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import { LicenseHistory } from './types.js';

@Resolver(() => LicenseHistory)
export class LicenseHistoryResolver {
  @PermittedQuery('licenses.read', () => LicenseHistory, {
    description:
      'Return seats and rejected requests over time. Seats by hour are available for 31 days, by day for two years; rejected requests for a year. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
    cost: 20,
  })
  async licenseHistory(
    @Arg('since', () => GraphQLDateTime, {
      nullable: true,
      description:
        'Start of the period; the interval that contains it is included in full. Default: 7 days before `until`.',
    })
    since: Date | null | undefined,
    @Arg('until', () => GraphQLDateTime, { nullable: true, description: 'End of the period, exclusive. Default: now.' })
    until: Date | null | undefined,
    @Arg('intervalSeconds', () => Int, {
      nullable: true,
      description:
        'Length of an interval in seconds: a multiple of 3600 between 3600 and 31622400, with at most 1000 intervals. Default: the shortest of 1, 3 and 6 hours and 1 and 7 days that results in at most 200 intervals. The default is at least 1 day if `since` is more than 31 days ago.',
    })
    intervalSeconds: number | null | undefined,
    @Arg('top', () => Int, {
      defaultValue: 8,
      description: 'Maximum number of departments, and maximum number of versions, in each interval, 1–50; default 8.',
    })
    top: number,
    @Ctx() context: LicensesContext,
  ): Promise<LicenseHistory> {
    return await context.service.licenseHistory(context, { since, until, intervalSeconds, top });
  }
}
