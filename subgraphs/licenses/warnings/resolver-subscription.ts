import { Arg, Ctx, Directive, ID, Resolver } from 'type-graphql';
import { PermittedQuery, PermittedSubscription, rejectSubscription } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import type { WarningRecord } from './service.js';
import { LicenseWarning } from './types.js';

/** The subscription to license warnings. */
@Resolver(() => LicenseWarning)
export class LicenseWarningSubscriptionResolver {
  @PermittedSubscription('licenses.read', () => LicenseWarning, {
    description:
      'Send a license warning when it is raised, or when it reaches the next threshold. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  licenseWarningRaised(): LicenseWarning {
    return rejectSubscription();
  }

  @PermittedQuery('licenses.read', () => [LicenseWarning], {
    nullable: 'itemsAndList',
    description: 'Return the warnings with these ids, in the order of the ids; null for each that has ended.',
  })
  @Directive('@inaccessible')
  async raisedLicenseWarnings(
    @Arg('ids', () => [ID], { description: 'Kind and subject of each warning, separated by a colon.' }) ids: string[],
    @Ctx() context: LicensesContext,
  ): Promise<(WarningRecord | null)[]> {
    return await context.service.readWarnings(context, ids);
  }
}
