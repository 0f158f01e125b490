import { Arg, Ctx, Directive, ID, Resolver } from 'type-graphql';
import { PermittedQuery, PermittedSubscription, rejectSubscription } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import { LicenseStatus } from './types.js';

/** The query of the active license, and the subscription to its changes. */
@Resolver(() => LicenseStatus)
export class LicenseStatusResolver {
  @PermittedQuery('licenses.read', () => LicenseStatus, {
    description:
      'Return the active license and the use of its seats. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  async license(@Ctx() context: LicensesContext): Promise<LicenseStatus> {
    return await context.service.licenseStatus(context);
  }

  @PermittedSubscription('licenses.read', () => LicenseStatus, {
    description:
      'Send the license when a controller is registered, is released or loses its seat, or when the license, the blacklist or the departments are replaced through the API. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  licenseChanged(): LicenseStatus {
    return rejectSubscription();
  }

  @PermittedQuery('licenses.read', () => [LicenseStatus], {
    nullable: true,
    description: 'Return the active license, once for each id.',
  })
  @Directive('@inaccessible')
  async changedLicenses(
    @Arg('ids', () => [ID], { description: 'Ids; their values are ignored.' }) ids: string[],
    @Ctx() context: LicensesContext,
  ): Promise<LicenseStatus[]> {
    if (ids.length === 0) return [];
    const status = await context.service.licenseStatus(context);
    return ids.map(() => status);
  }
}
